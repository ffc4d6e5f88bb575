import { expect, test } from 'vitest'
import { findSiblings } from '../../../../src/author/prove/siblings/find-siblings.ts'
import { openDescription } from '../../../../src/descriptions/description.ts'
import { readAcme } from '../acme.ts'

const boolean = { type: 'boolean' }
const time = { type: 'string', format: 'date-time' }

function describe(key: object, settings: object = {}) {
  const answer = (schema: object) => ({ get: { responses: { 200: { content: { 'application/json': { schema } } } } } })
  const list = { type: 'object', properties: { keys: { type: 'array', items: { type: 'object', properties: key } } } }
  const sso = { type: 'object', properties: { enforced: boolean, ...settings } }
  const description = openDescription({
    openapi: '3.1.0',
    paths: { '/v1/keys': answer(list), '/v1/settings': answer({ type: 'object', properties: { sso } }) },
  })
  if (!description) throw new Error('This is no description.')
  return description
}

const known = {
  id: { type: 'string' },
  name: { type: 'string' },
  note: { type: 'string' },
  state: { type: 'string', enum: ['on', 'off'] },
  rotated: time,
}

test('findSiblings() finds nothing beside a judgement that reads all that may decide', () => {
  const [keys, sso] = findSiblings(readAcme(), describe(known))

  expect(keys).toEqual({
    check: 'keys-rotated',
    read: [],
    explained: [],
    unread: [],
    namedWords: ['GET /v1/keys keys.state=on', 'GET /v1/keys keys.state=off'],
    openWords: [],
  })
  expect(sso).toMatchObject({ check: 'sso-enforced', unread: [] })
})

test('findSiblings() names a switch, a time, a number, a list and a word that are new in the description', () => {
  const key = {
    ...known,
    state: { type: 'string', enum: ['on', 'off', 'paused'] },
    locked: boolean,
    expires: time,
    uses: { type: 'integer' },
    scopes: { type: 'array', items: { type: 'string' } },
  }
  const [keys, sso] = findSiblings(readAcme(), describe(key, { optional: boolean }))

  expect(keys?.unread).toEqual(['locked', 'expires', 'uses', 'scopes'].map((name) => `GET /v1/keys keys.${name}`))
  expect(keys?.openWords).toEqual(['GET /v1/keys keys.state=paused'])
  expect(sso?.unread).toEqual(['GET /v1/settings sso.optional'])
})

test('findSiblings() takes a member of which the file says something, and one of another shape of the answer', () => {
  const explained = readAcme((text) =>
    text.replace(
      'checks:',
      `unread: [{ of: GET /v1/keys keys, members: [uses], because: Uses rotate nothing. }]
notJudged:
  - { says: Keys that are locked., of: GET /v1/keys keys, members: [locked] }
  - { says: Keys of other accounts. }
checks:`,
    ),
  )
  const description = describe({ ...known, uses: { type: 'integer' }, locked: boolean })
  const [keys] = findSiblings(explained, description)

  expect(keys).toMatchObject({ unread: [], explained: ['GET /v1/keys keys.uses', 'GET /v1/keys keys.locked'] })
  expect(explained.notJudged).toEqual(['Keys that are locked.', 'Keys of other accounts.'])
})
