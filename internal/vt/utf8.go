package vt

// Most characters that are not ASCII have three bytes. These two spare them the
// general functions.

// decode3 decodes a character of three bytes, unless its first byte is one that
// restricts the second; it returns 0 for all others.
func decode3(p []byte) rune {
	if len(p) < 3 || p[0]-0xe1 >= 0x0c || p[1]&0xc0 != 0x80 || p[2]&0xc0 != 0x80 {
		return 0
	}
	return rune(p[0]&0x0f)<<12 | rune(p[1]&0x3f)<<6 | rune(p[2]&0x3f)
}

// append3 encodes a character of three bytes.
func append3(b []byte, r rune) []byte {
	return append(b, 0xe0|byte(r>>12), 0x80|byte(r>>6)&0x3f, 0x80|byte(r)&0x3f)
}
