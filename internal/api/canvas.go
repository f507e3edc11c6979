package api

import (
	"encoding/json"

	"junto/internal/physics"
	"junto/internal/seat"
)

// CanvasRef names a canvas, by its id or its name.
type CanvasRef struct {
	Canvas string `json:"canvas"`
}

// CanvasCreateIn makes an empty canvas.
type CanvasCreateIn struct {
	Name string `json:"name"`
}

// CanvasInfo is a canvas in a list.
type CanvasInfo struct {
	Canvas  string `json:"canvas"` // its id, which stays when it is renamed
	Name    string `json:"name"`
	Rev     int    `json:"rev"`
	Nodes   int    `json:"nodes"`
	Edges   int    `json:"edges"`
	Seats   int    `json:"seats"`
	Playing bool   `json:"playing"`
	Changed string `json:"changed"` // RFC 3339
}

// CanvasRev is a canvas after a change.
type CanvasRev struct {
	Canvas string `json:"canvas"`
	Name   string `json:"name"`
	Rev    int    `json:"rev"`
}

// CanvasDoc is a canvas: what is authored, and what follows from it now.
type CanvasDoc struct {
	Canvas   string          `json:"canvas"`
	Name     string          `json:"name"`
	Rev      int             `json:"rev"`
	Document json.RawMessage `json:"document" shape:"CanvasDocument"` // JSON Canvas with ether
	World    World           `json:"world"`
}

// World is what follows from a document and the live state. Nothing of it is
// stored.
type World struct {
	physics.View
	Play    Play         `json:"play"`
	Regions []RegionView `json:"regions"`
	Seats   []SeatView   `json:"seats"`
	Undo    bool         `json:"undo"` // whether there is anything to undo
	Redo    bool         `json:"redo"`
}

// Play says what is paused. A seat acts through Junto while its canvas plays and
// neither it nor a region around it is paused.
type Play struct {
	Playing    bool     `json:"playing"`
	EverPlayed bool     `json:"ever_played"`
	Paused     []string `json:"paused"` // the seats and regions that are paused themselves
}

// RegionView is a region and its members.
type RegionView struct {
	ID      string   `json:"id"`
	Title   string   `json:"title"`
	Members []string `json:"members"`
	Paused  bool     `json:"paused"`
}

// SeatView is an agent's seat as it is now; or a plain terminal's card, which has
// no harness, no mail and a glance that says only whether it runs.
type SeatView struct {
	Node       string      `json:"node"`
	Name       string      `json:"name,omitempty"`
	Binding    string      `json:"binding,omitempty"`
	Harness    string      `json:"harness,omitempty"`
	Delivers   bool        `json:"delivers"` // it has all that a seat needs
	Glance     seat.Glance `json:"glance"`   // what its card shows
	Because    string      `json:"because,omitempty"`
	Since      string      `json:"since,omitempty"` // RFC 3339
	Occupied   bool        `json:"occupied"`
	Generation int         `json:"generation"`         // of the process; the last one while the seat is vacant
	Terminal   int         `json:"terminal,omitempty"` // 0: none runs
	Session    string      `json:"session,omitempty"`  // what can be resumed
	Paused     bool        `json:"paused"`
	Blocked    bool        `json:"blocked"`
	Mail       SeatMail    `json:"mail"`
	Line       string      `json:"line,omitempty"` // what it waits with, or its last line
}

// SeatMail is what a card shows of its seat's mailbox.
type SeatMail struct {
	Waiting int    `json:"waiting"`        // to be typed yet
	Unread  int    `json:"unread"`         // those that wait among them
	Held    string `json:"held,omitempty"` // why the first of those that wait is not typed now
}

// CanvasEditIn changes a canvas of the given revision: all of the operations are
// done, or none.
//
//	{"op":"add_node","node":{…},"at":0}      at: its place in the order of drawing; on top without
//	{"op":"set_node","id":"n1",…}            what changes of the node; null takes a member away
//	{"op":"move_node","id":"n1","x":1,"y":2}
//	{"op":"order_node","id":"n1","at":0}
//	{"op":"delete_node","id":"n1"}           its edges go with it
//	{"op":"add_edge","from":"n1","to":"n2","verb":"messages","id":"e1"}  without id one is made
//	{"op":"set_edge","id":"e1",…}            how it is drawn
//	{"op":"delete_edge","id":"e1"}
//
// An operation may also be written with its name in front: {"delete_edge":{"id":"e1"}}.
type CanvasEditIn struct {
	Canvas string `json:"canvas"`
	Rev    int    `json:"rev"`
	// Gesture names what the person is doing, such as one drag: changes in a row
	// that have its name are undone together.
	Gesture string            `json:"gesture,omitempty"`
	Ops     []json.RawMessage `json:"ops" shape:"CanvasOp[]"`
}

// CanvasStepIn undoes or redoes the last change. A revision makes sure that it
// is the change that the caller saw.
type CanvasStepIn struct {
	Canvas string `json:"canvas"`
	Rev    int    `json:"rev,omitempty"`
}

// CanvasPlayIn plays or pauses a canvas; with a node, only that seat or region.
type CanvasPlayIn struct {
	Canvas string `json:"canvas"`
	Node   string `json:"node,omitempty"`
}

// CanvasNameIn names a canvas anew, or names its copy.
type CanvasNameIn struct {
	Canvas string `json:"canvas"`
	Name   string `json:"name"`
}

