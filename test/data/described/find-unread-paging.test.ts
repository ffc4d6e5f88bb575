import { describe, expect, test } from 'vitest'
import { openDescribedApi } from '../../../src/data/described/described-api.ts'
import { findUnreadPaging } from '../../../src/data/described/find-unread-paging.ts'
import { openDescription } from '../../../src/descriptions/description.ts'

const item = { type: 'object', properties: { id: { type: 'string' }, next: { type: 'string' } } }
const list = { type: 'array', items: item }
const object = (properties: object) => ({ type: 'object', properties })

interface Described {
  /** Names of query parameters. */
  readonly parameters?: readonly string[]
  readonly headers?: object
}

/** What is found of a list that one request reads. */
function findIn(schema: object, { parameters = [], headers = {} }: Described = {}) {
  const success = { description: 'ok', headers, content: { 'application/json': { schema } } }
  const get = {
    parameters: parameters.map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
    responses: { 200: success },
  }
  const description = openDescription({ openapi: '3.0.3', paths: { '/users': { get } } })
  const found = description && openDescribedApi(description, 'https://api.acme.example').find('GET', '/users')
  if (!found || 'problem' in found) throw new Error('The description has no users.')
  return findUnreadPaging(found.operation, schema === list ? [] : ['items'])
}

const numberOrNull = { anyOf: [{ type: 'number' }, { type: 'null' }] }

describe('findUnreadPaging() finds', () => {
  test.each<[string, object, Described, object]>([
    ['an offset', list, { parameters: ['limit', 'offset'] }, { is: 'parameter', name: 'offset' }],
    ['a page', list, { parameters: ['per_page', 'page'] }, { is: 'parameter', name: 'page' }],
    ['a cursor', object({ items: list, cursor: { type: 'string' } }), { parameters: ['cursor'] }, { name: 'cursor' }],
    ['a page token', object({ items: list }), { parameters: ['nextPageToken'] }, { name: 'nextPageToken' }],
    ['a cursor without parameter', object({ items: list, nextCursor: { type: 'number' } }), {}, { name: 'nextCursor' }],
    [
      'a link in the body',
      object({ items: list, _links: object({ next: object({ href: { type: 'string' } }) }) }),
      {},
      { is: 'member', name: '_links.next.href' },
    ],
    ['a number or null', object({ items: list, pagination: object({ next: numberOrNull }) }), {}, { is: 'member' }],
    ['a flag', object({ items: list, has_more: { type: 'boolean' } }), {}, { name: 'has_more' }],
    ['a Link header', list, { headers: { Link: {} } }, { is: 'header', name: 'Link' }],
  ])('%s', (_name, schema, how, found) => {
    expect(findIn(schema, how)).toMatchObject(found)
  })
})

describe('findUnreadPaging() finds nothing', () => {
  test.each<[string, object, Described]>([
    ['in a list without pages', list, {}],
    ['in a size alone', list, { parameters: ['limit'] }],
    ['in filters', object({ items: list }), { parameters: ['since', 'status', 'updated_after'] }],
    ['in members of the items', object({ items: list, kind: { type: 'string' } }), {}],
  ])('%s', (_name, schema, how) => {
    expect(findIn(schema, how)).toBeUndefined()
  })
})
