import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../src/author/testing/vendor/fixed-clock.ts'
import { evaluateControls } from '../../src/checks/controls/evaluate-controls.ts'
import {
  type AnyConnector,
  defineConnector,
  type Inventory,
  type InventoryKind,
  listMemberForms,
  listMemberWords,
} from '../../src/define/index.ts'
import * as questions from '../../src/questions/index.ts'
import { keepRun } from '../../src/things/runs/run-checks.ts'

/**
 * What the design says of every question, written down without a look at the questions: records as a vendor sends them, and what
 * each comes to at the end of a run. A letter stands for a result: `p`ass, `f`ail, `m`anual, `n`ot applicable, `u`ndecided and
 * `-`, none.
 */
type Rows = readonly (readonly [wire: object, letter: string])[]

const now = '2026-05-04T10:00:00Z'
const before = (days: number) => new Date(Date.parse(now) - days * 86_400_000).toISOString()

/** A member that is no answer, whatever is asked: left out, of another type, a word that nobody knows. */
const noAnswer = ['yes', 'true', 1, 0, {}, []]
/** Times that are none: seconds, milliseconds, year 1, a day, a time without its zone, no date, what cannot have been yet. */
const noPast = [1_777_888_800, 1_777_888_800_000, '1777888800', '0001-01-01T00:00:00Z', '1989-12-31T23:59:59Z']
const alsoNoPast = ['2026-05-04', '2026-05-01T10:00:00', '', true, {}, before(-2), '9999-12-31T23:59:59Z']
const noTimes = [...noPast, ...alsoNoPast]
const noExpiry = [...noPast, '10000-01-01T00:00:00Z', '2026-05-04', '2026-05-01T10:00:00', '', true, {}]

const statuses = (good: object, bad: object, letters: Readonly<Record<string, string>>): Rows =>
  Object.entries(letters).flatMap(
    ([status, pair]): Rows => [
      [{ ...good, status }, pair.charAt(0)],
      [{ ...bad, status }, pair.charAt(1)],
    ],
  )
const kinds = (good: object, bad: object, letters: Readonly<Record<string, string>>): Rows =>
  Object.entries(letters).flatMap(
    ([kind, pair]): Rows => [
      [{ ...good, kind }, pair.charAt(0)],
      [{ ...bad, kind }, pair.charAt(1)],
    ],
  )
const each = (values: readonly unknown[], toWire: (value: unknown) => object, letter: string): Rows =>
  values.map((value) => [toWire(value), letter])

const personStatuses = { active: 'pf', invited: 'nn', suspended: 'nn', deleted: '--', unknown: 'pu', Active: 'pu' }
const flag = (member: string): Rows => [
  [{ [member]: true }, 'p'],
  [{ [member]: false }, 'f'],
  [{}, 'u'],
  [{ [member]: null }, 'u'],
  ...each(noAnswer, (value) => ({ [member]: value }), 'u'),
]
const idle = { lastActiveAt: before(91) }
const busy = { lastActiveAt: before(90) }

const table: Readonly<
  Record<string, { readonly of: InventoryKind; readonly variables?: object; readonly rows: Rows }>
