//go:build agents

// Package agents tests Junto with real coding agents: Claude Code, Codex and Pi,
// each installed from npm at a pinned version into a cache of its own, each in a
// home of its own, against the scripted model server on loopback. Nothing leaves
// the machine but the installation.
//
// The build tag keeps it out of the usual tests: `make test-agents` runs it. Where
// npm cannot be reached and nothing is cached, it is skipped and says so.
package agents
