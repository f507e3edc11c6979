// Package harness knows what an agent CLI is: which process is one, what its
// window title and the bottom of its screen say about its state, what its
// composer looks like, how text must be typed into it, and how it is started
// and resumed. Every one of those facts is data, in manifests/<name>.toml; the
// code here only reads them and finds what they describe.
//
// It leaves judging to others: package status weighs the evidence over time,
// package compose types, and the host reads the process table and starts
// programs.
package harness
