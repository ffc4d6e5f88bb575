import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { ImportWishes } from '../../../../src/author/new/openapi/imported-connector.ts'
import { createApi, createQueryParameter, describeAnswering, importDescription, users } from './description.ts'

const text = { type: 'string' }
const object = (...names: readonly string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, text])),
})
const listed = (item: object) => describeAnswering({ type: 'array', items: item })
const readIdentity = (paths: object) =>
  importDescription(createApi({}, paths)).checks[0]?.request.endpoint.members.identity.name

describe('listEndpoint() identifies items', () => {
  test.each(['gid', 'sid', 'uuid', 'key', 'uri'])('by "%s" before a name', (name) => {
    expect(readIdentity({ '/projects': listed(object('name', 'email', name)) })).toBe(name)
  })

  test('by the parameter of the path of one item, unless they have an id', () => {
    const one = (path: string) => ({ [path]: describeAnswering(object('name')) })

    expect(readIdentity({ '/hosts': listed(object('name', 'fqdn')), ...one('/hosts/{fqdn}') })).toBe('fqdn')
    expect(readIdentity({ '/hosts': listed(object('name', 'serial')), ...one('/hosts/{host_serial}') })).toBe('serial')
    expect(readIdentity({ '/hosts.json': listed(object('name', 'tag')), ...one('/hosts/{Tag}.json') })).toBe('tag')
    expect(readIdentity({ '/hosts': listed(object('id', 'fqdn')), ...one('/hosts/{fqdn}') })).toBe('id')
  })

  test('never by a secret, even if the path of one item has it', () => {
    const paths = { '/api-keys': listed(object('key', 'name')), '/api-keys/{key}': describeAnswering(object('name')) }

    expect(readIdentity(paths)).toBe('name')
  })
})

describe('listEndpoint() reads answers', () => {
  const answering = (content: object) => ({ get: { responses: { 200: { content } } } })
  const page = { users: [{ id: 'ada', mfa: true }], next: null }

  test('under any type', () => {
    const schema = { type: 'array', items: object('id') }

    expect(readIdentity({ '/users': answering({ '*/*': { schema } }) })).toBe('id')
    expect(readIdentity({ '/users': answering({ 'text/csv': { schema } }) as object, '/teams': users })).toBe('id')
  })

  test.each([
    ['the answer', { schema: { type: 'object' }, example: page }],
    ['the answer, by name', { schema: { type: 'object' }, examples: { ada: { value: page } } }],
    ['the answer, with the object around it that belongs to "examples"', { example: { value: page } }],
    ['the answer, as text', { example: JSON.stringify(page) }],
    ['the answer, inside its schema', { schema: { type: 'object', example: page } }],
    [
      'the list, beside a schema without items',
      { schema: { type: 'object', properties: { users: { type: 'array' } } }, example: page },
    ],
    [
      'the list, beside items without members',
      {
        schema: { type: 'object', properties: { users: { type: 'array', items: { type: 'object' } } } },
        example: page,
      },
    ],
    [
      'an item',
      { schema: { properties: { users: { type: 'array', items: { type: 'object', example: page.users[0] } } } } },
    ],
  ])('by the example of %s', (_, media) => {
    const [check] = importDescription(createApi({}, { '/users': answering({ 'application/json': media }) })).checks

    expect(check?.request.endpoint).toMatchObject({ at: ['users'], members: { identity: { name: 'id' } } })
    expect(check?.request.endpoint.members.facts.map(({ name, type }) => [name, type])).toEqual([['mfa', 'boolean']])
  })
})

test('listEndpoint() leaves the member "value" of an example to the answer, if a schema has it', () => {
  const items = { type: 'array', items: { type: 'object' } }
  const media = { schema: { type: 'object', properties: { value: items } }, example: { value: [{ id: 'ada' }] } }
  const get = { responses: { 200: { content: { 'application/json': media } } } }

  const [check] = importDescription(createApi({}, { '/users': { get } })).checks

  expect(check?.request.endpoint).toMatchObject({ at: ['value'], members: { identity: { name: 'id' } } })
})

