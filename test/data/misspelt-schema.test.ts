import { expect, test } from 'vitest'
import { DataFileError } from '../../src/data/data-file.ts'
import { readConnector } from '../../src/data/read-connector.ts'
import { misspell, schema, writePlace } from './misspell.ts'

function readProblems(file: unknown) {
  try {
    readConnector('acme.json', new TextEncoder().encode(JSON.stringify(file, undefined, 1)))
  } catch (error) {
    if (error instanceof DataFileError) return error.problems
    throw error
  }
  return []
}

test.each([
  ['a letter more', (name: string) => `${name}x`],
  ['the name __proto__', () => '__proto__'],
  ['the name constructor', () => 'constructor'],
  ['the name toString', () => 'toString'],
])('every member that the schema has is refused with %s, at its place', (_what, spell) => {
  const closed = [...misspell(schema, spell)].filter(({ isFree }) => isFree !== true)

  const missed = closed.filter(
    ({ place, value }) =>
      !readProblems(value).some(
        ({ path, message, line }) =>
          path === writePlace(place) && message.includes('is not an option here') && line > 1,
      ),
  )

  expect(closed.length).toBeGreaterThan(800)
  expect(missed.map(({ place }) => writePlace(place))).toEqual([])
})

test.each(['__proto__', 'constructor', 'toString'])(
  'the name %s where the author chooses names changes no object',
  (name) => {
    const free = [...misspell(schema, () => name)].filter(({ isFree }) => isFree === true)

    // Whatever is said of such a file is said by its problems.
    for (const { value } of free) expect(readProblems(value).length).toBeGreaterThan(0)

    expect(free.length).toBeGreaterThan(20)
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(String({})).toBe('[object Object]')
  },
)
