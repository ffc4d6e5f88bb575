import { expect, test } from 'vitest'
import { findSiblings } from '../../../../src/author/prove/siblings/find-siblings.ts'
import { observeReads } from '../../../../src/author/prove/siblings/observe-reads.ts'
import { createReads, openMember } from '../../../../src/data/contract/watch-shape.ts'
import { openDescription } from '../../../../src/descriptions/description.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'
import { describeAcme, describedKey, loadAcme, readAcme } from '../acme.ts'
import { codeAcme } from '../code-acme.ts'

const boolean = { type: 'boolean' }
const time = { type: 'string', format: 'date-time' }

function describe(key?: object, settings?: object) {
  const description = openDescription(describeAcme(key, settings))
  if (!description) throw new Error('This is no description.')
  return description
}

test('findSiblings() finds nothing beside a judgement that reads all that may decide', () => {
  const [keys, sso] = findSiblings(readAcme(), describe())

  expect(keys).toEqual({
    check: 'keys-rotated',
    read: [],
    explained: [],
    unread: [],
    passedOver: [],
    namedWords: ['GET /v1/keys keys.state=on', 'GET /v1/keys keys.state=off'],
    openWords: [],
    explainedWords: [],
    decisive: ['GET /v1/keys keys.state', 'GET /v1/keys keys.rotated'],
    listed: ['GET /v1/keys keys.state'],
  })
  expect(sso).toMatchObject({ check: 'sso-enforced', unread: [] })
})

