import { onTestFinished } from 'vitest'
import { type FakeVendor, fakeVendor } from '../../../src/author/testing/index.ts'
import { defineConnector } from '../../../src/define/index.ts'
import { openPages } from './world.ts'

export const apiKey = 'vendor-key-1f9c2b7d'

/** Values with which a vendor's admin could try to reach into our pages. */
export const hostile = `"><img src=x onerror="alert(1)"></textarea></script><script>alert(1)</script>&lt;b&gt;\u202e`

/** A connector by API key with every type of variable, and a vendor whose every string is hostile. */
function boxesConnector(baseUrl: string) {
  const vault = defineConnector(
    {
      id: 'vault',
      name: `Vault ${hostile}`,
      version: '1.2.0',
      baseUrl,
      auth: { type: 'api_key', config: { in: 'header', name: 'X-Vault-Key' } },
      variables: [
        { id: 'owner', label: 'Owner', type: 'text', helpText: `Whose ${hostile}` },
        { id: 'most', label: 'Most open boxes', type: 'number', default: 3, min: 0, max: 9 },
        { id: 'strict', label: 'Strict', type: 'boolean' },
        { id: 'team', label: 'Team', type: 'select' },
        { id: 'domains', label: 'Domains', type: 'list' },
        {
          id: 'floors',
          label: 'Floors',
          type: 'multiselect',
          options: [
            { value: 'g', label: 'Ground' },
            { value: '1', label: 'First' },
          ],
        },
      ],
      test: { path: '/me' },
    },
    {
      options: {
        team: async (ctx) =>
          (await ctx.get<{ id: string; name: string }[]>('/teams')).map(({ id, name }) => ({ value: id, label: name })),
      },
    },
  )
  const boxes = vault.check({
    id: 'boxes-locked',
    title: `Boxes are locked ${hostile}`,
    severity: 'high',
    controls: ['soc2:CC6.1'],
    async run(ctx) {
      for (const { id, name, locked } of await ctx.get<Box[]>('/boxes')) {
        const resource = { type: 'box', id, name }
        ctx.log(`saw ${name}`)
        if (locked) ctx.pass({ resource, title: `Locked ${name}`, evidence: { name } })
        else ctx.fail({ resource, title: `Open ${name}`, remediation: `Lock ${name}`, evidence: { [name]: name } })
      }
    },
  })
  const audits = vault.check({
    id: 'audits-kept',
    title: 'Audits are kept',
    controls: ['soc2:CC7.2'],
    async run(ctx) {
      await ctx.get('/audits')
    },
  })
  return vault.with(boxes, audits)
}

interface Answer {
  readonly status: number
  readonly json: unknown
}

interface Box {
  readonly id: string
  readonly name: string
  readonly locked: boolean
}

/** Pages over a connection to that vendor. `boxes` and `teams` can be changed from test to test. */
export async function openBoxesWorld() {
  const state = {
    boxes: [
      { id: 'a', name: `box ${hostile}`, locked: false },
      { id: 'b', name: 'plain', locked: true },
    ] as Box[],
    teams: { status: 200, json: [{ id: 'red', name: `Red ${hostile}` }] } as Answer | Promise<Answer>,
  }
  const vendor: FakeVendor = await fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'X-Vault-Key', value: apiKey },
    routes: {
      'GET /me': { json: { id: 'me' } },
      'GET /boxes': () => ({ json: state.boxes }),
      'GET /teams': () => state.teams,
      'GET /audits': { status: 403, json: { message: hostile } },
    },
  })
  onTestFinished(() => vendor.close())
  const connector = boxesConnector(vendor.url)
  const world = await openPages({ connectors: [connector] })
  const { id } = await world.runtime.connections.create({
    connector,
    organizationId: 'acme',
    credentials: { api_key: apiKey },
  })
  const run = async () => {
    const { id: runId, result } = await world.runtime.runs.start({ connectionId: id })
    await result
    return runId
  }
  return { ...world, vendor, state, connector, connectionId: id, run }
}
