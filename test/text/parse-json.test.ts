import { expect, test } from 'vitest'
import { parseJson } from '../../src/text/parse-json.ts'

test('parseJson() gives the value, and undefined for everything that is no JSON', () => {
  expect(['{"a":[1]}', 'null', '"x"', '', '{"a":', 'a=1'].map(parseJson)).toEqual([
    { a: [1] },
    null,
    'x',
    undefined,
    undefined,
    undefined,
  ])
})
