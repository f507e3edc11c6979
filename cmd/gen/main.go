// Command gen writes what follows from the table in package api: the reference
// of the commands, their JSON schema, and the page's TypeScript types. With
// -check it writes nothing and fails when a file is stale.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"junto/internal/api"
)

// outputs are the generated files, by path from the project's root.
var outputs = map[string]func([]api.Command) []byte{
	"docs/reference/commands.md": reference,
	"docs/reference/schema.json": schema,
	"web/src/lib/api.gen.ts":     typescript,
}

func main() {
	check := flag.Bool("check", false, "compare instead of writing")
	root := flag.String("root", ".", "the project's root")
	flag.Parse()
	if err := run(*root, *check); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(root string, check bool) error {
	commands := api.Commands()
	for name, make := range outputs {
		path := filepath.Join(root, name)
		want := make(commands)
		if check {
			got, err := os.ReadFile(path)
			if err != nil || !bytes.Equal(got, want) {
				return fmt.Errorf("%s is stale: run `make generate`", name)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, want, 0o644); err != nil {
			return err
		}
	}
	return nil
}
