// Command junto is the work CLI of agents that sit on a canvas. It is a thin
// client of the daemon.
package main

import (
	"context"
	"os"

	"junto/internal/cli"
)

func main() {
	os.Exit(cli.Junto(context.Background(), os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
