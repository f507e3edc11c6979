package main

import (
	"fmt"
	"reflect"
	"strings"

	"junto/internal/canvas"
)

// edits writes the operations that canvas.edit takes.
func edits(b *strings.Builder) {
	write := func(text string) { b.WriteString("\n  | " + text) }
	b.WriteString("\n/** A JSON merge patch (RFC 7396): a member that is not there stays, null takes one away. */\n" +
		"export type Patch<T> = T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]?: Patch<T[K]> | null } : T;\n" +
		"\n/** One operation of canvas.edit. */\nexport type CanvasOp =")
	for _, o := range canvas.WireShapes().Ops {
		switch o.Zero.(type) {
		case canvas.SetNode:
			write(fmt.Sprintf(`({ op: %q; id: string } & Patch<Omit<CanvasNode, "id" | "type">>)`, o.Name))
		case canvas.SetEdge:
			write(fmt.Sprintf(`({ op: %q; id: string } & Patch<Omit<CanvasEdge, "id" | "fromNode" | "toNode" | "ether">>)`, o.Name))
		default:
			text := fmt.Sprintf("{ op: %q", o.Name)
			for _, m := range members(reflect.TypeOf(o.Zero)) {
				mark := ""
				if m.optional {
					mark = "?"
				}
				text += fmt.Sprintf("; %s%s: %s", m.name, mark, m.ts())
			}
			write(text + " }")
		}
	}
	b.WriteString(";\n")
}
