import { describe, expect, test } from 'vitest'
import { DescriptionNode } from '../../src/descriptions/description-node.ts'
import { mergeSchema, readType } from '../../src/descriptions/schema.ts'
import { viewSchema } from '../../src/descriptions/schema-view.ts'

function nodeAt(schemas: object, name: string): DescriptionNode {
  return DescriptionNode.root({ components: { schemas } }, new Map()).at('components', 'schemas', name)
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

describe('mergeSchema()', () => {
  test('adds what allOf inherits, and holds members required that another part requires', () => {
    const schemas = {
      Base: { properties: { id: { type: 'string' } } },
      User: { allOf: [ref('Base'), { required: ['id'] }], properties: { name: { type: 'string' } } },
    }

    const { properties, required } = mergeSchema(nodeAt(schemas, 'User'))

    expect([Object.keys(properties ?? {}), required]).toEqual([['id', 'name'], ['id']])
    expect(viewSchema(nodeAt(schemas, 'User')).members.get('id')?.required).toBe(true)
  })

  test('ends where schemas include each other in ever more ways', () => {
    const doubled = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`S${index}`, { allOf: [ref(`S${index + 1}`), ref(`S${index + 1}`)] }]),
    )
    const schemas = { ...doubled, S60: { required: ['id'] }, Self: { allOf: [ref('Self')] } }

    expect(mergeSchema(nodeAt(schemas, 'S0')).required).toEqual(['id'])
    expect(mergeSchema(nodeAt(schemas, 'Self'))).toEqual({ required: [] })
  })
})

describe('readType()', () => {
  test.each([
    [{ type: ['null', 'integer'] }, 'integer'],
    [{ properties: { id: {} } }, 'object'],
    [{ additionalProperties: false }, 'object'],
    [{ items: { type: 'string' } }, 'array'],
    [{ enum: ['a', 'b'] }, 'string'],
    [{ enum: ['a', 1] }, undefined],
    [{ type: 'any' }, undefined],
  ])('tells of %j that it is %s', (schema, type) => {
    expect(readType(nodeAt({ schema }, 'schema'))).toBe(type)
  })
})
