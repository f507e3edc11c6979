// Command jun is Jun as its user sees it, and the tools of the programs in its
// terminals. It is a thin client of the daemon.
package main

import (
	"context"
	"os"

	"junto/internal/cli"
)

func main() {
	streams := cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}
	os.Exit(cli.Main(context.Background(), os.Args[1:], streams))
}
