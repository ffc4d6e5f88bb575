import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findNearest, formatPath, readValueAt } from '../../../src/define/schema/problems.ts'
import { linearMax, measureGrowth } from '../../setup/growth.ts'

const names = ['authorizeUrl', 'tokenUrl', 'scopes', 'pkce', 'clientAuthMethod', 'id', 'in']

describe('findNearest()', () => {
  test.each([
    ['authorizeURL', 'authorizeUrl'],
    ['authoriseUrl', 'authorizeUrl'],
    ['tokenUrls', 'tokenUrl'],
    ['tokneUrl', 'tokenUrl'],
    ['scope', 'scopes'],
    ['pcke', 'pkce'],
    ['clientAuthMethd', 'clientAuthMethod'],
    ['ID', 'id'],
  ])('takes %s for %s', (word, name) => {
    expect(findNearest(word, names)).toBe(name)
  })

  test.each(['webhooks', 'x', '', 'authUrl', 'url', 'ix'])('takes %j for nothing', (word) => {
    expect(findNearest(word, names)).toBeUndefined()
  })

  test('gives nothing where nothing is known', () => {
    expect(findNearest('scopes', [])).toBeUndefined()
  })

  test('takes no longer than in proportion to a long word', async () => {
    const { ratio } = await measureGrowth(
      (length) => 'x'.repeat(length),
      (word) => findNearest(word, names),
      1_000_000,
    )

    expect(ratio).toBeLessThan(linearMax)
  })

  test('finds every known name from any one slip of four letters and more', () => {
    const long = names.filter((name) => name.length > 3)
    const slip = fc.record({
      name: fc.constantFrom(...long),
      at: fc.nat({ max: 3 }),
      kind: fc.constantFrom('insert', 'delete', 'replace', 'swap'),
    })

    fc.assert(
      fc.property(slip, ({ name, at, kind }) => {
        const [before, after] = [name.slice(0, at), name.slice(at)]
        const slips: Record<string, string> = {
          insert: `${before}q${after}`,
          delete: before + after.slice(1),
          replace: `${before}q${after.slice(1)}`,
          swap: before + after.charAt(1) + after.charAt(0) + after.slice(2),
        }
        expect(findNearest(slips[kind] ?? '', names)).toBe(name)
      }),
    )
  })
})

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
