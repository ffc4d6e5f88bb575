import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createResolver, findDifferences, findSchemaAt, type Schema } from './schema-differences.ts'

const description = {
  components: {
    schemas: {
      Named: { type: 'object', required: ['name'], properties: { name: { type: 'string', nullable: true } } },
      User: {
        allOf: [
          { $ref: '#/components/schemas/Named' },
          {
            type: 'object',
            required: ['id'],
            properties: { id: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } },
          },
        ],
      },
    },
  },
}
const resolve = createResolver(description)
const user: Schema = { $ref: '#/components/schemas/User' }

describe('findDifferences()', () => {
  test.each([
    [
      'nothing where all is declared',
      z.object({ id: z.number(), name: z.nullable(z.string()), tags: z.optional(z.array(z.string())) }),
      [],
    ],
    ['a member that is not declared', z.object({ colour: z.string() }), ['colour is not declared']],
    ['a member of another type', z.object({ id: z.string() }), ['id is never string']],
    ['a member that may be null', z.object({ name: z.string() }), ['name may be null']],
    ['a member that may be absent', z.object({ tags: z.array(z.string()) }), ['tags may be absent']],
    ['items of another type', z.object({ tags: z.optional(z.array(z.number())) }), ['tags[] is never number']],
  ])('gives %s', (_, ours, expected) => {
    expect(findDifferences(ours, user, resolve)).toEqual(expected)
  })
})

describe('findSchemaAt()', () => {
  test('finds items and members, through references and allOf', () => {
    const list: Schema = { type: 'object', properties: { users: { type: 'array', items: user } } }

    expect(findSchemaAt(list, 'users.[].tags.[]', resolve)).toEqual({ type: 'string' })
    expect(() => findSchemaAt(list, 'people.[]', resolve)).toThrow('Nothing is declared at "people"')
  })
})
