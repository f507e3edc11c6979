package outer

import "strings"

// Enter is written before the first output: it keeps the window's title for
// Leave, and moves what is on the screen up into the scrollback, so that the
// attached screen covers nothing.
func Enter(rows int) string {
	return "\x1b[22;0t" + strings.Repeat("\n", max(rows, 1)) + Fresh
}

// Fresh is written before a snapshot: the snapshot expects an emulator that was
// just reset. A full reset would take the user's scrollback with it.
const Fresh = mainScreen + modesOff + "\x1b[H\x1b[2J"

// Leave is written at the end: whatever the attached program turned on would
// otherwise go on in the user's shell.
const Leave = mainScreen + modesOff + "\x1b[23;0t\r\n"

// mainScreen leaves the alternate screen. Where the program is not in it,
// terminals restore the cursor all the same: to where it was just saved.
const mainScreen = "\x18\x1b7\x1b[?1049l" // the first byte ends a sequence that was cut off

// modesOff turns off whatever a program can turn on.
const modesOff = "\x1b7\x1b[?6l\x1b[?69l\x1b[r\x1b8" + // origin, margins, scroll region; these move the cursor
	"\x1b[?9l\x1b[?1000l\x1b[?1001l\x1b[?1002l\x1b[?1003l" + // mouse reports
	"\x1b[?1004l" + // focus reports
	"\x1b[?1005l\x1b[?1006l\x1b[?1015l\x1b[?1016l" + // their encodings
	"\x1b[?1007l" + // the wheel as arrow keys
	"\x1b[?2004l\x1b[?2026l\x1b[?2031l\x1b[?2048l" + // paste, synchronized output, colour and size reports
	"\x1b[<99u\x1b[=0u\x1b[>4m" + // kitty keyboard: the stack and the flags; xterm's modifyOtherKeys
	"\x1b[?1l\x1b>" + // cursor keys, keypad
	"\x1b[?5l\x1b[?7h\x1b[4l\x1b[20l" + // reverse, wrap, insert, newline
	"\x1b[?25h\x1b[0 q\x1b[0m" + // cursor, its shape, attributes
	"\x1b]8;;\x1b\\\x1b]104\x1b\\\x1b]110\x1b\\\x1b]111\x1b\\\x1b]112\x1b\\" + // link, colours
	"\x1b(B\x0f" // character set
