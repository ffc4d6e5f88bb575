import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defineConnector, type Inventory } from '../../src/define/index.ts'
import { DefinitionError } from '../../src/errors/index.ts'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
const other = defineConnector({ ...acme.definition, id: 'other' } as never) as unknown as typeof acme

const accounts = acme.inventory({
  of: 'account',
  tells: ['email', 'secondFactor'],
  covers: ['members'],
  leavesOut: ['bots'],
  scopes: ['users:read'],
  async *list() {},
  facts: { lastActiveAt: { scopes: ['audit:read'], read: () => null } },
})

/** As JavaScript calls it, which no type keeps from anything. */
const define = (definition: unknown) => (acme.inventory as (input: unknown) => Inventory)(definition)

const whole = { of: 'account', tells: ['email'], covers: ['members'], list: async function* () {} }

describe('connector.inventory()', () => {
  test('gives frozen data of its connector, and keeps code apart', () => {
    const { list, readFacts, connector, ...data } = accounts

    expect(data).toEqual({
      of: 'account',
      tells: ['email', 'secondFactor'],
      covers: ['members'],
      leavesOut: ['bots'],
      scopes: ['users:read'],
      facts: { lastActiveAt: { scopes: ['audit:read'] } },
    })
    expect(Object.isFrozen(accounts)).toBe(true)
    expect(connector).toBe(acme.definition)
    expect(Object.keys(readFacts)).toEqual(['lastActiveAt'])
    expect(list).toBeTypeOf('function')
  })

  test.each([
    ['no object', 'accounts', '', 'must be an object'],
    ['no kind', { ...whole, of: undefined }, 'of', 'is required ("account", "person"'],
    ['another kind', { ...whole, of: 'acount' }, 'of', 'did you mean "account"?'],
    ['nothing that it covers', { ...whole, covers: [] }, 'covers', 'must name what the list is complete for'],
    ['a misspelt member', { ...whole, tells: ['emial'] }, 'tells[0]', 'did you mean "email"?'],
    [
      'a member of another kind',
      { ...whole, tells: ['diskEncrypted'] },
      'tells[0]',
      'choose from email, emailVerified',
    ],
    ['a member that every record has', { ...whole, tells: ['status'] }, 'tells[0]', 'is a member of every record'],
    ['a member twice', { ...whole, tells: ['email', 'email'] }, 'tells[1]', 'is listed twice'],
    ['no code', { ...whole, list: undefined }, 'list', 'is required (a function that yields every record'],
    ['a part of another form', { ...whole, part: 'IAM Users' }, 'part', 'must be kebab-case'],
    ['another way to merge', { ...whole, merge: 'first' }, 'merge', 'must be "union", not "first"'],
    ['a misspelt option', { ...whole, leavesout: [] }, 'leavesout', 'did you mean "leavesOut"?'],
    ['a fact without code', { ...whole, facts: { roles: {} } }, 'facts.roles.read', 'is required (a function'],
    ['a fact that is told', { ...whole, facts: { email: { read: () => 'x' } } }, 'facts.email', 'is also in "tells"'],
    [
      'a fact that is no member',
      { ...whole, facts: { mfa: { read: () => 1 } } },
      'facts.mfa',
      'is not a member of kind',
    ],
    [
      'a fact with another option',
      { ...whole, facts: { roles: { read: () => [], scope: 'x' } } },
      'facts.roles.scope',
      'did you mean "scopes"?',
    ],
  ])('refuses %s, with its place', (_, definition, path, message) => {
    expect(problemsOf(() => define(definition))).toContainEqual({ path, message: expect.stringContaining(message) })
  })
})

