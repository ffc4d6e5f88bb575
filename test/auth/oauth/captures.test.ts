import { expect, test } from 'vitest'
import { captureFrom } from '../../../src/auth/oauth/captures.ts'
import { createAcme } from './acme.ts'

const acme = createAcme({
  capture: [
    { id: 'shop', from: 'callback', path: 'shop', pattern: '[a-z-]+\\.acme\\.example' },
    { id: 'team', from: 'token', path: 'team.id' },
  ],
})
const from = (source: 'callback' | 'token', value: unknown) => captureFrom(source, acme, () => value)

test('captureFrom() takes values of its source, as text', () => {
  expect(from('callback', 'blue.acme.example')).toEqual({ captured: { shop: 'blue.acme.example' }, problems: [] })
  expect(from('token', 42)).toEqual({ captured: { team: '42' }, problems: [] })
  expect(from('token', true)).toEqual({ captured: { team: 'true' }, problems: [] })
})

test.each([
  [undefined, 'is missing'],
  ['', 'is missing'],
  [{ id: 1 }, 'is missing'],
  [2 ** 60, 'is missing'],
  ['a\nb', 'contains control characters'],
])('captureFrom() does not take %j: it %s', (value, message) => {
  expect(from('token', value)).toEqual({ captured: {}, problems: [{ id: 'team', message }] })
})

test('captureFrom() takes 2048 characters and no more', () => {
  expect(from('token', 'x'.repeat(2_048)).problems).toEqual([])
  expect(from('token', 'x'.repeat(2_049)).problems).toEqual([{ id: 'team', message: 'is longer than 2048 characters' }])
})

test('captureFrom() holds what anybody could send in a callback to its pattern, whole', () => {
  const { captured, problems } = from('callback', 'blue.acme.example.evil.example')

  expect(captured).toEqual({})
  expect(problems).toEqual([{ id: 'shop', message: 'does not match [a-z-]+\\.acme\\.example' }])
})
