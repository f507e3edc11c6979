package cli

// commands is the table of everything that `jun` can be called with, in the
// order of the help. The first row is the program itself. It is made anew at
// each call, so that linking it costs nothing.
func commands() []command {
	all := []command{pageRow()}
	for _, rows := range [][]command{
		{toolHelpRow()},
		terminalRows(), showRows(), sendRows(), messageRows(), runRows(), loopRows(),
		daemonRows(), newRows(), attachRows(), explainRows(), callRows(),
		{demoRow(), helpRow()},
	} {
		all = append(all, rows...)
	}
	return all
}
