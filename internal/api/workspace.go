package api

var workspaceCommands = []Command{}
