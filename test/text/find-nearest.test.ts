import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findNearest } from '../../src/text/find-nearest.ts'
import { linearMax, measureGrowth } from '../setup/growth.ts'

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
