import { expect, test } from 'vitest'
import { rank, score } from './rank'

const items = ['Fix the login form', 'Link checker', 'New terminal', 'Settings', 'Larger letters'].map((title) => ({
  id: title,
  title,
}))
const found = (q: string, recent: string[] = []) => rank(q, items, recent).map((i) => i.title)

test('letters must come in order', () => {
  expect(score('nt', 'New terminal')).toBeGreaterThan(0)
  expect(score('tn', 'Settings')).toBeGreaterThan(0)
  expect(score('zz', 'Settings')).toBe(0)
})

test('the beginnings of words count more', () => {
  expect(found('nt')[0]).toBe('New terminal')
  expect(found('lc')[0]).toBe('Link checker')
  expect(found('login')[0]).toBe('Fix the login form')
})

test('without a query the recent come first', () => {
  expect(found('', ['Settings', 'New terminal']).slice(0, 2)).toEqual(['Settings', 'New terminal'])
})

test('the recent win among equals only', () => {
  expect(found('l', ['Larger letters'])[0]).toBe('Larger letters')
  expect(found('login', ['Larger letters'])[0]).toBe('Fix the login form')
})