> = {
  secondFactor: {
    of: 'account',
    rows: [
      ...flag('secondFactor'),
      ...statuses({ secondFactor: true }, { secondFactor: false }, personStatuses),
      ...kinds(
        { secondFactor: true },
        { secondFactor: false },
        { person: 'pf', guest: 'pf', shared: 'pf', unknown: 'pf', bot: 'pf', service: 'nn' },
      ),
      [{ secondFactor: false, singleSignOnOnly: true }, 'f'],
      [{ singleSignOnOnly: true }, 'u'],
    ],
  },
  'secondFactor where single sign-on is accepted': {
    of: 'account',
    variables: { accept_single_sign_on: true },
    rows: [
      [{ secondFactor: true }, 'p'],
      [{ secondFactor: false, singleSignOnOnly: true }, 'p'],
      [{ secondFactor: false, singleSignOnOnly: false }, 'f'],
      [{ secondFactor: false }, 'u'],
      [{ secondFactor: false, singleSignOnOnly: null }, 'u'],
      [{ secondFactor: false, singleSignOnOnly: 'true' }, 'u'],
      [{ singleSignOnOnly: true }, 'p'],
      [{ singleSignOnOnly: false }, 'u'],
    ],
  },
  staleAccounts: {
    of: 'account',
    rows: [
      [busy, 'p'],
      [idle, 'f'],
      [{ lastActiveAt: before(-0.5) }, 'p'],
      [{ lastActiveAt: null, createdAt: before(90) }, 'p'],
      [{ lastActiveAt: null, createdAt: before(91) }, 'f'],
      [{ lastActiveAt: null }, 'u'],
      [{ lastActiveAt: null, createdAt: null }, 'u'],
      [{ createdAt: before(1) }, 'u'],
      [{ createdAt: before(900) }, 'u'],
      ...each(noTimes, (lastActiveAt) => ({ lastActiveAt, createdAt: before(1) }), 'u'),
      ...each(noTimes, (createdAt) => ({ lastActiveAt: null, createdAt }), 'u'),
      ...statuses(busy, idle, personStatuses),
      ...kinds(busy, idle, { person: 'pf', guest: 'pf', shared: 'pf', unknown: 'pf', service: 'pf' }),
    ],
  },
  invitationsPending: {
    of: 'account',
    rows: [
      ...statuses(
        { createdAt: before(30) },
        { createdAt: before(31) },
        { active: 'nn', invited: 'pf', suspended: 'nn', deleted: '--', unknown: 'pu', Invited: 'pu' },
      ),
      ...each([null, ...noTimes], (createdAt) => ({ status: 'invited', createdAt }), 'u'),
      [{ status: 'invited' }, 'u'],
      [{ status: 'invited', kind: 'service', createdAt: before(99) }, 'n'],
      [{ status: 'invited', kind: 'guest', createdAt: before(99) }, 'f'],
    ],
  },
  knownDomains: {
    of: 'account',
    variables: { domains: ['acme.example'] },
    rows: [
      [{ email: 'ada@acme.example' }, 'p'],
      [{ email: 'ada@ACME.EXAMPLE' }, 'p'],
      [{ email: 'ada@acme.example.' }, 'p'],
      [{ email: 'ada@eu.acme.example' }, 'f'],
      [{ email: 'ada@evilacme.example' }, 'f'],
      [{ email: null }, 'm'],
      [{}, 'u'],
      ...each(['', 'ada', '@acme.example', 'ada@', 7, true, {}, ['ada@acme.example']], (email) => ({ email }), 'u'),
      ...statuses({ email: 'ada@acme.example' }, { email: 'ada@evil.example' }, { ...personStatuses, invited: 'pf' }),
      ...kinds(
        { email: 'ada@acme.example' },
        { email: 'ada@evil.example' },
        { person: 'pf', shared: 'pf', unknown: 'pf', guest: 'nn', service: 'nn' },
      ),
    ],
  },
  guestsReviewed: {
    of: 'account',
    rows: [
      ...kinds({}, {}, { person: 'nn', guest: 'mm', service: 'nn', shared: 'nn', unknown: 'uu', Guest: 'uu' }),
      ...statuses(
        { kind: 'guest' },
        {},
        { active: 'mn', invited: 'nn', suspended: 'nn', deleted: '--', unknown: 'mn' },
      ),
    ],
  },
  serviceAccountsKnown: {
    of: 'account',
    rows: [
      ...kinds({}, {}, { person: 'nn', guest: 'nn', service: 'mm', shared: 'nn', unknown: 'uu', bot: 'uu' }),
      ...statuses({ kind: 'service' }, {}, { active: 'mn', suspended: 'nn', deleted: '--', unknown: 'mn' }),
    ],
  },
  applicationsReviewed: {
    of: 'application',
    rows: [
      [{}, 'm'],
      [{ verified: true, users: 0 }, 'm'],
      [{ verified: 'no', users: -1, scopes: 'all' }, 'm'],
    ],
  },
  devicesEncrypted: { of: 'device', rows: flag('diskEncrypted') },
  devicesLocked: { of: 'device', rows: flag('screenLock') },
  devicesManaged: { of: 'device', rows: flag('managed') },
  devicesSeen: {
    of: 'device',
    rows: [
      [{ lastSeenAt: before(30) }, 'p'],
      [{ lastSeenAt: before(31) }, 'f'],
      [{ lastSeenAt: null }, 'f'],
      [{}, 'u'],
      ...each(noTimes, (lastSeenAt) => ({ lastSeenAt }), 'u'),
    ],
  },
  credentialsRotated: {
    of: 'credential',
    rows: [
      [{ active: true, createdAt: before(90) }, 'p'],
      [{ active: true, createdAt: before(91) }, 'f'],
      [{ active: false, createdAt: before(91) }, 'n'],
      [{ createdAt: before(91) }, 'u'],
      [{ active: 'true', createdAt: before(91) }, 'u'],
      [{ active: true, createdAt: before(91), expiresAt: before(1) }, 'n'],
      [{ active: true }, 'u'],
      ...each([null, ...noTimes], (createdAt) => ({ active: true, createdAt }), 'u'),
      ...kinds(
        { active: true, createdAt: before(90) },
        { active: true, createdAt: before(91) },
        { apiKey: 'pf', token: 'pf', sshKey: 'pf', certificate: 'pf', secret: 'pf', other: 'pf' },
      ),
    ],
  },
  credentialsUsed: {
    of: 'credential',
    rows: [
      [{ active: true, lastUsedAt: before(90) }, 'p'],
      [{ active: true, lastUsedAt: before(91) }, 'f'],
      [{ active: true, lastUsedAt: null, createdAt: before(90) }, 'p'],
      [{ active: true, lastUsedAt: null, createdAt: before(91) }, 'f'],
      [{ active: true, lastUsedAt: null }, 'u'],
      [{ active: true, createdAt: before(1) }, 'u'],
      [{ active: false, lastUsedAt: before(91) }, 'n'],
      ...each(noTimes, (lastUsedAt) => ({ active: true, lastUsedAt, createdAt: before(1) }), 'u'),
      ...each([null, ...noTimes], (createdAt) => ({ active: true, lastUsedAt: null, createdAt }), 'u'),
    ],
  },
  credentialsExpire: {
    of: 'credential',
    rows: [
      [{ active: true, expiresAt: before(-365) }, 'p'],
      [{ active: true, expiresAt: before(-366) }, 'f'],
      [{ active: true, expiresAt: null }, 'f'],
      [{ active: true, expiresAt: '9999-12-31T23:59:59Z' }, 'f'],
      [{ active: false, expiresAt: null }, 'n'],
      [{ expiresAt: null }, 'u'],
      [{ active: true }, 'u'],
      ...each(noExpiry, (expiresAt) => ({ active: true, expiresAt }), 'u'),
    ],
  },
  vulnerabilitiesFixedInTime: {
    of: 'vulnerability',
    rows: [
      ...Object.entries({ critical: 7, high: 30, medium: 90 }).flatMap(
        ([severity, days]): Rows => [
          [{ severity, status: 'open', openedAt: before(days) }, 'p'],
          [{ severity, status: 'open', openedAt: before(days + 1) }, 'f'],
          [{ severity, status: 'fixed', openedAt: before(900) }, 'p'],
          [{ severity, status: 'dismissed', openedAt: before(900) }, 'n'],
          [{ severity, status: 'unknown', openedAt: before(days) }, 'p'],
          [{ severity, openedAt: before(days + 1) }, 'u'],
          [{ severity, status: 'OPEN', openedAt: before(days + 1) }, 'u'],
          [{ severity, status: 'open' }, 'u'],
          ...each([null, ...noTimes], (openedAt) => ({ severity, status: 'open', openedAt }), 'u'),
        ],
      ),
      [{ severity: 'low', status: 'open', openedAt: before(900) }, 'n'],
      [{ severity: 'unknown', status: 'open', openedAt: before(7) }, 'p'],
      [{ severity: 'unknown', status: 'open', openedAt: before(8) }, 'u'],
      [{ severity: 'severe', status: 'open', openedAt: before(8) }, 'u'],
      [{ status: 'open', openedAt: before(8) }, 'u'],
    ],
  },
  trainingCompleted: {
    of: 'training',
    rows: [
      [{ status: 'completed', dueAt: before(5), completedAt: before(6) }, 'p'],
      [{ status: 'completed', dueAt: before(5) }, 'p'],
      [{ status: 'completed', dueAt: before(5), completedAt: null }, 'u'],
      [{ status: 'assigned', dueAt: before(1), completedAt: null }, 'f'],
      [{ status: 'assigned', dueAt: before(1) }, 'f'],
      [{ status: 'assigned', dueAt: before(-1), completedAt: null }, 'p'],
      [{ status: 'assigned', dueAt: null, completedAt: null }, 'p'],
      [{ status: 'assigned', completedAt: null }, 'u'],
      [{ status: 'assigned', dueAt: before(1), completedAt: before(2) }, 'u'],
      [{ status: 'unknown', dueAt: before(1), completedAt: before(2) }, 'p'],
      [{ status: 'unknown', dueAt: before(1), completedAt: null }, 'u'],
      [{ status: 'done', dueAt: before(1) }, 'u'],
      [{ dueAt: before(1) }, 'u'],
      ...each(noExpiry, (dueAt) => ({ status: 'assigned', dueAt, completedAt: null }), 'u'),
      ...each(noTimes, (completedAt) => ({ status: 'unknown', dueAt: before(1), completedAt }), 'u'),
    ],
  },
}

