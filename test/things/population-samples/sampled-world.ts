import { fixedClock } from '../../../src/author/testing/vendor/fixed-clock.ts'
import { defineConnector } from '../../../src/define/index.ts'
import type { Runtime, RuntimeOptions } from '../../../src/things/runtime/runtime.ts'
import { serve } from '../../http/support.ts'
import { openRuntimeWith } from '../runtime/world.ts'

export const organizationId = 'acme'
export const day = '2026-01-01'

export interface SampledPerson {
  readonly id: string
  readonly email: string
  readonly status?: 'active' | 'suspended'
}

interface SampledOptions {
  readonly leavesOut?: readonly string[]
}

type SampledLists = Readonly<Record<'crm' | 'staff', readonly SampledPerson[]>>

/** Two systems of one organization, each with a list of accounts that a run has read. */
export async function openSampledWorld(lists: SampledLists, options: SampledOptions = {}) {
  const { opened, crm, staff } = await openSampledWorldBy(openRuntimeWith, lists, options)
  return { runtime: opened.runtime, crm, staff }
}

/** The same in a world that `open` makes. */
export async function openSampledWorldBy<World extends { readonly runtime: Runtime }>(
  open: (options: Partial<RuntimeOptions> & Pick<RuntimeOptions, 'connectors'>) => Promise<World>,
  lists: SampledLists,
  { leavesOut = [] }: SampledOptions = {},
) {
  const vendor = await serve(({ headers }) => ({ json: headers['x-key'] === 'staff' ? lists.staff : lists.crm }))
  const crm = defineConnector({
    id: 'crm',
    name: 'CRM',
    baseUrl: vendor.origin,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const accounts = crm.inventory({
    of: 'account',
    tells: ['email'],
    covers: ['members'],
    leavesOut,
    async *list(ctx) {
      for (const person of await ctx.get<SampledPerson[]>('/users'))
        yield { id: person.id, kind: 'person', status: person.status ?? 'active', email: person.email }
    },
  })
  const few = crm.check({
    id: 'few',
    title: 'Accounts are there',
    controls: ['soc2:CC6.1'],
    async run(ctx) {
      for (const { id } of await ctx.get<SampledPerson[]>('/users'))
        ctx.pass({ resource: { type: 'user', id }, title: 'There', evidence: { id } })
    },
  })
  const connector = crm.with(accounts, few)
  const opened = await open({
    connectors: [connector],
    clock: fixedClock(`${day}T06:00:00Z`),
    allowPrivateNetwork: true,
    evidence: 'kept',
  })
  const connect = async (name: string) => {
    const { id: connectionId } = await opened.runtime.connections.create({
      connector,
      organizationId,
      name,
      credentials: { api_key: name },
    })
    const run = await opened.runtime.runs.start({ connectionId, evidence: true })
    await run.result
    return connectionId
  }
  return { opened, crm: await connect('crm'), staff: await connect('staff') }
}
