import { describe, expect, test } from 'vitest'
import { reduceSchema } from '../../src/data/contract/reduce-schema.ts'
import { parseReads } from '../../src/data/contract/watch-shape.ts'
import { readSchemaShape } from '../../src/data/described/schema-shape.ts'
import type { Shape } from '../../src/data/expressions/shape.ts'
import { DescriptionNode } from '../../src/descriptions/description-node.ts'
import { makeSample } from '../../src/descriptions/sample.ts'
import { mergeSchema, readKinds, readType } from '../../src/descriptions/schema.ts'
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

describe('mergeSchema() of members with the same name', () => {
  const page = (more: object) => ({ type: 'object', properties: { data: { type: 'array', ...more } } })

  test.each([
    ['described again', [ref('Page'), page({ maxItems: 50 })]],
    ['described before', [page({ description: 'The users.' }), ref('Page')]],
    ['described by a reference alone', [ref('Page'), { properties: { data: ref('Any') } }]],
  ])('keeps the items of a list that is %s', (_, allOf) => {
    const items = { type: 'object', properties: { id: { type: 'string' } } }
    const schemas = { Page: page({ items }), Any: { type: 'array' }, Users: { allOf } }

    const data = viewSchema(nodeAt(schemas, 'Users')).members.get('data')?.view()

    expect([data?.type, ...(data?.items?.().members.keys() ?? [])]).toEqual(['array', 'id'])
  })

  test('adds the members of items that two parts describe', () => {
    const item = (name: string) => ({ properties: { [name]: { type: 'string' } } })
    const schemas = { List: { allOf: [{ type: 'array', items: item('id') }, { items: item('email') }] } }

    expect([...(viewSchema(nodeAt(schemas, 'List')).items?.().members.keys() ?? [])]).toEqual(['id', 'email'])
  })

  test('ends where two schemas hold each other under the same name', () => {
    const schemas: Record<string, object> = {}
    for (let nth = 0; nth < 60; nth++) {
      const both = { allOf: [ref(`A${(nth + 1) % 60}`), ref(`B${(nth + 1) % 60}`)] }
      schemas[`A${nth}`] = { ...both, properties: { self: ref(`A${(nth + 1) % 60}`) } }
      schemas[`B${nth}`] = { ...both, properties: { self: ref(`B${nth}`) } }
    }

    let view = viewSchema(nodeAt(schemas, 'A0'))
    for (let depth = 0; depth < 30; depth++) view = view.members.get('self')?.view() ?? view

    expect([...view.members.keys()]).toEqual(['self'])
    expect(JSON.stringify(makeSample(nodeAt(schemas, 'A0'))).length).toBeLessThan(10_000)
  })
})

describe('readType()', () => {
  test.each([
    [{ type: ['null', 'integer'] }, 'integer'],
    [{ properties: { id: {} } }, 'object'],
    [{ additionalProperties: false }, 'object'],
    [{ items: { type: 'string' } }, 'array'],
    [{ enum: ['a', 'b'] }, 'string'],
    [{ const: 'a' }, 'string'],
    [{ const: 1 }, undefined],
    [{ enum: ['a', 1] }, undefined],
    [{ type: 'any' }, undefined],
  ])('tells of %j that it is %s', (schema, type) => {
    expect(readType(nodeAt({ schema }, 'schema'))).toBe(type)
  })
})

describe('readKinds()', () => {
  const schemas = {
    Method: { properties: { type: {} }, discriminator: { mapping: { ONE: '#/components/schemas/One', TWO: 'Two' } } },
    One: { allOf: [ref('Method'), { properties: { factor: { type: 'string' } } }] },
  }

  test('gives the schemas of the words that a discriminator maps, and none where a schema only includes it', () => {
    expect(readKinds(nodeAt(schemas, 'Method')).map(({ pointer }) => pointer)).toEqual(['/components/schemas/One'])
    expect(readKinds(nodeAt(schemas, 'One'))).toEqual([])
  })

  test('and their members are described, as those that every kind has', () => {
    const shape = readSchemaShape(nodeAt(schemas, 'Method'))

    expect([...(shape.members?.keys() ?? [])].sort()).toEqual(['factor', 'type'])
    expect(reduceSchema(nodeAt(schemas, 'Method'), parseReads(['/factor'])).properties).toEqual({
      factor: { type: 'string' },
    })
  })
})

describe('readSchemaShape()', () => {
  const last = { type: 'object', properties: { id: { type: 'string' } } }

  test.each([
    ['alternatives', (next: object) => ({ anyOf: [next, next] })],
    ['shapes', (next: object) => ({ oneOf: [next, { allOf: [next, { description: 'The same.' }] }] })],
    ['members', (next: object) => ({ type: 'object', properties: { a: { anyOf: [next, next] }, b: next } })],
    ['items', (next: object) => ({ type: 'array', items: { oneOf: [next, next, next] } })],
  ])('works each schema out once where %s name the next one in ever more ways', (_what, name) => {
    const depth = 60
    const schemas = Object.fromEntries(
      Array.from({ length: depth + 1 }, (_, i) => [`S${i}`, i === depth ? last : name(ref(`S${i + 1}`))]),
    )
    const startedMs = performance.now()

    let shape: Shape | undefined = readSchemaShape(nodeAt(schemas, 'S0'))
    for (let level = 0; shape && level < depth; level++) shape = shape.members?.get('a')?.() ?? shape.item?.()

    expect(performance.now() - startedMs).toBeLessThan(2_000)
  })

  test('knows what is certain of alternatives that are the same', () => {
    const schemas = { User: last, Either: { oneOf: [ref('User'), ref('User')] } }

    expect([...(readSchemaShape(nodeAt(schemas, 'Either')).members?.keys() ?? [])]).toEqual(['id'])
  })
})
