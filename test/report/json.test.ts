import { expect, test } from 'vitest'
import { renderJson } from '../../src/report/json.ts'
import { check, createResult, run } from './records.ts'

test('renderJson() gives the same text whatever order members came in', () => {
  const one = renderJson({ b: 1, id: 'x', a: { z: 1, y: [{ d: 1, c: 2 }] } })
  const other = renderJson({ a: { y: [{ c: 2, d: 1 }], z: 1 }, id: 'x', b: 1 })

  expect(one).toBe(other)
  expect(one.startsWith('{\n  "id": "x",\n  "a": {')).toBe(true)
})

test('renderJson() loses nothing of a run and ends in a line break', () => {
  const finished = run(
    check({ results: [createResult({ evidence: { mfa: true, __proto__: null, list: [3, 1, 2] } })] }),
  )

  const text = renderJson(finished)

  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(finished)))
  expect(text.endsWith('}\n')).toBe(true)
})

test('renderJson() writes what a terminal would obey as escapes, and the value stays', () => {
  const value = { name: 'a\u001b[2J\u009b2J\u202eb\u2028c' }

  const text = renderJson(value)

  expect(text).toBe('{\n  "name": "a\\u001b[2J\\u009b2J\\u202eb\\u2028c"\n}\n')
  expect(JSON.parse(text)).toEqual(value)
})
