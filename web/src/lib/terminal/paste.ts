// What a paste may carry. A pasted text must never act as keys: no escape
// sequences, no control characters but tab and line break.

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
const control = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g

/** cleanPaste makes a text safe to paste; line breaks become LF. */
export function cleanPaste(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(control, '')
}

/** hasLines says whether a program without bracketed paste would run lines of the text. */
export function hasLines(text: string): boolean {
  return text.includes('\n')
}

/** pasteBytes frames a cleaned text for the program's paste mode. */
export function pasteBytes(text: string, bracketed: boolean): Uint8Array {
  const framed = bracketed ? `\x1b[200~${text}\x1b[201~` : text.replaceAll('\n', '\r')
  return new TextEncoder().encode(framed)
}