/** What a complete list without a record means. */
const onEmpty: Readonly<Record<string, string>> = {
  secondFactor: 'error',
  fewAdministrators: 'error',
  staleAccounts: 'error',
  invitationsPending: 'error',
  knownDomains: 'error',
  guestsReviewed: 'error',
  serviceAccountsKnown: 'error',
  applicationsReviewed: 'not_applicable',
  devicesEncrypted: 'not_applicable',
  devicesLocked: 'not_applicable',
  devicesManaged: 'not_applicable',
  devicesSeen: 'not_applicable',
  credentialsRotated: 'not_applicable',
  credentialsUsed: 'not_applicable',
  credentialsExpire: 'not_applicable',
  vulnerabilitiesFixedInTime: 'pass',
  trainingCompleted: 'error',
}

const makers = questions as unknown as Readonly<Record<string, (inventory: unknown, options?: object) => never>>
const plain: Readonly<Record<string, object>> = { account: { kind: 'person', status: 'active' } }

/** A connector with one question and a list of these records. @param isCut whether the list ends with a refusal of its own */
function createAcme(name: string, of: InventoryKind, wires: readonly object[], isCut: boolean, options?: object) {
  const acme = defineConnector({
    id: 'acme',
    name: 'Acme',
    baseUrl: 'https://api.acme.example',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const tells = Object.keys(listMemberForms(of))
  const members = [...tells, ...Object.keys(listMemberWords(of))]
  const list = async function* (ctx: { cannotTell(reason: object): never }) {
    for (const [index, wire] of wires.entries()) {
      const whole: Readonly<Record<string, unknown>> = { ...plain[of], ...wire }
      yield { id: `r${index}`, ...Object.fromEntries(members.map((member) => [member, whole[member]])) }
    }
    if (isCut) ctx.cannotTell({ kind: 'permission', message: 'Only owners see the rest.' })
  }
  const inventory = acme.inventory({ of, tells, covers: ['all'], list } as never) as unknown as Inventory
  return (acme as unknown as { with(...parts: readonly unknown[]): AnyConnector }).with(
    inventory,
    makers[name]?.(inventory, options),
  )
}

interface Asked {
  readonly of: InventoryKind
  readonly wires: readonly object[]
  readonly variables?: object | undefined
  readonly isCut?: boolean
  readonly options?: object
}

async function ask(name: string, { of, wires, variables = {}, isCut = false, options }: Asked) {
  await using kept = await keepRun(createAcme(name, of, wires, isCut, options), {
    credentials: { api_key: 'k' },
    variables: variables as never,
    clock: fixedClock(now),
  })
  const [check] = kept.head.checks
  const letters = new Map<string, string>()
  for await (const { resource, status } of kept.results(check?.id ?? '')) letters.set(resource.id, status.charAt(0))
  for (const { resource } of check?.undecided?.first ?? []) letters.set(resource.id, 'u')
  const controls = ['CC6.1', 'CC6.2', 'CC6.3', 'CC6.7', 'CC7.1'].map((id) => ({ id, title: id }))
  const report = await evaluateControls([{ id: 'soc2', title: 'SOC 2', controls }], [kept], { now: new Date(now) })
  const states = report.frameworks[0]?.controls.filter(({ checks }) => checks.length > 0).map(({ state }) => state)
  return { check, letters, states }
}

describe.each(Object.entries(table))('%s', (title, { of, variables, rows }) => {
  const [name = ''] = title.split(' ')

  test('comes to what the design says, and by a list that is cut to the same of what was seen', async () => {
    // Few at a time: many records whose members cannot be used are drift.
    for (let from = 0; from < rows.length; from += 19) {
      const some = rows.slice(from, from + 19)
      for (const isCut of [false, true]) {
        const { check, letters } = await ask(name, { of, variables, isCut, wires: some.map(([wire]) => wire) })

        const found = some.map(([wire], index) => [wire, letters.get(`r${index}`) ?? '-'])
        expect(found).toEqual(some)
        const isUndecided = some.some(([, letter]) => letter === 'u')
        expect(check?.complete).toBe(!isCut && !isUndecided)
        if (isCut) expect(check).toMatchObject({ status: 'error', error: { kind: 'permission' } })
        else if (isUndecided)
          expect(check).toMatchObject({ status: 'error', error: { kind: 'incomplete_data', code: 'CHECK_UNDECIDED' } })
      }
    }
  })
})

test.each(Object.entries(onEmpty))(
  '%s of an empty list is %s, and of an empty list that is cut an error',
  async (name, status) => {
    const of = table[name]?.of ?? 'account'
    const variables = table[name]?.variables

    const whole = await ask(name, { of, variables, wires: [] })
    const cut = await ask(name, { of, variables, wires: [], isCut: true })

    expect([whole.check?.status, whole.check?.complete]).toEqual([status, status !== 'error' || whole.check?.complete])
    if (status === 'error') expect(whole.check?.error?.code).toBe('CHECK_NO_RESULT')
    expect([cut.check?.status, cut.check?.error?.kind]).toEqual(['error', 'permission'])
  },
)

// The loosest value with which a passing check speaks for its controls, and one that is looser.
test.each<[string, InventoryKind, string, unknown, unknown, object]>([
  ['secondFactor', 'account', 'accept_single_sign_on', false, true, { secondFactor: true }],
  ['fewAdministrators', 'account', 'max_administrators', 5, 6, { administrator: true }],
  ['staleAccounts', 'account', 'max_idle_days', 180, 181, busy],
  ['invitationsPending', 'account', 'max_pending_days', 90, 91, { status: 'invited', createdAt: before(1) }],
  ['devicesSeen', 'device', 'max_days', 90, 91, { lastSeenAt: before(1) }],
  ['credentialsRotated', 'credential', 'max_age_days', 365, 366, { active: true, createdAt: before(1) }],
  ['credentialsUsed', 'credential', 'max_unused_days', 180, 181, { active: true, lastUsedAt: before(1) }],
  ['credentialsExpire', 'credential', 'max_days', 398, 399, { active: true, expiresAt: before(-1) }],
  ...(['critical', 'high', 'medium'] as const).map(
    (severity): [string, InventoryKind, string, unknown, unknown, object] => {
      const most = { critical: 15, high: 45, medium: 120 }[severity]
      const wire = { severity, status: 'open', openedAt: before(1) }
      return ['vulnerabilitiesFixedInTime', 'vulnerability', `${severity}_days`, most, most + 1, wire]
    },
  ),
])('%s of %s speaks for controls with %s = %s, and not with %s', async (name, of, id, loosest, looser, wire) => {
  const [within, beyond] = [
    await ask(name, { of, wires: [wire], variables: { [id]: loosest } }),
    await ask(name, { of, wires: [wire], variables: { [id]: looser } }),
  ]

  expect([within.check?.status, beyond.check?.status]).toEqual(['pass', 'pass'])
  expect([within.states, beyond.states]).toEqual([['satisfied'], ['undetermined']])
})

describe('fewAdministrators', () => {
  const account = (letter: string): object =>
    ({
      A: { administrator: true },
      '.': { administrator: false },
      '?': {},
      0: { administrator: null },
      t: { administrator: 'true' },
      I: { administrator: true, status: 'invited' },
      S: { administrator: true, status: 'suspended' },
      D: { administrator: true, status: 'deleted' },
      U: { administrator: true, status: 'unknown' },
      u: { administrator: false, status: 'unknown' },
      B: { administrator: true, kind: 'service' },
    })[letter] ?? {}

  // One letter an account; at least 2 and at most 3 are allowed.
  test.each([
    ...[
      ['AA', 'p', 'u'],
      ['AAA.....', 'p', 'u'],
      ['AAAA', 'f', 'f'],
      ['A', 'f', 'u'],
      ['....', 'f', 'u'],
    ],
    ...[
      ['AA?', 'p', 'u'],
      ['AAA?', 'u', 'u'],
      ['AA0', 'p', 'u'],
      ['AAAt', 'u', 'u'],
      ['A?', 'u', 'u'],
      ['?', 'f', 'u'],
    ],
    ...[
      ['AAII', 'f', 'f'],
      ['AAASSDD', 'p', 'u'],
      ['ASSDD', 'f', 'u'],
      ['AAU', 'p', 'u'],
      ['AAAU', 'u', 'u'],
    ],
    ...[
      ['AAAu', 'p', 'u'],
      ['AU', 'u', 'u'],
      ['AABB', 'f', 'f'],
      ['AB', 'p', 'u'],
      ['AAAA????', 'f', 'f'],
    ],
  ])('%s is %s, and where the list is cut %s', async (accounts = '', whole, cut) => {
    const options = {
      variables: { max_administrators: { default: 3 }, min_administrators: { default: 2 } },
    }
    for (const isCut of [false, true]) {
      const wires = [...accounts].map(account)
      const { check, letters } = await ask('fewAdministrators', { of: 'account', wires, isCut, options })

      const undecided = isCut || (check?.undecided?.count ?? 0) > 0 ? 'u' : '-'
      expect(letters.get('organization') ?? undecided).toBe(isCut ? cut : whole)
      expect(check?.status).toBe({ p: 'pass', f: 'fail', u: 'error' }[(isCut ? cut : whole) ?? ''])
    }
  })
})