describe('connector.with()', () => {
  const check = acme.check({ id: 'factors', title: 'Factors', reads: [{ inventory: accounts }], run() {} })

  test('takes inventories beside checks, and toJSON() names both without their code', () => {
    const connector = acme.with(accounts, check)

    expect(connector.inventories).toEqual([accounts])
    expect(connector.checks).toEqual([check])
    expect(JSON.parse(JSON.stringify(connector))).toMatchObject({
      inventories: [{ of: 'account', tells: ['email', 'secondFactor'], facts: { lastActiveAt: {} } }],
      checks: [{ id: 'factors', reads: [{ inventory: 'account' }] }],
    })
  })

  test('refuses a check whose inventory the connector does not have', () => {
    expect(problemsOf(() => acme.with(check))).toEqual([
      {
        path: 'with(factors)',
        message: expect.stringContaining('reads an inventory "account" that this connector does not have'),
      },
    ])
  })

  test('refuses two inventories of one kind without parts, or of one part', () => {
    const [iam, root] = ['iam', 'root'].map((part) => define({ ...whole, part })) as [Inventory, Inventory]
    const again = define({ ...whole, part: 'iam' })
    const join = (...parts: Inventory[]) => problemsOf(() => acme.with(...(parts as never[])))

    expect(join(iam, root)).toEqual([])
    expect(join(accounts, iam)).toEqual([
      { path: 'with(inventory:account)', message: expect.stringContaining('give each a "part" of its own') },
    ])
    const bare = define(whole)
    expect(join(accounts, bare, iam)).toEqual([
      {
        path: 'with(inventory:account)',
        message: expect.stringContaining('is one of 3 inventories of kind "account"'),
      },
    ])
    expect(join(iam, again)).toEqual([
      { path: 'with(inventory:account.iam)', message: expect.stringContaining('has this part') },
    ])
  })

  test('refuses an inventory of another connector', () => {
    expect(problemsOf(() => other.with(accounts as never))).toEqual([
      { path: 'with(inventory:account)', message: 'belongs to connector "acme"; define it by other.inventory(…)' },
    ])
  })
})

describe('check.reads', () => {
  const reading = (reads: unknown, connector = acme) =>
    problemsOf(() => connector.check({ id: 'x', title: 'X', reads, run() {} } as never))

  test.each([
    ['no list', accounts, 'reads', 'must be a list'],
    ['no inventory', [{ inventory: 'account' }], 'reads[0].inventory', 'must be an inventory of acme.inventory(…)'],
    ['another option', [{ inventory: accounts, member: [] }], 'reads[0].member', 'did you mean "members"?'],
    [
      'a member that it does not tell',
      [{ inventory: accounts, members: ['roles'] }],
      'reads[0].members[0]',
      '"roles" is not a member that this inventory reads',
    ],
  ])('refuses %s', (_, reads, path, message) => {
    expect(reading(reads)).toEqual([{ path, message: expect.stringContaining(message) }])
  })

  test('takes members that are told, facts and words', () => {
    expect(reading([{ inventory: accounts, members: ['email', 'lastActiveAt', 'kind'] }])).toEqual([])
  })

  test("refuses another connector's inventory", () => {
    expect(reading([{ inventory: accounts }], other)).toEqual([
      { path: 'reads[0].inventory', message: expect.stringContaining('belongs to connector "acme"') },
    ])
  })
})

test('a definition of any form is taken, or refused by the names of its members', () => {
  const good = {
    of: 'account',
    tells: ['email'],
    covers: ['members'],
    leavesOut: ['bots'],
    part: 'members',
    list: async function* () {},
  }
  const anything = fc.oneof(
    fc.constantFrom<unknown>(
      undefined,
      null,
      '',
      'account',
      true,
      0,
      -1,
      [],
      {},
      [[]],
      ['email'],
      [{}],
      { email: true },
      good.list,
    ),
    fc.jsonValue({ maxDepth: 2 }),
  )
  const form = fc.record(
    { ...Object.fromEntries(Object.keys(good).map((name) => [name, anything])), read: anything, id: anything },
    { requiredKeys: [] },
  )
  const define = (definition: object) => problemsOf(() => acme.inventory(definition as never))

  fc.assert(fc.property(form, (definition) => void define(definition)))
  fc.assert(fc.property(form, (definition) => void define({ ...good, ...definition })))
})

test.each([
  ['nothing but what it covers', { covers: ['users'] }, ['of', 'tells', 'list']],
  [
    'members of another tool',
    { id: 'account', kind: 'account', covers: ['users'], leavesOut: [], read() {} },
    ['of', 'tells', 'list'],
  ],
])('a definition with %s is refused by what it lacks', (_what, definition, members) => {
  const paths = problemsOf(() => acme.inventory(definition as never)).map((each) => (each as { path: string }).path)

  expect(paths).toEqual(expect.arrayContaining(members))
})

function problemsOf(work: () => unknown): readonly unknown[] {
  try {
    work()
    return []
  } catch (error) {
    if (error instanceof DefinitionError) return error.problems
    throw error
  }
}
