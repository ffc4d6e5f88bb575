import { type Clock, fixedClock } from '../../../src/author/testing/index.ts'
import { type AnyConnector, defineConnector } from '../../../src/define/index.ts'
import type { Runtime, RuntimeOptions } from '../../../src/things/runtime/runtime.ts'
import { openRuntimeWith } from '../runtime/world.ts'

/** An account as a vendor of these tests lists it. */
export interface ListedAccount {
  readonly id: string
  readonly name?: string
  readonly email?: string | null
  readonly emailVerified?: boolean
  readonly kind?: 'person' | 'guest' | 'service' | 'shared'
  readonly status?: 'active' | 'invited' | 'suspended' | 'deleted'
  readonly administrator?: boolean
  readonly secondFactor?: boolean
  readonly ssoSubject?: string
  readonly createdAt?: string
  readonly lastActiveAt?: string
}

export interface ListedDevice {
  readonly id: string
  readonly ownerEmail: string | null
}

/** What a vendor answers next. */
export interface ListedSystem {
  accounts: readonly ListedAccount[]
  devices: readonly ListedDevice[]
  /** Whether it refuses the rest of its accounts. */
  isCutOff: boolean
}

/** A connector that lists what the test gives it. */
export function createListedConnector(id: string, system: ListedSystem): AnyConnector {
  const listed = defineConnector({
    // A literal, as types want it; each connector has its own.
    id: id as 'listed',
    name: id[0]?.toUpperCase() + id.slice(1),
    version: '1.0.0',
    baseUrl: 'https://listed.example',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const accounts = listed.inventory({
    of: 'account',
    tells: [
      ...([
        'email',
        'emailVerified',
        'administrator',
        'secondFactor',
        'ssoSubject',
        'createdAt',
        'lastActiveAt',
      ] as const),
    ],
    covers: ['members'],
    async *list() {
      for (const account of system.accounts)
        yield {
          id: account.id,
          name: account.name,
          kind: account.kind ?? 'person',
          status: account.status ?? 'active',
          email: account.email,
          emailVerified: account.emailVerified,
          ssoSubject: account.ssoSubject,
          administrator: account.administrator,
          secondFactor: account.secondFactor,
          createdAt: account.createdAt,
          lastActiveAt: account.lastActiveAt,
        }
      if (system.isCutOff) throw new Error('The vendor cut the list off.')
    },
  })
  const devices = listed.inventory({
    of: 'device',
    tells: ['ownerEmail'],
    covers: ['laptops'],
    async *list() {
      for (const { id: deviceId, ownerEmail } of system.devices) yield { id: deviceId, ownerEmail }
    },
  })
  return listed.with(accounts, devices)
}

/** An organization with connections to systems that list what a test says, and a clock that stands still. */
export async function openListedSystems<Id extends string>(
  ids: readonly Id[],
  { now = '2026-06-01T12:00:00Z', ...options }: Partial<RuntimeOptions> & { readonly now?: string } = {},
) {
  const systems = {} as Record<Id, ListedSystem>
  const connectors = ids.map((id) => {
    systems[id] = { accounts: [], devices: [], isCutOff: false }
    return createListedConnector(id, systems[id])
  })
  const clock = fixedClock(now)
  const opened = await openRuntimeWith({ connectors, clock: clock as Clock, ...options })
  const { runtime } = opened
  const connectionIds = {} as Record<Id, string>
  for (const id of ids) connectionIds[id] = await connect(runtime, id)
  const read = async (...which: readonly Id[]) => {
    for (const id of which.length === 0 ? ids : which)
      await (await runtime.runs.start({ connectionId: connectionIds[id] })).result
  }
  return { ...opened, systems, clock, connectionIds, read }
}

async function connect(runtime: Runtime, connector: string): Promise<string> {
  const made = await runtime.connections.create({
    connector,
    organizationId: 'acme',
    credentials: { api_key: 'key-canary-7301' },
  })
  return made.id
}

/** The bytes of a file of people. */
export function toPeopleFile(...lines: readonly string[]): Uint8Array {
  return new TextEncoder().encode(`${lines.join('\n')}\n`)
}
