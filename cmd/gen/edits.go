package main

import (
	"fmt"
	"reflect"
	"strings"

	"junto/internal/canvas"
)

// edits writes the operations that canvas.edit takes.
func edits(b *strings.Builder) {
	b.WriteString("\n/** A JSON merge patch (RFC 7396): a member that is not there stays, null takes one away. */\n" +
		"export type Patch<T> = T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]?: Patch<T[K]> | null } : T;\n" +
		"\n/** One operation of canvas.edit. */\nexport type CanvasOp =")
	for _, o := range canvas.WireShapes().Ops {
		b.WriteString("\n  | " + operation(o))
	}
	b.WriteString(";\n")
}

// operation is the type of one operation.
func operation(o canvas.OpShape) string {
	switch o.Zero.(type) {
	case canvas.SetNode:
		return fmt.Sprintf(`({ op: %q; id: string } & Patch<Omit<CanvasNode, "id" | "type">>)`, o.Name)
	case canvas.SetEdge:
		return fmt.Sprintf(`({ op: %q; id: string } & Patch<Omit<CanvasEdge, "id" | "fromNode" | "toNode" | "ether">>)`, o.Name)
	}
	text := fmt.Sprintf("{ op: %q", o.Name)
	for _, m := range members(reflect.TypeOf(o.Zero)) {
		mark := ""
		if m.optional {
			mark = "?"
		}
		text += fmt.Sprintf("; %s%s: %s", m.name, mark, m.ts())
	}
	return text + " }"
}
