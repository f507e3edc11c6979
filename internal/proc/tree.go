package proc

// below picks the descendants of the root out of a table, parents first.
func below(root int, table []Info) []Info {
	children := make(map[int][]Info)
	for _, info := range table {
		children[info.PPID] = append(children[info.PPID], info)
	}
	var all []Info
	seen := map[int]bool{root: true}
	next := children[root]
	for len(next) > 0 {
		info := next[0]
		next = next[1:]
		if seen[info.PID] {
			continue
		}
		seen[info.PID] = true
		all = append(all, info)
		next = append(next, children[info.PID]...)
	}
	return all
}
