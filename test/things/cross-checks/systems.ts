import { onTestFinished } from 'vitest'
import { fakeVendor } from '../../../src/author/testing/index.ts'
import { type CrossCheck, defineCrossCheck } from '../../../src/crosscheck/index.ts'
import { type AnyConnector, defineConnector } from '../../../src/define/index.ts'
import type { Runtime } from '../../../src/things/runtime/runtime.ts'

/** An account as a vendor of these tests lists it. */
export interface ListedAccount {
  readonly id: string
  readonly name: string
  readonly email: string | null
  readonly admin?: boolean
  /** @default true */
  readonly emailVerified?: boolean
}

/** A person as the personnel system of these tests lists them. */
export interface ListedEmployee {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly status: 'active' | 'left'
  /** Last day: `2026-11-30`. */
  readonly endsAt?: string
}

/** What three vendors answer next; undefined: the vendor refuses the list. */
export interface Systems {
  staff: readonly ListedEmployee[] | undefined
  code: readonly ListedAccount[] | undefined
  chat: readonly ListedAccount[] | undefined
}

const key = { type: 'api_key', config: { in: 'header', name: 'X-Key' } } as const

/** Three vendors on this machine: one that lists the staff, two that list accounts. Closed with the test. */
export async function startSystems(systems: Systems): Promise<readonly AnyConnector[]> {
  const answer = (name: keyof Systems) => () =>
    systems[name] === undefined ? { status: 403, json: { error: 'forbidden' } } : { json: { items: systems[name] } }
  const vendor = await fakeVendor({
    routes: { 'GET /staff': answer('staff'), 'GET /code': answer('code'), 'GET /chat': answer('chat') },
  })
  onTestFinished(() => vendor.close())
  return [createStaffConnector(vendor.url), createSystem('code', vendor.url), createSystem('chat', vendor.url)]
}

function createStaffConnector(baseUrl: string): AnyConnector {
  const staff = defineConnector({ id: 'staff', name: 'Staff', version: '1.0.0', baseUrl, auth: key })
  const people = staff.inventory({
    of: 'person',
    tells: ['email', 'endsAt'],
    covers: ['employees'],
    async *list(ctx) {
      const { items } = await ctx.get<{ items: readonly ListedEmployee[] }>('/staff')
      for (const { id, name, email, status, endsAt } of items)
        yield { id, name, kind: 'employee', status, email, endsAt: endsAt ?? null }
    },
  })
  return staff.with(people)
}

function createSystem(id: 'code' | 'chat', baseUrl: string): AnyConnector {
  const system = defineConnector({ id, name: id === 'code' ? 'Code' : 'Chat', version: '1.0.0', baseUrl, auth: key })
  const accounts = system.inventory({
    of: 'account',
    tells: ['email', 'emailVerified', 'administrator'],
    covers: ['members'],
    async *list(ctx) {
      const { items } = await ctx.get<{ items: readonly ListedAccount[] }>(`/${id}`)
      for (const { admin, ...account } of items)
        yield { kind: 'person', status: 'active', emailVerified: true, ...account, administrator: admin ?? false }
    },
  })
  return system.with(accounts)
}

/** A connection of each vendor. Their lists are not read yet. */
export async function connectSystems(runtime: Runtime, organizationId = 'acme') {
  const connect = async (connector: string) =>
    (await runtime.connections.create({ connector, organizationId, credentials: { api_key: 'key-canary-91' } })).id
  return { staff: await connect('staff'), code: await connect('code'), chat: await connect('chat') }
}

/** Reads the lists of connections anew. */
export async function readLists(runtime: Runtime, ...connectionIds: readonly string[]): Promise<void> {
  for (const connectionId of connectionIds) await (await runtime.runs.start({ connectionId })).result
}

/** A cross-check of one's own that needs no people: administrators fail. */
export const fewAdministrators: CrossCheck = defineCrossCheck({
  id: 'nobody-administers',
  title: 'Nobody administers anything',
  severity: 'high',
  controls: ['soc2:CC6.3'],
  tags: ['access'],
  needs: { accounts: 'every' },
  async run(ctx) {
    for await (const { connection, account } of ctx.accounts()) {
      const resource = { type: 'account', id: `${connection.id}/${account.id}`, name: `${account.name}` }
      if (account.administrator === true)
        ctx.fail({ resource, title: `${account.name} administers ${connection.name}`, remediation: 'Take it away.' })
      else if (account.id.startsWith('odd-'))
        ctx.manual({ resource, title: `What is ${account.name}?`, evidence: { email: account.email ?? null } })
      else ctx.pass({ resource, title: `${account.name} administers nothing` })
    }
  },
})
