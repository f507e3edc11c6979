import { expect, test } from 'vitest'
import type { Notice } from '../api.gen'
import { iconFor, pageTitle, words } from './notices'

const notice = (part: Partial<Notice>): Notice => ({
  id: 1,
  time: '',
  terminal: 3,
  project: 'web',
  reason: 'waiting',
  title: 'Fix it',
  ...part,
})

test.each([
  [{ text: 'Proceed?' }, 'Fix it waits for you', 'Proceed?'],
  [{ reason: 'done' }, 'Fix it has finished', 'web'],
  [{ reason: 'bell' }, 'Fix it rings', 'web'],
  [{ reason: 'program', title: 'Build', text: 'ok' }, 'Build', 'ok'],
])('%j is told as %s', (part, title, text) => expect(words(notice(part))).toEqual({ title, text }))

test('the window shows how many wait', () => {
  expect(pageTitle(0)).toBe('Junto')
  expect(pageTitle(3)).toBe('(3) Junto')
  expect(iconFor(0)).not.toBe(iconFor(1))
})