test('listEndpoint() tells each reason if every list is left out', () => {
  const paths = {
    '/names': listed(text),
    '/pairs': listed({ type: 'object', properties: { on: { type: 'boolean' } } }),
    '/health': describeAnswering(object('up')),
    '/tokens': { get: { responses: { 200: { description: 'fine' } } } },
    '/report': { get: { responses: { 200: { content: { 'text/csv': { schema: text } } } } } },
  }

  expect(() => importDescription(createApi({}, paths))).toThrow(
    [
      'The description has no list that a check can be made of:',
      '  GET /names: its items are not objects',
      '  GET /pairs: its items have no member that tells one from another',
      '  GET /health: its answer has no list of objects',
      '  GET /tokens: its answer is not described',
      '  GET /report: its answer is text/csv, not JSON',
      'Describe these answers in the file, or leave --openapi out.',
    ].join('\n'),
  )
})

test('listEndpoint() tells at most twenty reasons, and how many more there are', () => {
  const paths = Object.fromEntries(Array.from({ length: 50 }, (_, nth) => [`/names-${nth}`, listed(text)]))

  expect(() => importDescription(createApi({}, paths))).toThrow(/GET \/names-19: .*\n {2}… and 30 more\n/)
})

const folder = process.env.CHECKWRIGHT_TEST_DATA ?? ''

describe.skipIf(folder === '')("listEndpoint() reads providers' descriptions (needs CHECKWRIGHT_TEST_DATA)", () => {
  const importProvider = (id: string, wishes: Partial<ImportWishes> = {}) =>
    importDescription(JSON.parse(gunzipSync(readFileSync(join(folder, 'contracts', `${id}.json.gz`))).toString()), {
      id,
      ...wishes,
    })
  const leftOut = (id: string) => importProvider(id).notes.filter(({ kind }) => kind === 'left_out').length

  test('Twilio: by sid, page by page', () => {
    const [check] = importProvider('twilio', { endpoints: ['/2010-04-01/Accounts.json'] }).checks

    expect(check?.request.endpoint.members.identity.name).toBe('sid')
    expect(check?.request.next).toEqual({ url: 'next_page_uri' })
    expect(leftOut('twilio')).toBeLessThanOrEqual(10)
  })

  test('Asana: by gid, with a cursor that is called offset', () => {
    const [check] = importProvider('asana', { endpoints: ['/users'] }).checks

    expect(check?.request.endpoint.members.identity.name).toBe('gid')
    expect(check?.request.next).toEqual({ cursor: 'next_page.offset', param: 'offset' })
    expect(leftOut('asana')).toBeLessThan(5)
  })

  test('Kandji: by examples alone', () => {
    expect(importProvider('kandji').checks).toHaveLength(5)
  })

  test('Stripe: by the id of the last item', () => {
    const [check] = importProvider('stripe', { endpoints: ['/v1/accounts'] }).checks

    expect(check?.request.endpoint.paging).toEqual({ kind: 'item', more: 'has_more', param: 'starting_after' })
  })

  test('Intercom: by the cursor in its pages', () => {
    const [check] = importProvider('intercom', { endpoints: ['/contacts'] }).checks

    expect(check?.request.next).toEqual({ cursor: 'pages.next.starting_after', param: 'starting_after' })
  })
})

test('listEndpoint() does not take a text that is called offset for a number', () => {
  const schema = { type: 'object', properties: { data: { type: 'array', items: object('id') } } }
  const parameters = [createQueryParameter('offset', text), createQueryParameter('limit', { maximum: 50 })]

  const [check] = importDescription(createApi({}, { '/users': describeAnswering(schema, { parameters }) })).checks

  expect(check?.request).toMatchObject({ next: 'link', open: expect.stringContaining('does not say how') })
})
