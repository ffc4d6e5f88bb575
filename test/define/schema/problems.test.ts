import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatPath, readValueAt } from '../../../src/define/schema/problems.ts'

describe('formatPath()', () => {
  test.each([
    [[], ''],
    [['auth', 'config', 'scopes', 0], 'auth.config.scopes[0]'],
    [['headers', 'X-Key'], 'headers["X-Key"]'],
    [['headers', 'a"b'], 'headers["a\\"b"]'],
    [['a b', 0], '["a b"][0]'],
    [['__proto__'], '__proto__'],
  ])('writes %j as code would', (path, text) => {
    expect(formatPath(path)).toBe(text)
  })

  test('is JavaScript that reads the same value', () => {
    const key = fc.oneof(fc.string(), fc.nat({ max: 9 }))

    fc.assert(
      fc.property(fc.array(key, { minLength: 1, maxLength: 4 }), (path) => {
        const root = path.reduceRight<unknown>((value, each) => wrapped(each, value), 'found')
        const text = formatPath(path)
        const read = new Function('root', `return root${text.startsWith('[') ? '' : '.'}${text}`)
        expect(read(root)).toBe('found')
        expect(readValueAt(root, path)).toBe('found')
      }),
    )
  })
})

test('readValueAt() leads nowhere along a prototype', () => {
  expect(readValueAt({}, ['constructor', 'name'])).toBeUndefined()
})

function wrapped(key: string | number, value: unknown): unknown {
  if (typeof key === 'string') return Object.defineProperty({}, key, { value, enumerable: true })
  const list: unknown[] = []
  list[key] = value
  return list
}
