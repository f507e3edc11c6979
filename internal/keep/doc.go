// Package keep knows how programs in terminals outlive the daemon. A small
// process, the keeper, starts the programs, holds the PTY masters, reads their
// output and reaps them; the daemon talks to it over a socket and maps the
// output that it collected. A daemon that is killed, restarted or replaced
// finds every terminal as it would have been, and no byte lost or doubled.
//
// It leaves to its users what the bytes mean: the keeper parses none of them,
// so that it hardly ever changes. It also knows no project, agent or seat; the
// daemon's entry for a terminal is kept as opaque bytes beside it.
//
//	program ⇄ PTY ⇄ keeper ──writes──▶ ring file ◀──reads── daemon
//	                  ▲  └──── bells, exits, answers ────▶ │
//	                  └─────── spawn, write, end … ◀───────┘
//
// # Output
//
// The keeper reads each PTY straight into a mapped file, which the daemon maps
// too (ring.go). Bytes stay until the daemon releases them; when the ring is
// full the keeper stops reading and the program waits, as it would before a
// terminal that is not drawn. The end of the output is a number in the ring's
// header, so a kill between two instructions of the daemon loses nothing.
// Nobody polls: a reader that has read everything arms a flag in the header and
// sleeps, and the keeper, finding it armed after more output, rings over the
// socket, once. Likewise the keeper marks itself as stalled by a full ring, and
// the daemon, finding the mark when it releases, knocks.
//
// # Input
//
// A write is one unit: taken whole or refused, written in order and never
// interleaved, finished even if the daemon that gave it is gone. It is answered
// when the PTY has taken all of it.
//
// # Versions
//
// The keeper outlives upgrades of the daemon, so the newer side is always the
// daemon's: version N of it speaks N and N-1 of the protocol and of the ring's
// layout, and says which program to use when the keeper is older still. A
// change of either raises Version.
package keep
