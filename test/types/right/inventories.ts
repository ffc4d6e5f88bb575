import { defineConnector, defineQuestion, type Inventory, type InventoryRecord } from 'checkwright'
import { same } from './equal.ts'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  variables: [{ id: 'region', label: 'Region', type: 'text', required: true }],
})

const accounts = acme.inventory({
  of: 'account',
  tells: ['email', 'secondFactor'],
  covers: ['members', 'guests'],
  leavesOut: ['bots'],
  scopes: ['users:read'],
  merge: 'union',
  async *list(ctx) {
    same<typeof ctx.variables.region, string>(true)
    for await (const user of ctx.paginate<{ id: number; mfa?: boolean }>('/users', { next: 'link' }))
      yield { id: user.id, kind: user.mfa ? 'guest' : 'person', status: 'active', email: null, secondFactor: user.mfa }
  },
  facts: {
    lastActiveAt: {
      scopes: ['audit:read'],
      async read(ctx, account) {
        same<typeof account.email, string | null | undefined>(true)
        return ctx.get<string | null>(`/users/${account.id}/last`)
      },
    },
  },
})
same<typeof accounts, Inventory<'account', 'email' | 'secondFactor' | 'lastActiveAt', 'acme'>>(true)

// A list that tells nothing but who there is.
const devices = acme.inventory({
  of: 'device',
  tells: [],
  covers: ['laptops'],
  async *list() {
    yield { id: 'd1' }
  },
})
same<typeof devices, Inventory<'device', never, 'acme'>>(true)
same<InventoryRecord<'device', never>['id'], string>(true)

const factors = <Id extends string>(inventory: Inventory<'account', 'secondFactor', Id>) =>
  defineQuestion(inventory, {
    id: 'factors',
    title: 'Second factors',
    members: ['secondFactor'],
    async run(ctx) {
      for await (const { id, name, secondFactor, kind } of ctx.inventory(inventory)) {
        same<typeof kind, 'person' | 'guest' | 'service' | 'shared' | 'unknown'>(true)
        same<typeof secondFactor, boolean | undefined>(true)
        const resource = { type: 'account', id, name }
        if (secondFactor === undefined) ctx.undecided({ resource, because: 'Acme does not say.', kind: 'permission' })
        else ctx.pass({ resource, title: 'On' })
      }
    },
  })

const active = acme.check({
  id: 'active',
  title: 'Everybody signs in',
  reads: [{ inventory: accounts, members: ['lastActiveAt'] }],
  async run(ctx) {
    const list = ctx.inventory(accounts)
    same<typeof list.complete, boolean>(true)
    for await (const account of list) same<typeof account.lastActiveAt, string | null | undefined>(true)
  },
})

acme.with(accounts, devices, factors(accounts), active)
