import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawSample } from '../../../src/evidence/sampling/draw-sample.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'

const script = join(import.meta.dirname, 'redraw.mjs')
const id = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/[\n\r]/.test(text))

function redraw(ids: readonly string[], draw: object): string {
  const folder = createTempFolder()
  writeFileSync(join(folder, 'draw.json'), JSON.stringify(draw))
  writeFileSync(join(folder, 'ids.txt'), ids.map((each) => `${each}\n`).join(''))
  const { stdout, stderr } = spawnSync(process.execPath, [script, join(folder, 'draw.json'), join(folder, 'ids.txt')], {
    encoding: 'utf8',
  })
  return `${stdout}${stderr}`.trim()
}

describe('drawSample()', () => {
  test('draws ids of the population, each once, as many as there are', () => {
    fc.assert(
      fc.property(fc.array(id), fc.string({ minLength: 1 }), fc.nat(50), (ids, seed, size) => {
        const { drawn, populationSize } = drawSample(ids, seed, size)

        expect(new Set(drawn).size).toBe(drawn.length)
        expect(drawn.every((each) => ids.includes(each))).toBe(true)
        expect(drawn).toHaveLength(Math.min(size, populationSize))
      }),
    )
  })

  test('draws the same whatever the order of the list, and more of the same for a larger size', () => {
    fc.assert(
      fc.property(fc.uniqueArray(id), fc.string({ minLength: 1 }), fc.nat(20), (ids, seed, size) => {
        const draw = drawSample(ids, seed, size)

        expect(drawSample(ids.toReversed(), seed, size)).toEqual(draw)
        expect(drawSample(ids, seed, size + 5).drawn.slice(0, size)).toEqual(draw.drawn)
      }),
    )
  })

  test('draws each about as often as the others', () => {
    const ids = Array.from({ length: 20 }, (_, index) => `u${index}`)
    const counts = new Map(ids.map((each) => [each, 0]))
    for (let seed = 0; seed < 4_000; seed++)
      for (const each of drawSample(ids, `seed ${seed}`, 5).drawn) counts.set(each, (counts.get(each) ?? 0) + 1)

    // 1,000 expected; six standard deviations of the binomial are 165.
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(165)
  })

  test.each([-1, 1.5, Number.NaN])('refuses the size %s', (size) => {
    expect(() => drawSample(['a'], 's', size)).toThrow(RangeError)
  })
})

describe('an independent script of 40 lines', () => {
  test('has no more of them, and imports nothing of ours', () => {
    const text = readFileSync(script, 'utf8')

    expect(text.split('\n').length).toBeLessThanOrEqual(40)
    expect(text.match(/from '([^']+)'/g)).toEqual(["from 'node:crypto'", "from 'node:fs'"])
  })

  test('draws the same, and sees another population, seed or sample', () => {
    const ids = Array.from({ length: 200 }, (_, index) => `user-${index}@acme.example ä 😀`)
    const draw = drawSample(ids, 'checkpoint sha256 of 2026-05-01', 25)

    expect(redraw(ids.toReversed(), draw)).toBe('same')
    expect(redraw(ids.slice(1), draw)).toBe('other')
    expect(redraw(ids, { ...draw, seed: 'another' })).toBe('other')
    expect(redraw(ids, { ...draw, drawn: [...draw.drawn.slice(1), ids[0]] })).toBe('other')
  })
})
