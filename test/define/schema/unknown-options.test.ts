import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { findUnknownOptions, refuseOthers, strict } from '../../../src/define/index.ts'

test('findUnknownOptions() names each unknown member with its path, in the order of the object', () => {
  const problems = findUnknownOptions({ sevrity: 1, id: 2, whatever: 3 }, ['id', 'severity'], ['checks', 0])

  expect(problems).toEqual([
    { path: 'checks[0].sevrity', message: 'is not an option here; did you mean "severity"?' },
    { path: 'checks[0].whatever', message: 'is not an option here; remove it or check its spelling' },
  ])
})

test('findUnknownOptions() says of a name with a space that it may be the rest of a text with a comma', () => {
  const [problem] = findUnknownOptions({ 'and it ends.': null }, ['says'])

  expect(problem?.message).toBe(
    'is not an option here; if it is the rest of a text with a comma, put the text in quotes',
  )
})

test('refuseOthers() says of a schema, of either kind, what findUnknownOptions() says of the same members (property)', () => {
  const name = fc.constantFrom('id', 'ids', 'title', 'titel', '__proto', 'constructor', 'x')
  const shape = { id: z.optional(z.unknown()), title: z.optional(z.unknown()) }
  const schemas = [strict(shape), z.strictObject(shape, refuseOthers(shape))]

  fc.assert(
    fc.property(fc.uniqueArray(name), (names) => {
      const input = Object.fromEntries(names.map((each) => [each, 1]))
      const expected = findUnknownOptions(input, ['id', 'title']).map(({ message }) => message)

      for (const schema of schemas) {
        const { error } = z.safeParse(schema, input)

        expect(error?.issues.flatMap(({ message }) => message.split('\n')) ?? []).toEqual(expected)
      }
    }),
  )
})
