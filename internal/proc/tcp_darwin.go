package proc

import "net/netip"

// TCPOwner is not told by macOS without looking into every process.
func TCPOwner(netip.AddrPort) (uid int, ok bool) { return 0, false }
