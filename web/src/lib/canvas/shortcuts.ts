// The surface's keys as the list of shortcuts shows them; keys.ts and pointer.ts
// do what they say.

export const canvasShortcuts = [
  { title: 'Next, previous card or line', keys: ['Tab', 'Shift+Tab'] },
  { title: 'The card in that direction', keys: ['Mod+ArrowRight'] },
  { title: 'Open: peek, write, name', keys: ['Enter'] },
  { title: 'Move the card; by one pixel', keys: ['ArrowRight', 'Shift+ArrowRight'] },
  { title: 'Delete; of a line, revoke', keys: ['Delete'] },
  { title: 'Undo, redo', keys: ['Mod+z', 'Mod+Shift+z'] },
  { title: 'Select, move the view', keys: ['v', 'h'] },
  { title: 'Add an agent, a terminal', keys: ['a', 't'] },
  { title: 'Add a note, a label, a region', keys: ['n', 'l', 'r'] },
  { title: 'Draw a line', keys: ['e'] },
  { title: 'Zoom in, out, to 100 %', keys: ['=', '-', '0'] },
  { title: 'Show everything, or what is selected', keys: ['1', '2'] },
].map((s) => ({ group: 'On a canvas', ...s }))
