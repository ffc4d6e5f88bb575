import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BriefMap } from '../../../src/http/kept/short-lived-map.ts'

test('BriefMap does what a Map does, whatever the keys are (property)', () => {
  const key = fc.constantFrom(
    'a',
    '__proto__',
    'constructor',
    '1',
    '',
    'a/repositories/17',
    'b/repositories/17',
    'c/repositories/17',
  )
  const step = fc.oneof(
    fc.tuple(fc.constant('set' as const), key, fc.integer()),
    fc.tuple(fc.constant('delete' as const), key),
    fc.tuple(fc.constant('clear' as const)),
  )

  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const map = new Map<string, number>()
      const brief = new BriefMap<number>()
      for (const [name, at = '', value = 0] of steps) {
        if (name === 'set') for (const each of [map, brief]) each.set(at, value)
        else if (name === 'delete') for (const each of [map, brief]) each.delete(at)
        else for (const each of [map, brief]) each.clear()

        expect([brief.size, brief.get(at), brief.has(at)]).toEqual([map.size, map.get(at), map.has(at)])
        expect([...brief.values()].sort()).toEqual([...map.values()].sort())
      }
    }),
  )
})