test('findSiblings() names a switch, a time, a number, a list and a word that are new in the description', () => {
  const key = {
    ...describedKey,
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
  const description = describe({ ...describedKey, uses: { type: 'integer' }, locked: { type: 'boolean' } })
  const [keys] = findSiblings(explained, description)

  expect(keys).toMatchObject({ unread: [], explained: ['GET /v1/keys keys.uses', 'GET /v1/keys keys.locked'] })
  expect(explained.definition.notJudged?.map(({ says }) => says)).toEqual([
    'Keys that are locked.',
    'Keys of other accounts.',
  ])
})

test('findSiblings() finds what stands beside the members that checks in code read by their schemas', async () => {
  const folder = createTempFolder()
  const observed = await observeReads(codeAcme, await loadAcme(folder, {}, codeAcme))
  const described = describe({ ...describedKey, locked: { type: 'boolean' } }, { optional: { type: 'boolean' } })

  const [keys, sso] = findSiblings(codeAcme, described, observed)

  expect(keys?.unread).toEqual(['GET /v1/keys keys.locked'])
  expect(sso?.unread).toEqual(['GET /v1/settings sso.optional'])
})

const account = { id: { type: 'string' }, admin: boolean, suspended: boolean, email: { type: 'string' } }
const people = {
  '/v1/people': describePath('/v1/people', { type: 'array', items: { type: 'object', properties: account } })[
    '/v1/people'
  ],
}

/** Two checks about people, of which one leaves out those that are suspended. */
function readPeople(parts: { readonly says?: string; readonly scope?: string; readonly inventory?: string } = {}) {
  const {
    says = '',
    scope = "applies: '!item.suspended'\n    notApplicable: { title: Suspended }",
    inventory = '',
  } = parts
  return readAcme(
    (text) => `${text.slice(0, text.indexOf('checks:'))}
${says}
${inventory}
checks:
  - id: known-domains
    title: People have known addresses
    list: { path: /people, next: none }
    ${scope}
    resource: { type: person, id: item.id }
    pass: item.email.endsWith('@acme.example')
    fail: { title: Unknown, remediation: Change the address. }
  - id: few-admins
    title: There are few administrators
    list: { path: /people, next: none }
    resource: { type: account, id: "'acme'" }
    count: { where: item.admin, max: 3 }
    fail: { title: Many, remediation: Take the role away. }
`,
  )
}

function describePeople() {
  const description = openDescription({ openapi: '3.1.0', paths: people })
  if (!description) throw new Error('This is no description.')
  return description
}

const suspended = 'GET /v1/people suspended'

test('findSiblings() names a member by which another check tells whether an item counts', () => {
  const [domains, admins] = findSiblings(readPeople(), describePeople())

  expect(domains?.passedOver).toEqual([])
  expect(admins?.passedOver).toEqual([{ member: suspended, by: 'known-domains' }])
  expect(admins?.read).not.toContain(suspended)
})

test.each([
  ['checks: [few-admins]', []],
  ['checks: [known-domains]', [suspended]],
  ['', [suspended]],
])(
  'findSiblings() takes what is said of a member that another check reads for the checks that it names: %s',
  (checks, passed) => {
    const of = `of: GET /v1/people, members: [suspended]${checks === '' ? '' : `, ${checks}`}`
    for (const says of [`unread: [{ ${of}, because: Nothing. }]`, `notJudged: [{ ${of}, says: Nothing. }]`]) {
      const [, admins] = findSiblings(readPeople({ says }), describePeople())

      expect(admins?.passedOver.map(({ member }) => member)).toEqual(passed)
      expect(admins?.explained).toEqual(passed.length === 0 ? [suspended] : [])
    }
  },
)

test('findSiblings() takes what is said of a member that no check reads for the checks that it names', () => {
  const says = 'unread: [{ of: GET /v1/people, members: [suspended], checks: [few-admins], because: Nothing. }]'
  const [domains, admins] = findSiblings(readPeople({ says, scope: '' }), describePeople())

  expect([domains?.unread, admins?.unread]).toEqual([[suspended], []])
})

test('findSiblings() knows what an inventory leaves out, and says that it is the inventory', () => {
  const inventory = `inventories:
  - of: account
    covers: [people]
    list: { path: /people, next: none }
    record: { id: item.id, name: item.email, kind: "'person'", status: { flags: [{ when: item.suspended, is: suspended }], otherwise: active } }`
  const [domains, admins] = findSiblings(readPeople({ scope: '', inventory }), describePeople())

  for (const found of [domains, admins])
    expect(found?.passedOver).toEqual([{ member: suspended, by: 'inventory:account' }])
})

test.each([
  ["unknown: [{ when: '!has(item.suspended)', because: Nothing. }]", true],
  ["unknown: [{ when: '!has(item.email)', because: Nothing. }]", false],
  ['where: "!item.suspended"', true],
])('findSiblings() tells what leaves an item out from what judges it: %s', (scope, isScope) => {
  const [, admins] = findSiblings(readPeople({ scope }), describePeople())

  expect(admins?.passedOver.map(({ member }) => member)).toEqual(isScope ? [suspended] : [])
})

test.each([
  ['revoked_at', true],
  ['isActive', true],
  ['state', true],
  ['type', true],
  ['activated', true],
  ['lastActive', false],
  ['statement', false],
  ['stateless', false],
])(
  'findSiblings() knows by its name that %s tells whether a thing is on, in a judgement and in code: %s',
  (name, isScope) => {
    const judged = createReads()
    const item = openMember(judged, '[]')
    openMember(item, name)
    const other = createReads()
    openMember(openMember(other, '[]'), 'email')
    const observed = new Map([
      ['keys-rotated', [{ method: 'GET', path: '/people', judged }]],
      ['sso-enforced', [{ method: 'GET', path: '/people', judged: other }]],
    ])
    const [, sso] = findSiblings(codeAcme, describePeople(), observed)

    expect(sso?.passedOver).toEqual(isScope ? [{ member: `GET /v1/people ${name}`, by: 'keys-rotated' }] : [])
  },
)

const method = { type: 'object', properties: { enforced: boolean, optional: boolean } }

test.each([
  ['a map', { additionalProperties: method }],
  ['a map that declares the member', { properties: { web: method }, additionalProperties: method }],
  ['a map that declares other members', { properties: { mobile: method }, additionalProperties: method }],
])('findSiblings() finds what stands beside a member below %s, in a file and in code', async (_what, map) => {
  const described = openDescription({
    openapi: '3.1.0',
    paths: describePath('/v1/settings', { type: 'object', properties: { sso: { type: 'object', ...map } } }),
  })
  if (!described) throw new Error('This is no description.')
  const file = readAcme((text) => text.replace('pass: body.sso.enforced', 'pass: body.sso.web.enforced'))
  const judged = createReads()
  openMember(openMember(openMember(judged, 'sso'), '{}'), 'enforced')
  const observed = new Map([['sso-enforced', [{ method: 'GET', path: '/settings', judged }]]])

  expect(findSiblings(file, described)[1]?.unread).toEqual(['GET /v1/settings sso.web.optional'])
  expect(findSiblings(codeAcme, described, observed)[1]?.unread).toEqual(['GET /v1/settings sso.optional'])
})

test('findSiblings() names a map of switches that nobody reads, and no map of texts', () => {
  const [, sso] = findSiblings(
    readAcme(),
    describe(undefined, {
      features: { type: 'object', additionalProperties: boolean },
      labels: { type: 'object', additionalProperties: { type: 'string' } },
    }),
  )

  expect(sso?.unread).toEqual(['GET /v1/settings sso.features'])
})

function describePath(path: string, schema: object) {
  return { [path]: { get: { responses: { 200: { content: { 'application/json': { schema } } } } } } }
}
