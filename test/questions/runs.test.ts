import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../src/author/testing/vendor/fixed-clock.ts'
import { type AnyConnector, defineConnector, type ListedRecord, type ResultRecord } from '../../src/define/index.ts'
import { beginBundle } from '../../src/evidence/bundle/bundle-draft.ts'
import { replayBundle } from '../../src/evidence/replay/replay.ts'
import * as questions from '../../src/questions/index.ts'
import { keepRun } from '../../src/things/runs/run-checks.ts'
import { ownSigner } from '../evidence/bundle.ts'
import { secretKey, serve } from '../http/support.ts'
import { createTempFolder } from '../setup/temp-folder.ts'
import { daysAgo, now } from './judged.ts'

type Account = ListedRecord<
  'account',
  'secondFactor' | 'administrator' | 'roles' | 'email' | 'createdAt' | 'lastActiveAt' | 'singleSignOnOnly'
>

const account = (id: string, extras: Partial<Account> = {}): Account => ({
  id,
  name: id,
  kind: 'person',
  status: 'active',
  secondFactor: true,
  singleSignOnOnly: false,
  administrator: false,
  roles: ['member'],
  email: `${id}@acme.example`,
  createdAt: daysAgo(400),
  lastActiveAt: daysAgo(1),
  ...extras,
})

/** Three pages of everything that an account can be. */
const pages: readonly (readonly Account[])[] = [
  [
    account('owner', { administrator: true, roles: ['owner'] }),
    account('weak', { secondFactor: false, email: 'weak@evil.example' }),
  ],
  [account('gone', { status: 'deleted', secondFactor: false }), account('guest', { kind: 'guest' })],
  [
    account('bot', { kind: 'service', lastActiveAt: null, secondFactor: undefined as never }),
    account('invited', { status: 'invited', createdAt: daysAgo(31), administrator: true }),
    account('idle', { lastActiveAt: daysAgo(200) }),
  ],
]

