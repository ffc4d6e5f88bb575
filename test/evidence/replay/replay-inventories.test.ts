import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type AnyConnector, defineConnector } from '../../../src/define/index.ts'
import { beginBundle } from '../../../src/evidence/bundle/bundle-draft.ts'
import { makeRecording } from '../../../src/evidence/recording/make-recording.ts'
import { parseRecording } from '../../../src/evidence/recording/read-recording.ts'
import { formatRecording } from '../../../src/evidence/recording/recording-text.ts'
import { replayRecording } from '../../../src/evidence/recording/replay-recording.ts'
import { replayBundle } from '../../../src/evidence/replay/replay.ts'
import { readLedger } from '../../../src/http/exchanges/ledger.ts'
import { keepRun } from '../../../src/things/runs/run-checks.ts'
import { type Answerer, secretKey, serve } from '../../http/support.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { ownSigner } from '../bundle.ts'

const whole: Answerer = ({ path }) => {
  const { pathname, searchParams } = new URL(path, 'http://vendor')
  if (pathname.startsWith('/last/')) return { json: pathname.endsWith('u1') ? null : '2026-01-01T00:00:00Z' }
  const page = Number(searchParams.get('page') ?? 1)
  return {
    json: {
      users: page > 2 ? [] : [1, 2].map((at) => ({ id: `u${page * 2 + at - 3}`, mfa: page > 1, key: secretKey })),
    },
  }
}

/** A connector with an inventory, a fact and a check of both, in two versions of its code. */
function createAcme(
  baseUrl: string,
  change: { readonly of?: (user: { id: string; mfa: boolean }) => boolean; readonly path?: string } = {},
): AnyConnector {
  const { of = ({ mfa }) => mfa, path = '/users' } = change
  const acme = defineConnector({
    id: 'acme',
    name: 'Acme',
    baseUrl,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
    variables: [{ id: 'site', label: 'Site', type: 'text', default: 'eu' }],
  })
  const accounts = acme.inventory({
    of: 'account',
    tells: ['secondFactor', 'roles'],
    covers: ['members'],
    async *list(ctx) {
      const users = ctx.paginate<{ id: string; mfa: boolean; key: string }>(path, {
        items: 'users',
        next: { page: { param: 'page', first: 1 } },
      })
      for await (const user of users)
        yield {
          id: user.id,
          name: user.key,
          kind: 'person',
          status: 'active',
          secondFactor: of(user),
          roles: [ctx.variables.site],
        }
    },
    facts: { lastActiveAt: { read: (ctx, { id }) => ctx.get<string | null>(`/last/${id}`) } },
  })
  const check = acme.check({
    id: 'factors',
    title: 'Factors',
    reads: [{ inventory: accounts, members: ['lastActiveAt'] }],
    async run(ctx) {
      for await (const { id, secondFactor, lastActiveAt } of ctx.inventory(accounts)) {
        const resource = { type: 'account', id }
        if (secondFactor) ctx.pass({ resource, title: 'On', evidence: { lastActiveAt } })
        else ctx.fail({ resource, title: 'Off', remediation: 'Enrol one.' })
      }
    },
  })
  return acme.with(accounts, check)
}

async function keepBundle(answer: Answerer = whole) {
  const vendor = await serve(answer)
  const connector = createAcme(vendor.origin)
  const bundle = join(createTempFolder(), 'bundle.zip')
  const draft = await beginBundle(bundle)
  await using run = await keepRun(connector, {
    credentials: { api_key: secretKey },
    variables: { site: 'us' },
    allowPrivateNetwork: true,
    exchanges: { file: draft.exchangesFile },
  })
  const recording = await makeRecording(connector, run, readLedger(draft.exchangesFile), undefined)
  await draft.finish(run, ownSigner)
  await draft.discard()
  return { vendor, connector, bundle, head: run.head, recording }
}

describe('replayBundle() reads inventories first, from the kept exchanges,', () => {
  test('and gives the same records, facts and results', async () => {
    const { vendor, connector, bundle, head } = await keepBundle()
    const asked = vendor.seen.length

    const replay = await replayBundle(bundle, connector)

    expect(head).toMatchObject({
      replayable: true,
      inventories: [{ complete: true, count: 4, facts: ['lastActiveAt'] }],
    })
    expect(replay).toMatchObject({ same: true, checks: [{ results: 4 }] })
    expect(replay.inventories).toMatchObject([{ id: 'inventory:account', same: true, records: 4, differences: [] }])
    expect(vendor.seen).toHaveLength(asked)
  })

  test.each<[string, Answerer]>([
    [
      'a refused page',
      (request, ...rest) => (request.path.includes('page=2') ? { status: 403, json: {} } : whole(request, ...rest)),
    ],
    [
      'a refused fact',
      (request, ...rest) => (request.path.includes('/last/u1') ? { status: 403, json: {} } : whole(request, ...rest)),
    ],
    [
      'a record without id',
      (request, ...rest) =>
        request.path.includes('page=2') ? { json: { users: [{ mfa: true }] } } : whole(request, ...rest),
    ],
  ])('also after %s', async (_, answer) => {
    const { connector, bundle, head } = await keepBundle(answer)

    const replay = await replayBundle(bundle, connector)

    expect(head.replayable).toBe(true)
    expect(replay.checks).toMatchObject([{ same: true }])
    expect(replay.inventories).toMatchObject([{ same: true, differences: [] }])
    expect(replay.same).toBe(true)
  })

  test('and tells when the list of today comes to other records, or asks for something else', async () => {
    const { vendor, bundle } = await keepBundle()

    const other = await replayBundle(bundle, createAcme(vendor.origin, { of: () => true }))
    const elsewhere = await replayBundle(bundle, createAcme(vendor.origin, { path: '/people' }))
    const none = await replayBundle(bundle, { ...createAcme(vendor.origin), inventories: [] })

    expect(other.same).toBe(false)
    expect(other.inventories).toMatchObject([
      { same: false, differences: [{ of: 'record u0', field: 'secondFactor' }, { of: 'record u1' }] },
    ])
    expect(elsewhere.inventories).toMatchObject([{ same: false, missing: [expect.stringContaining('/people')] }])
    expect(none.inventories).toMatchObject([
      { same: false, differences: [{ of: 'inventory', recorded: 'inventory:account' }] },
    ])
  })
})

describe('a recording', () => {
  test('replays its inventories', async () => {
    const { connector, recording } = await keepBundle()
    const read = parseRecording(formatRecording(recording), 'acme.json')

    const replay = await replayRecording(read, connector)

    expect(read.inventories).toEqual([
      { id: 'inventory:account', complete: true, count: 4, facts: ['lastActiveAt'], variables: { site: 'us' } },
    ])
    expect(replay).toMatchObject({ same: true, inventories: [{ same: true, records: 4 }], checks: [{ same: true }] })
  })

  test('tells when a list comes to something else', async () => {
    const { connector, recording } = await keepBundle()
    const [inventory] = recording.inventories ?? []

    const replay = await replayRecording(
      { ...recording, inventories: [{ ...inventory, count: 5 } as never] },
      connector,
    )

    expect(replay).toMatchObject({
      same: false,
      inventories: [{ differences: [{ of: 'count', recorded: '5', replayed: '4' }] }],
    })
  })
})
