import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { createWithApiKey, define, listMistakes } from '../definitions.ts'

describe('a definition is plain data', () => {
  test.each([
    ['a Date', new Date(0), 'Date'],
    ['a Map', new Map([['concurrency', 4]]), 'Map'],
    ['a class instance', new (class Limits {})(), 'Limits'],
    ['an instance without a class', Object.create({ concurrency: 4 }), 'Object'],
  ])('so %s is refused, which a copy would empty', (_name, limits, kind) => {
    expect(listMistakes(createWithApiKey({ limits }))).toEqual([`limits: must be plain data ({ … }), not a ${kind}`])
  })

  test.each([
    ['at the top', Object.assign(JSON.parse('{"__proto__": {"name": "Acme"}}'), createWithApiKey()), '__proto__'],
    ['in an object', createWithApiKey({ limits: JSON.parse('{"__proto__": {"concurrency": 4}}') }), 'limits.__proto__'],
    ['in a map', createWithApiKey({ headers: JSON.parse('{"__proto__": "x"}') }), 'headers.__proto__'],
    ['in a list', createWithApiKey({ variables: [JSON.parse('{"__proto__": {}}')] }), 'variables[0].__proto__'],
  ])('so a member called __proto__ is refused %s', (_place, definition, path) => {
    expect(listMistakes(definition)).toContain(`${path}: is not a usable name; remove it`)
  })

  test('so no prototype changes, whatever a definition holds', () => {
    listMistakes(JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}'))

    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  test('so one that refers back to itself is refused and no loop', () => {
    const cyclic: Record<string, unknown> = { ...createWithApiKey() }
    cyclic.self = cyclic
    cyclic.limits = cyclic

    expect(listMistakes(cyclic)).toContain('self: is not an option here; remove it or check its spelling')
  })

  test('and objects without prototype or of another realm are', () => {
    const bare = Object.assign(Object.create(null), createWithApiKey())
    const foreign = runInNewContext('JSON.parse(text)', { text: JSON.stringify(createWithApiKey()) })

    expect(define(bare).definition).toEqual(createWithApiKey())
    expect(JSON.parse(JSON.stringify(define(foreign).definition))).toEqual(createWithApiKey())
  })
})
