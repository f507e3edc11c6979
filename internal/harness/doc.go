// Package harness knows what an agent CLI is: which process is one, what its
// window title and the bottom of its screen say about its state, what its
// composer looks like, how text must be typed into it, and how it is started
// and resumed. Every one of those facts is data, in manifests/<name>.toml; the
// code here only reads them and finds what they describe.
//
// It leaves judging to others: package status weighs the evidence over time,
// package compose types, and the host reads the process table and starts
// programs.
//
// # Manifests
//
// A manifest is decoded strictly. Its patterns are regular expressions of Go,
// matched line by line. To teach Junto another agent, write a manifest, add its
// name to order, and record it (package status replays recordings).
//
//	[detect]          programs, packages, commands: what runs it; titles: what names it in a recording
//	[program_status]  its reports over OSC 7501: apps, and the message of mere background work
//	[[title]]         match, shows, say: a state that the window title shows
//	[[notice]]        the same for a notification
//	[[screen]]        where, lines, shows, say: a state that a region of the live screen shows; the first match counts
//	[composer]        prompt, line, top, bottom, inset: the box; placeholders and chips: what is no text in it
//	[typing]          gaps, chip_gap, key_gap: waits before an Enter; starts_within: until the first sign of work
//	[launch]          program, resume, pin, and the options of the settings; on_resume: what a session keeps
//
// The regions keep text of the past from counting: what stands higher on the
// screen than its region is history.
//
//	● an answer              history
//	✻ Channeling… (3s)       above   a few rows over the box
//	──────────────────────   frame
//	❯ a draft                box     what the frame encloses
//	──────────────────────
//	  esc to interrupt       footer  all below the box
//
// A dialog mostly takes the box's place: the region dialog is the last lines of
// a screen without a box, and bottom the last few of any.
package harness
