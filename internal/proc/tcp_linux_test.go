package proc

import (
	"net"
	"net/netip"
	"os"
	"testing"
)

func TestTheOwnerOfALoopbackConnectionIsItsUser(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	client, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if uid, ok := TCPOwner(client.LocalAddr().(*net.TCPAddr).AddrPort()); !ok || uid != os.Getuid() {
		t.Errorf("got user %d, %v; want %d", uid, ok, os.Getuid())
	}
}

func TestTheTableOfConnectionsIsReadAsTheKernelWritesIt(t *testing.T) {
	table := []byte(`  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1D4D 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 21 1 0 100 0 0 10 0
   1: 0100007F:C350 0100007F:1D4D 01 00000000:00000000 00:00000000 00000000  1001        0 22 1 0 20 4 30 10 -1
`)
	for address, want := range map[string]int{"127.0.0.1:50000": 1001, "127.0.0.1:7501": 1000, "127.0.0.1:50001": -1, "10.0.0.1:50000": -1} {
		uid, ok := tcpOwner(table, netip.MustParseAddrPort(address))
		if ok != (want >= 0) || ok && uid != want {
			t.Errorf("%s: got %d, %v; want %d", address, uid, ok, want)
		}
	}
}
