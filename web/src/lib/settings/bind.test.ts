import { expect, test } from 'vitest'
import { chordsOf } from '../commands/bindings'
import { bind, doubts, reset } from './bind'
import { read } from './settings'

const commands = ['palette', 'new-terminal', 'close-tab', 'theme'].map((id) => ({ id }))

test('a new chord takes the place of those that a command had', () => {
  const own = bind({}, 'palette', 'Alt+p', commands)
  expect(chordsOf('palette', own)).toEqual(['Alt+p'])
  expect(chordsOf('close-tab', own)).toEqual(['Alt+w'])
})

test('a chord belongs to one command only', () => {
  const own = bind({}, 'theme', 'Alt+t', commands)
  expect(chordsOf('theme', own)).toEqual(['Alt+t'])
  expect(chordsOf('new-terminal', own)).toEqual([])
})

test('of several chords only the taken one goes', () => {
  const own = bind({}, 'theme', 'Ctrl+Shift+K', commands)
  expect(chordsOf('palette', own)).toEqual(['Mod+k'])
})

test('a command can have none', () => {
  expect(chordsOf('palette', bind({}, 'palette', null, commands))).toEqual([])
})

test('a reset takes the chord back from who has it now', () => {
  const own = reset(bind({}, 'theme', 'Alt+t', commands), 'new-terminal', commands)
  expect(chordsOf('new-terminal', own)).toEqual(['Alt+t'])
  expect(chordsOf('theme', own)).toEqual([])
})

test('what may not work is said', () => {
  expect(doubts('Mod+w').join(' ')).toMatch(/Browsers keep Ctrl\+W.*goes to its program/)
  expect(doubts('Alt+p')).toEqual([])
  expect(doubts('Mod+j')).toEqual(['In a terminal Ctrl+J goes to its program.'])
})

test('chords are kept with the settings, and what is none is dropped', () => {
  const keys = { palette: ['Alt+p'], theme: [], 'close-tab': 'Alt+w', 'next-tab': [1] }
  expect(read(JSON.stringify({ keys })).keys).toEqual({ palette: ['Alt+p'], theme: [] })
})
