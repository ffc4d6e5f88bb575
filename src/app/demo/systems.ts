import { randomBytes } from 'node:crypto'
import { type FakeVendor, fakeVendor } from '../../author/testing/vendor/fake-vendor.ts'
import { type AnyConnector, defineConnector } from '../../define/index.ts'
import { demoId } from './acme.ts'

/** Three more vendors on this machine, each with a key of its own: who works here, and who has an account. */
export interface DemoSystems extends AsyncDisposable {
  /** The first one is the directory. */
  readonly all: readonly DemoSystem[]
}

export interface DemoSystem {
  readonly connector: AnyConnector
  readonly key: string
}

interface Employee {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly endsAt: string | null
}

interface SystemMember {
  readonly id: string
  readonly name: string
  /** Undefined: the vendor does not show it. */
  readonly email?: string
}

const [ada, grace, ken] = [
  { id: 'p-1', name: 'Ada Lovelace', email: 'ada@acme.example', endsAt: null },
  { id: 'p-2', name: 'Grace Hopper', email: 'grace@acme.example', endsAt: null },
  { id: 'p-3', name: 'Ken Thompson', email: 'ken@acme.example', endsAt: '2026-03-31' },
] as const satisfies readonly Employee[]

/** Ken left, and nobody closed his account. */
const coders: readonly SystemMember[] = [
  ...[ada, grace, ken].map(({ name, email }, index) => ({ id: `dev-${index + 1}`, name, email })),
  // Of nobody whom the directory knows.
  { id: 'dev-4', name: 'deploy-bot', email: 'deploy@acme.example' },
]

const chatters: readonly SystemMember[] = [
  ...[ada, grace].map(({ name, email }, index) => ({ id: `c-${index + 1}`, name, email })),
  // May be Ken's, or anybody's.
  { id: 'c-3', name: 'night-owl' },
]

export async function startDemoSystems(): Promise<DemoSystems> {
  const vendors: FakeVendor[] = []
  const close = async () => {
    for (const vendor of vendors) await vendor.close()
  }
  const start = async (items: readonly (Employee | SystemMember)[], create: (baseUrl: string) => AnyConnector) => {
    const key = randomBytes(24).toString('base64url')
    const vendor = await fakeVendor({
      auth: { type: 'api_key', in: 'header', name: 'X-Api-Key', value: key },
      routes: { 'GET /list': { json: items } },
    })
    vendors.push(vendor)
    return { connector: create(vendor.url), key }
  }
  try {
    const all = [
      await start([ada, grace, ken], createDirectory),
      await start(coders, (baseUrl) => createMembers('code', baseUrl)),
      await start(chatters, (baseUrl) => createMembers('chat', baseUrl)),
    ]
    return { all, [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}

const auth = { type: 'api_key', config: { in: 'header', name: 'X-Api-Key' } } as const

function createDirectory(baseUrl: string): AnyConnector {
  const directory = defineConnector({ id: `${demoId}-people`, name: 'Acme People', version: '1.0.0', baseUrl, auth })
  return directory.with(
    directory.inventory({
      of: 'person',
      tells: ['email', 'endsAt'],
      covers: ['employees'],
      async *list(ctx) {
        for (const { endsAt, ...person } of await ctx.get<readonly Employee[]>('/list'))
          yield { ...person, kind: 'employee', status: endsAt === null ? 'active' : 'left', endsAt }
      },
    }),
  )
}

function createMembers(of: 'code' | 'chat', baseUrl: string): AnyConnector {
  const name = of === 'code' ? 'Acme Code' : 'Acme Chat'
  const system = defineConnector({ id: `${demoId}-${of}`, name, version: '1.0.0', baseUrl, auth })
  return system.with(
    system.inventory({
      of: 'account',
      tells: ['email', 'emailVerified'],
      covers: ['members'],
      async *list(ctx) {
        for (const { id, name, email } of await ctx.get<readonly SystemMember[]>('/list'))
          yield { id, name, kind: 'person', status: 'active', email, emailVerified: email !== undefined || undefined }
      },
    }),
  )
}
