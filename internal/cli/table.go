package cli

import "iter"

// table holds every command that `jun` can be called with, in groups.
type table [][]command

// commands is the table, in the order of the help. The first row is the program
// itself. All of it is data that the linker lays out: a program that is started
// as often as this one has no time to put it together.
var commands = table{
	pageRows, toolHelpRows,
	terminalRows, showRows, sendRows, messageRows, runRows, loopRows,
	daemonRows, newRows, attachRows, explainRows, callRows,
	demoRows, helpRows,
}

// rows goes through the commands.
func (t table) rows() iter.Seq[*command] {
	return func(yield func(*command) bool) {
		for _, group := range t {
			for i := range group {
				if !yield(&group[i]) {
					return
				}
			}
		}
	}
}
