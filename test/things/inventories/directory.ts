import { type AnyConnector, defineConnector } from '../../../src/define/index.ts'
import type { Runtime } from '../../../src/things/runtime/runtime.ts'

/** A person as the vendor of these tests lists them. */
export interface ListedPerson {
  readonly id: string
  readonly name?: string
  readonly email?: string | null
  readonly admin?: boolean
  readonly roles?: readonly string[]
}

/** What the vendor answers next: its people, or undefined where it refuses the list. */
export interface Directory {
  people: readonly ListedPerson[] | undefined
}

/** A connector that lists accounts and, in two parts, devices. It asks the vendor page by page. */
export function createDirectoryConnector(baseUrl: string): AnyConnector {
  const directory = defineConnector({
    id: 'directory',
    name: 'Directory',
    version: '1.2.0',
    baseUrl,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const accounts = directory.inventory({
    of: 'account',
    tells: ['email', 'administrator', 'roles'],
    covers: ['members'],
    leavesOut: ['bots'],
    async *list(ctx) {
      for await (const person of ctx.paginate<ListedPerson>('/people', {
        items: 'people',
        next: { page: { param: 'page', first: 1 } },
      }))
        yield {
          id: person.id,
          name: person.name,
          kind: 'person',
          status: 'active',
          email: person.email,
          administrator: person.admin,
          roles: person.roles,
        }
    },
  })
  const [laptops, phones] = (['laptops', 'phones'] as const).map((part) =>
    directory.inventory({
      of: 'device',
      part,
      tells: ['ownerEmail'],
      covers: [part],
      async *list(ctx) {
        const { devices } = await ctx.get<{ devices: readonly { id: string; owner: string | null }[] }>(`/${part}`)
        for (const { id, owner } of devices) yield { id, ownerEmail: owner }
      },
    }),
  )
  const admins = directory.check({
    id: 'admins',
    title: 'Few administrators',
    reads: [{ inventory: accounts }],
    async run(ctx) {
      for await (const { id, administrator } of ctx.inventory(accounts))
        ctx.pass({
          resource: { type: 'account', id },
          title: 'Seen',
          evidence: { administrator: administrator ?? null },
        })
    },
  })
  return directory.with(accounts, laptops as typeof laptops & object, phones as typeof phones & object, admins)
}

/** How the vendor answers, two people a page. */
export function answerDirectory(directory: Directory) {
  return {
    'GET /people': ({ query }: { readonly query: URLSearchParams }) => {
      if (directory.people === undefined) return { status: 403, json: { error: 'forbidden' } }
      const page = Number(query.get('page') ?? 1)
      return { json: { people: directory.people.slice(page * 2 - 2, page * 2) } }
    },
    'GET /laptops': { json: { devices: [{ id: 'l1', owner: 'ada@example.com' }] } },
    'GET /phones': { json: { devices: [{ id: 'p1', owner: null }] } },
  }
}

export const twoPeople: readonly ListedPerson[] = [
  { id: 'u1', name: 'Ada', email: 'ada@example.com', admin: true, roles: ['owner', 'dev'] },
  { id: 'u2', name: '=cmd|calc', email: null, roles: [] },
]

/** Runs a connection and waits for its end. */
export async function runToEnd(runtime: Runtime, connectionId: string, more: object = {}) {
  return (await runtime.runs.start({ connectionId, ...more })).result
}
