// Package demoagent is a coding agent that is none: a small TUI that looks and
// behaves as one, so that Junto can be tried and tested without an account, a
// network or a model. `jun demo-agent` runs it.
//
// It knows how agents misbehave. Each mode is a habit seen in a real agent: a
// splash that eats keys, a paste digested late, an Enter that is lost, a title
// that says nothing. Its log has a line for each thing that arrived, so that a
// test can prove what was typed, submitted and answered.
//
// Agent is the whole behaviour as a reducer: bytes and time in; bytes for the
// terminal, log records and effects out. It does no I/O and reads no clock. Run
// is the thin shell around it that owns the terminal.
//
// The package imports the standard library and x/sys only and does no work at
// start-up: jun links it, and agents call jun all day.
//
//	           splash over            Enter with text
//	starting ─────────────────▶ idle ─────────────────▶ working ──┐
//	                             ▲ ▲                    │  ▲   │  │ script ends:
//	                             │ │ denied, Esc        │  │   │  │ next queued
//	                             │ └─────────── waiting ◀──┘   │  │ message, or
//	                             │               permission,   │  │ idle
//	                             │               question      │  │
//	                             └─────────────────────────────┴──┘
//	                               Esc, Ctrl-C, error
//
// Overlays (transcript, rewind, model picker) lie over any of these and take the
// keys; they do not change the state.
package demoagent
