import { expect, test } from 'vitest'
import {
  toCamelCaseName,
  toFieldLabel,
  toKebabCase,
  toPascalCase,
  toSingular,
} from '../../../src/author/new/name-spelling.ts'

test.each(['APIKeys', 'api_keys', 'apiKeys', 'api-keys', ' api keys ', 'API.Keys'])(
  '%s is one name in any spelling',
  (name) => {
    expect(toKebabCase(name)).toBe('api-keys')
    expect(toCamelCaseName(name)).toBe('apiKeys')
    expect(toPascalCase(name)).toBe('ApiKeys')
    expect(toFieldLabel(name)).toBe('Api keys')
  },
)

test.each([
  ['users', 'user'],
  ['policies', 'policy'],
  ['addresses', 'address'],
  ['boxes', 'box'],
  ['statuses', 'status'],
  ['status', 'status'],
  ['access', 'access'],
  ['analysis', 'analysis'],
  ['data', 'data'],
])('toSingular(%s) is %s', (plural, singular) => {
  expect(toSingular(plural)).toBe(singular)
})

test('names of a description stay short and plain, whatever it holds', () => {
  expect(toKebabCase('x'.repeat(100_000)).length).toBeLessThanOrEqual(200)
  expect(toKebabCase("'; process.exit() //")).toBe('process-exit')
  expect(toKebabCase('日本語')).toBe('')
  expect(toFieldLabel('日本語')).toBe('Value')
})
