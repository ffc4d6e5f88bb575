import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createHost, SignInLinks } from '../../src/app/host/index.ts'
import { fakeVendor } from '../../src/author/testing/index.ts'
import { defineConnector } from '../../src/define/index.ts'
import { makeKeyText } from '../../src/service/store/keys/parse-keys.ts'
import { openStore } from '../../src/things/all-stores/open-store.ts'
import { createRuntime } from '../../src/things/runtime/create-runtime.ts'
import { createTempFolder } from '../setup/temp-folder.ts'
import { endRun, type ToldCheck } from '../things/all-stores/kept-runs.ts'
import { createConnection, createCredentials } from '../things/all-stores/records.ts'
import { startServed } from './served.ts'

export interface LargeSize {
  readonly connections: number
  /** Of the large connector. */
  readonly checks: number
  /** Of the one large run. */
  readonly results: number
  /** Of these results, how many fail. */
  readonly failing: number
}

const organizationId = 'acme'
const severities = ['critical', 'high', 'medium', 'low'] as const
const states = ['active', 'active', 'active', 'needs_reauth', 'error', 'paused'] as const

/** Of the club. Gil left, nobody knows Mel, and Pat may be somebody we know. */
const guests = [
  { id: 'gil', roles: ['reader'], email: 'gil@example.com' },
  { id: 'mel', roles: ['reader'], email: 'mel@elsewhere.example' },
  { id: 'pat', roles: ['a role with a very long name that somebody has thought of'], email: 'pat+club@example.com' },
  { id: 'ada', roles: ['owner'], email: 'ada@example.com' },
]

const people = `id,name,email,kind,status,startsAt,endsAt
1,Ada Lovelace,ada@example.com,employee,active,2020-01-01,none
2,Gil Amelio,gil@example.com,contractor,left,2020-01-01,2026-01-31
3,Pat of a family with a name that is long,pat@example.com,employee,active,2020-01-01,none
`

/** An organization with many connections, one large run and the pages, on a vendor that is real and on loopback. */
export async function startLargeWorld(size: LargeSize) {
  const server = await startServed()
  const vendor = await fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'X-Key', value: 'club-key-77aa' },
    routes: { 'GET /guests': { json: guests } },
  })
  onTestFinished(() => vendor.close())
  const store = `sqlite:${join(createTempFolder(), 'large.db')}`
  await fillStore(store, size)
  const runtime = await createRuntime({
    connectors: [createWideConnector(size.checks), createClubConnector(vendor.url)],
    store,
    keys: makeKeyText(),
    publicUrl: server.url,
    allowPrivateNetwork: true,
  })
  onTestFinished(() => runtime.close())
  await runtime.operators.add({ organizationId, userId: 'ada' })
  const session = new SignInLinks(runtime)
  server.answer(createHost({ runtime, session }).fetch)
  const { id: connectionId } = await runtime.connections.create({
    connector: 'club',
    organizationId,
    credentials: { api_key: 'club-key-77aa' },
    name: 'The club',
  })
  const run = await runtime.runs.start({ connectionId, organizationId, evidence: true })
  await run.result
  await runtime.directory.set({ organizationId, sources: [{ file: 'Staff', covers: 'both' }] })
  await runtime.directory.importPeople({ organizationId, bytes: new TextEncoder().encode(people) })
  const domains = { enforcedDomains: ['example.com'], actor: 'ada@example.com' }
  await runtime.directory.setSystem({ organizationId, connectionId, ...domains })
  const crossCheckRun = await runtime.crossChecks.run({ organizationId, id: 'leavers' })
  await crossCheckRun.recorded
  return {
    crossCheckRunId: crossCheckRun.id,
    runtime,
    organizationId,
    url: server.url,
    connectionId,
    runId: run.id,
    /** The run with all results, and its connection. */
    large: { runId: 'r0', connectionId: 'c0' },
    signInUrl: async (role: 'admin' | 'member' | 'viewer' = 'admin') =>
      (await session.create({ organizationId, userId: 'ada', role })).url,
  }
}