/** A connector with every question about accounts. */
function createAcme(baseUrl: string): AnyConnector {
  const acme = defineConnector({
    id: 'acme',
    name: 'Acme',
    baseUrl,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const accounts = acme.inventory({
    of: 'account',
    tells: ['secondFactor', 'singleSignOnOnly', 'administrator', 'roles', 'email', 'createdAt', 'lastActiveAt'],
    covers: ['members'],
    scopes: ['users:read'],
    async *list(ctx) {
      for await (const user of ctx.paginate<Account>('/users', {
        items: 'users',
        next: { page: { param: 'page', first: 1 } },
      }))
        yield { ...user, secondFactor: user.secondFactor ?? (undefined as never) }
    },
  })
  const remediation = ({ name }: { readonly name?: string | undefined }) => `Look after ${name}.`
  return acme.with(
    accounts,
    questions.secondFactor(accounts, { remediation }),
    questions.fewAdministrators(accounts, { resourceType: 'workspace' }),
    questions.fewAdministrators(accounts, {
      id: 'few-owners',
      role: 'owner',
      variables: {
        max_administrators: { id: 'max_owners', default: 1 },
        min_administrators: { id: 'min_owners' },
      },
    }),
    questions.staleAccounts(accounts, { remediation, variables: { max_idle_days: 'max_unused_days' } }),
    questions.invitationsPending(accounts),
    questions.knownDomains(accounts),
    questions.guestsReviewed(accounts),
    questions.serviceAccountsKnown(accounts),
  )
}

interface World {
  readonly shown?: readonly (readonly Account[])[]
  /** Number of the page that the vendor refuses. */
  readonly refused?: number
  readonly variables?: Readonly<Record<string, unknown>>
  readonly create?: (baseUrl: string) => AnyConnector
}

async function run({
  shown = pages,
  refused,
  variables = { domains: 'acme.example' },
  create = createAcme,
}: World = {}) {
  const vendor = await serve(({ path }) => {
    const page = Number(new URL(path, 'http://vendor').searchParams.get('page') ?? 1)
    return page === refused
      ? { status: 403, json: {} }
      : { json: shown[page - 1] ? { users: shown[page - 1] } : { users: [], has_more: false } }
  })
  const connector = create(vendor.origin)
  const bundle = join(createTempFolder(), 'bundle.zip')
  const draft = await beginBundle(bundle)
  await using kept = await keepRun(connector, {
    credentials: { api_key: secretKey },
    allowPrivateNetwork: true,
    clock: fixedClock(now.toISOString()),
    variables,
    exchanges: { file: draft.exchangesFile },
  })
  const results = new Map<string, Record<string, string>>()
  const whole = new Map<string, readonly ResultRecord[]>()
  for (const { id } of kept.head.checks) {
    const all = await Array.fromAsync(kept.results(id))
    whole.set(id, all)
    results.set(id, Object.fromEntries(all.map(({ resource, status }) => [resource.id, status])))
  }
  await draft.finish(kept, ownSigner)
  await draft.discard()
  const replay = await replayBundle(bundle, connector)
  return {
    replay,
    results,
    whole: (id: string) => whole.get(id) ?? [],
    check: (id: string) => kept.head.checks.find((each) => each.id === id),
    asked: vendor.seen.length,
  }
}

describe('questions in a run', () => {
  test('read the list once, and each comes to what its table says', async () => {
    const { results, check, asked, replay } = await run()

    expect(asked).toBe(4)
    expect(results.get('second-factor')).toEqual({
      owner: 'pass',
      weak: 'fail',
      guest: 'pass',
      bot: 'not_applicable',
      invited: 'not_applicable',
      idle: 'pass',
    })
    expect(results.get('few-administrators')).toEqual({ workspace: 'pass' })
    expect(results.get('few-owners')).toEqual({ organization: 'pass' })
    expect(results.get('stale-accounts')).toMatchObject({ idle: 'fail', bot: 'fail', owner: 'pass' })
    expect(results.get('invitations-pending')).toMatchObject({ invited: 'fail', owner: 'not_applicable' })
    expect(results.get('known-domains')).toMatchObject({ weak: 'fail', guest: 'not_applicable', invited: 'pass' })
    expect(results.get('guests-reviewed')).toMatchObject({ guest: 'manual', owner: 'not_applicable' })
    expect(results.get('service-accounts-known')).toMatchObject({ bot: 'manual', owner: 'not_applicable' })
    expect(check('few-owners')?.variables).toEqual({ max_owners: 1, min_owners: 1 })
    expect(check('stale-accounts')?.variables).toEqual({ max_unused_days: 90 })
    expect(replay.checks.filter(({ same }) => !same)).toEqual([])
  })

  test('write what was read, and what to do', async () => {
    const { whole } = await run()

    const [weak] = whole('second-factor').filter(({ status }) => status === 'fail')
    const [workspace] = whole('few-administrators')

    expect(weak).toMatchObject({
      title: 'weak has no second factor',
      remediation: 'Look after weak.',
      evidence: { kind: 'person', status: 'active', secondFactor: false, singleSignOnOnly: false },
    })
    expect(workspace?.evidence).toEqual({ administrators: ['invited', 'owner'], count: 2, unknown: 0 })
  })

  test('a list of domains that nobody gave ends that check as a mistake of configuration, and no other', async () => {
    const { check, replay } = await run({ variables: {} })

    expect(check('known-domains')).toMatchObject({ status: 'error', error: { kind: 'config' } })
    expect(check('second-factor')?.status).toBe('fail')
    expect(replay.checks.filter(({ same }) => !same)).toEqual([])
  })

  test.each([1, 2, 3, 4])(
    'of a list that is refused at page %i judge what was seen, and cannot tell',
    async (refused) => {
      const { results, check, replay } = await run({ refused })

      const seen = pages.slice(0, refused - 1).flat()
      for (const id of ['second-factor', 'stale-accounts', 'invitations-pending', 'known-domains', 'guests-reviewed']) {
        expect(check(id)).toMatchObject({ status: 'error', complete: false, error: { kind: 'permission' } })
        expect(Object.keys(results.get(id) ?? {}).sort()).toEqual(
          seen
            .filter(({ status }) => status !== 'deleted')
            .map(({ id }) => String(id))
            .sort(),
        )
      }
      expect(check('few-administrators')).toMatchObject({ status: 'error', complete: false })
      expect(results.get('few-administrators')).toEqual({})
      expect(replay.checks.filter(({ same }) => !same)).toEqual([])
    },
  )

  test('of a list that is not whole, more administrators than allowed are enough to fail', async () => {
    const owners = ['a', 'b', 'c'].map((id) => account(id, { roles: ['owner'], administrator: true }))
    const { check, results, whole, replay } = await run({ shown: [owners, pages[0] ?? []], refused: 3 })

    expect(check('few-owners')).toMatchObject({ status: 'fail', complete: false })
    expect(whole('few-owners')[0]).toMatchObject({
      title: 'Accounts with the role owner: 2 or more; 1 to 1 are allowed',
    })
    expect(check('few-administrators')?.status).toBe('error')
    expect(results.get('few-administrators')).toEqual({})
    expect(replay.checks.filter(({ same }) => !same)).toEqual([])
  })

  test('name the records that cannot be told, and judge the others', async () => {
    const shown = [
      [account('a'), account('b', { secondFactor: undefined as never }), account('c', { secondFactor: false })],
    ]

    const { check, results, replay } = await run({ shown })

    expect(results.get('second-factor')).toEqual({ a: 'pass', c: 'fail' })
    expect(check('second-factor')).toMatchObject({
      status: 'error',
      error: { kind: 'incomplete_data', code: 'CHECK_UNDECIDED' },
      undecided: {
        count: 1,
        first: [
          { resource: { type: 'account', id: 'b' }, because: 'Acme does not say whether it has a second factor (b).' },
        ],
      },
    })
    expect(replay.checks.filter(({ same }) => !same)).toEqual([])
  })

  test('ask for the facts that they read, and for no others', async () => {
    const asked: string[] = []
    const note = <T>(what: string, value: T): T => {
      asked.push(what)
      return value
    }
    const create = (baseUrl: string) => {
      const acme = defineConnector({
        id: 'acme',
        name: 'Acme',
        baseUrl,
        auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
      })
      const devices = acme.inventory({
        of: 'device',
        tells: ['diskEncrypted'],
        covers: ['laptops'],
        async *list(ctx) {
          for await (const { id } of ctx.paginate<{ id: string }>('/users', {
            items: 'users',
            next: { page: { param: 'page', first: 1 } },
          }))
            yield { id, diskEncrypted: true }
        },
        facts: {
          ownerEmail: { read: (_ctx, { id }) => note(`owner of ${id}`, 'a@acme.example') },
          lastSeenAt: { scopes: ['devices:seen'], read: (_ctx, { id }) => note(`seen ${id}`, null) },
        },
      })
      return acme.with(devices, questions.devicesEncrypted(devices), questions.devicesSeen(devices))
    }

    const { results, whole, replay } = await run({ create, variables: {}, shown: [[account('d1')]] })

    expect(results).toEqual(
      new Map([
        ['devices-encrypted', { d1: 'pass' }],
        ['devices-seen', { d1: 'fail' }],
      ]),
    )
    expect(whole('devices-encrypted')[0]?.evidence).toEqual({ diskEncrypted: true })
    expect(new Set(asked)).toEqual(new Set(['seen d1']))
    expect(replay.checks.filter(({ same }) => !same)).toEqual([])
    expect(create('https://api.acme.example').checks.map(({ scopes }) => scopes)).toEqual([undefined, ['devices:seen']])
  })

  test('of an empty list say nothing, which is no pass', async () => {
    const { check, replay } = await run({ shown: [] })

    for (const id of ['second-factor', 'few-administrators', 'guests-reviewed'])
      expect(check(id)).toMatchObject({ status: 'error', error: { code: 'CHECK_NO_RESULT' } })
    expect(replay.checks.filter(({ same }) => !same)).toEqual([])
  })
})
