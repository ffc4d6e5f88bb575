import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { measureHomonyms } from '../../scripts/measure/homonyms.ts'
import { readFiles } from '../../scripts/measure/tree.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))

/** Names of two types that the package exports from different entries. */
const exported = ['Known', 'Mistake', 'Person']

test('a type of src/ has a name that no other file declares', () => {
  const homonyms = measureHomonyms({ src: readFiles(checkout, 'src') }).details.filter(
    (line) => !exported.includes(line.slice(0, line.indexOf(':'))),
  )

  expect(homonyms).toEqual([])
})
