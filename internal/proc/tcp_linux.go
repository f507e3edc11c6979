package proc

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"net/netip"
	"os"
	"strconv"
)

// TCPOwner returns the user at the other end of a loopback connection, of which
// client is that end's address. It reports false when the kernel does not tell.
func TCPOwner(client netip.AddrPort) (uid int, ok bool) {
	table, err := os.ReadFile("/proc/net/tcp")
	if err != nil || !client.Addr().Unmap().Is4() {
		return 0, false
	}
	return tcpOwner(table, client)
}

// tcpOwner looks an address up in the kernel's table of connections: lines of
// "sl local_address rem_address st tx:rx tr:tm retrnsmt uid …".
func tcpOwner(table []byte, client netip.AddrPort) (uid int, ok bool) {
	ip := client.Addr().Unmap().As4()
	var swapped [4]byte // the table writes an address as a number of this machine
	binary.NativeEndian.PutUint32(swapped[:], binary.BigEndian.Uint32(ip[:]))
	want := []byte(hex.EncodeToString(swapped[:]) + ":" + hex.EncodeToString(binary.BigEndian.AppendUint16(nil, client.Port())))
	const local, owner = 1, 7
	for line := range bytes.Lines(table) {
		fields := bytes.Fields(line)
		if len(fields) > owner && bytes.EqualFold(fields[local], want) {
			uid, err := strconv.Atoi(string(fields[owner]))
			return uid, err == nil
		}
	}
	return 0, false
}
