import { defineConnector, type Limits } from '../../../src/define/index.ts'

/** A connector with an API key, a host of its own per customer, and variables. */
export function createKeyConnector(vendor: string, limits: Limits = {}) {
  const keyed = defineConnector({
    id: 'keyed',
    name: 'Keyed',
    version: '2.0.0',
    baseUrl: vendor,
    credentialFields: [
      { id: 'region', label: 'Region', type: 'select', required: true, options: [{ value: 'eu', label: 'EU' }] },
      { id: 'port', label: 'Port', type: 'number' },
      { id: 'note', label: 'Note', type: 'text' },
    ],
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
    variables: [{ id: 'max_admins', label: 'Most administrators', type: 'number', default: 4, min: 1 }],
    test: { path: '/me' },
    limits,
  })
  const admins = keyed.check({
    id: 'admins',
    title: 'Few administrators',
    variables: [{ id: 'strict', label: 'Strict', type: 'boolean' }],
    async run(ctx) {
      const { admins: count } = await ctx.get<{ admins: number }>('/admins')
      const runs = ((await ctx.state.get<number>('runs')) ?? 0) + 1
      await ctx.state.set('runs', runs)
      const evidence = {
        count,
        max: ctx.variables.max_admins,
        strict: ctx.variables.strict ?? null,
        runs,
        port: ctx.credentials.port,
      }
      ctx.pass({ resource: { type: 'account', id: 'a' }, title: 'Counted', evidence })
    },
  })
  return keyed.with(admins)
}