async function fillStore(url: string, { connections, checks, results, failing }: LargeSize): Promise<void> {
  const store = await openStore(url)
  await store.organizations.insert({ id: organizationId, name: 'Acme Ltd', createdAtMs: 1 })
  await store.users.put({
    organizationId,
    id: 'ada',
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    image: null,
    deactivated: null,
  })
  const beganMs = Date.now() - 3_600_000
  for (let index = 0; index < connections; index++) {
    const id = `c${index}`
    const state = index === 0 ? 'active' : (states[index % states.length] ?? 'active')
    await store.connections.insert(createConnection(id, { name: `Account ${index}`, state }), createCredentials())
    if (index % 3 === 1)
      await store.schedules.put({
        connectionId: id,
        organizationId,
        connectorId: 'github',
        cron: '0 6 * * *',
        timeZone: 'Europe/Berlin',
        checks: null,
        inventories: null,
        spread: 0,
        createdAtMs: 1,
        updatedAtMs: 1,
        computedAtMs: 1,
        nextAtMs: Date.now() + index * 3_600_000 + 86_400_000,
        lastRunId: null,
        skippedBecause: null,
      })
    const total = index === 0 ? results : checks
    await endRun(store, {
      id: `r${index}`,
      atMs: beganMs + index,
      connectionId: id,
      checks: Object.fromEntries(
        Array.from({ length: checks }, (_, number): [string, ToldCheck] => [
          `check-${number}`,
          listResults(number, { checks, total, failing: index === 0 ? failing : 0 }),
        ]),
      ),
    })
  }
  await store.close()
}

/** The share of a check: the failing results are spread over the first half of the checks. */
function listResults(
  number: number,
  { checks, total, failing }: { readonly checks: number; readonly total: number; readonly failing: number },
): ToldCheck {
  const share = (all: number, of: number) => Math.floor((all * (number + 1)) / of) - Math.floor((all * number) / of)
  const fails = number < checks / 2 ? share(failing, Math.ceil(checks / 2)) : 0
  const severity = severities[number % severities.length] ?? 'low'
  return {
    results: Array.from({ length: Math.max(fails, share(total, checks)) }, (_, at) => [
      `person-${number}-${at}@example.com`,
      at < fails ? 'fail' : 'pass',
      at < fails ? { severity } : {},
    ]),
  }
}

/** Its results are in the store already, so it asks nobody. */
function createWideConnector(checks: number) {
  const wide = defineConnector({
    id: 'github',
    name: 'Wide',
    baseUrl: 'https://wide.example',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  return wide.with(
    ...Array.from({ length: checks }, (_, number) =>
      wide.check({
        id: `check-${number}`,
        title: `Rule ${number} of the house is kept by everybody who works here`,
        controls: [`soc2:CC6.${(number % 8) + 1}`],
        run: async (ctx) => void ctx.pass({ resource: { type: 'x', id: 'x' }, title: 'x' }),
      }),
    ),
  )
}

/** One guest, who needs review, and one list. */
function createClubConnector(baseUrl: string) {
  const club = defineConnector({
    id: 'club',
    name: 'Club',
    baseUrl,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
    variables: [{ id: 'max_days', label: 'Longest visit in days', type: 'number', default: 30 }],
  })
  interface Guest {
    readonly id: string
    readonly roles: readonly string[]
    readonly email: string
  }
  return club.with(
    club.check({
      id: 'guests-reviewed',
      title: 'Guests are reviewed',
      controls: ['soc2:CC6.2'],
      async run(ctx) {
        for (const { id, roles } of await ctx.get<Guest[]>('/guests'))
          ctx.manual({
            resource: { type: 'account', id },
            title: `${id} is a guest`,
            description: 'Decide.',
            evidence: { roles },
          })
      },
    }),
    club.inventory({
      of: 'account',
      tells: ['roles', 'email'],
      covers: ['guests'],
      async *list(ctx) {
        for (const guest of await ctx.get<Guest[]>('/guests')) yield { ...guest, kind: 'guest', status: 'active' }
      },
    }),
  )
}
