package vt

// Most characters that are not ASCII have three bytes. These two spare them the
// general functions.

// decode3 decodes a character of three bytes at p[i], unless its first byte is one
// that restricts the second; it returns 0 for all others.
func decode3(p []byte, i int) rune {
	if i+3 > len(p) {
		return 0
	}
	a, b, c := p[i], p[i+1], p[i+2]
	if a-0xe1 >= 0x0c || b&0xc0 != 0x80 || c&0xc0 != 0x80 {
		return 0
	}
	return rune(a&0x0f)<<12 | rune(b&0x3f)<<6 | rune(c&0x3f)
}

// append3 encodes a character of three bytes.
func append3(b []byte, r rune) []byte {
	return append(b, 0xe0|byte(r>>12), 0x80|byte(r>>6)&0x3f, 0x80|byte(r)&0x3f)
}