// CanvasImportIn makes a canvas of a document.
type CanvasImportIn struct {
	Name     string          `json:"name"`
	Document json.RawMessage `json:"document" shape:"CanvasDocument"` // JSON Canvas, as an object
}

// CanvasImportOut is the canvas that was made. Seats whose binding is another
// canvas' got one of their own.
type CanvasImportOut struct {
	Canvas  string   `json:"canvas"`
	Name    string   `json:"name"`
	Rev     int      `json:"rev"`
	Rebound []string `json:"rebound"`
}

// CanvasExportIn writes a canvas out.
type CanvasExportIn struct {
	Canvas string `json:"canvas"`
	Format string `json:"format,omitempty"` // canvas (the default), digest or svg
	Live   bool   `json:"live,omitempty"`   // a digest or picture with what its seats show now
}

// CanvasFile is a canvas written out. But for a live one, the same canvas gives
// the same bytes.
type CanvasFile struct {
	Name string `json:"name"` // of the file
	Data string `json:"data"`
}

// CanvasEvent tells windows that a canvas is another one now: the page reads it
// again.
type CanvasEvent struct {
	Kind    string `json:"kind" shape:"\"canvas\""`
	Canvas  string `json:"canvas"`
	Rev     int    `json:"rev"`
	Deleted bool   `json:"deleted,omitempty"`
}

// SeatsEvent tells windows a canvas' seats, all of them.
type SeatsEvent struct {
	Kind   string     `json:"kind" shape:"\"seats\""`
	Canvas string     `json:"canvas"`
	Seats  []SeatView `json:"seats"`
}

var canvasCommands = []Command{
	{Name: "canvas.create", Summary: "makes an empty canvas", Access: Operator, In: CanvasCreateIn{}, Out: CanvasRev{}, Examples: []string{`{"name":"checkout"}`}},
	{Name: "canvas.list", Summary: "the canvases, by name", Access: Operator, Out: []CanvasInfo{}},
	{Name: "canvas.get", Summary: "a canvas, and what follows from it now", Access: Operator, In: CanvasRef{}, Out: CanvasDoc{}, Examples: []string{`{"canvas":"checkout"}`}},
	{Name: "canvas.edit", Summary: "changes a canvas", Access: Operator, In: CanvasEditIn{}, Out: CanvasRev{}, Examples: []string{
		`{"canvas":"checkout","rev":1,"ops":[{"op":"add_node","node":{"id":"planner","type":"text","x":0,"y":0,"width":220,"height":84,"text":"planner","ether":{"entity":{"kind":"agent","name":"local:planner"},"terminal":{"bindingId":"01JD0000000000000000000000","harness":"demo"}}}}]}`,
		`{"canvas":"checkout","rev":2,"ops":[{"op":"set_node","id":"planner","x":40,"y":80}]}`,
		`{"canvas":"checkout","rev":3,"ops":[{"op":"add_edge","from":"planner","to":"reviewer","verb":"messages"}]}`,
		`{"canvas":"checkout","rev":4,"ops":[{"op":"delete_edge","id":"e1"},{"op":"delete_node","id":"planner"}]}`,
	}},
	{Name: "canvas.undo", Summary: "takes the last change back", Access: Operator, In: CanvasStepIn{}, Out: CanvasRev{}, Examples: []string{`{"canvas":"checkout"}`, `{"canvas":"checkout","rev":5}`}},
	{Name: "canvas.redo", Summary: "makes the change again that was taken back last", Access: Operator, In: CanvasStepIn{}, Out: CanvasRev{}, Examples: []string{`{"canvas":"checkout"}`}},
	{Name: "canvas.play", Summary: "lets a canvas, a region or a seat act", Access: Operator, In: CanvasPlayIn{}, Out: Play{}, Examples: []string{`{"canvas":"checkout"}`, `{"canvas":"checkout","node":"planner"}`}},
	{Name: "canvas.pause", Summary: "pauses a canvas, a region or a seat; no process is touched", Access: Operator, In: CanvasPlayIn{}, Out: Play{}, Examples: []string{`{"canvas":"checkout"}`, `{"canvas":"checkout","node":"planner"}`}},
	{Name: "canvas.rename", Summary: "names a canvas anew", Access: Operator, In: CanvasNameIn{}, Out: CanvasRev{}, Examples: []string{`{"canvas":"checkout","name":"payments"}`}},
	{Name: "canvas.duplicate", Summary: "copies a canvas; its seats are new ones", Access: Operator, In: CanvasNameIn{}, Out: CanvasRev{}, Examples: []string{`{"canvas":"checkout","name":"checkout 2"}`}},
	{Name: "canvas.delete", Summary: "deletes a canvas; what runs in its seats is treated as if their cards were deleted", Access: Operator, In: CanvasRef{}, Examples: []string{`{"canvas":"checkout"}`}},
	{Name: "canvas.import", Summary: "makes a canvas of a .canvas file's text", Access: Operator, In: CanvasImportIn{}, Out: CanvasImportOut{}, Examples: []string{`{"name":"checkout","document":{"nodes":[],"edges":[]}}`}},
	{Name: "canvas.export", Summary: "writes a canvas out: .canvas, .digest.txt or .svg", Access: Operator, In: CanvasExportIn{}, Out: CanvasFile{}, Examples: []string{`{"canvas":"checkout"}`, `{"canvas":"checkout","format":"svg"}`}},
}
