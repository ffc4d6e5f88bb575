import { onTestFinished } from 'vitest'
import type { HostOptions } from '../../../src/app/host/index.ts'
import { type FakeVendor, fakeVendor } from '../../../src/author/testing/index.ts'
import { defineConnector } from '../../../src/define/index.ts'
import type { RuntimeOptions } from '../../../src/things/runtime/runtime.ts'
import { openApiHost } from '../host/world.ts'

export const apiKey = 'vendor-key-1f9c2b7d'

/** A connector by API key: what passes, what fails, what cannot be told, and something to choose. */
function vaultConnector(baseUrl: string) {
  const vault = defineConnector(
    {
      id: 'vault',
      name: 'Vault',
      version: '1.2.0',
      description: 'Boxes and who opens them.',
      category: 'security',
      baseUrl,
      credentialFields: [
        { id: 'region', label: 'Region', type: 'select', options: [{ value: 'eu', label: 'Europe' }] },
      ],
      auth: {
        type: 'api_key',
        config: { in: 'header', name: 'X-Vault-Key', setupInstructions: 'Open **Settings**, then *API*.' },
      },
      variables: [
        { id: 'team', label: 'Team', type: 'select' },
        { id: 'level', label: 'Level', type: 'select', options: [{ value: 'low', label: 'Low' }], default: 'low' },
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
    title: 'Boxes are locked',
    severity: 'high',
    controls: ['soc2:CC6.1'],
    tags: ['boxes'],
    variables: [{ id: 'most', label: 'Most open boxes', type: 'number', default: 0, min: 0 }],
    async run(ctx) {
      for (const { id, locked } of await ctx.get<{ id: string; locked: boolean }[]>('/boxes')) {
        const resource = { type: 'box', id, name: `Box ${id}` }
        if (locked) ctx.pass({ resource, title: 'Locked', evidence: { locked } })
        else if (id === 'attic')
          ctx.fail({ resource, title: 'Open', severity: 'low', remediation: 'Lock it.', evidence: { locked } })
        else ctx.fail({ resource, title: 'Open', remediation: 'Lock it.', evidence: { locked } })
      }
    },
  })
  const audits = vault.check({
    id: 'audits-kept',
    title: 'Audits are kept',
    controls: ['soc2:CC7.2'],
    scopes: ['audits:read'],
    async run(ctx) {
      await ctx.get('/audits')
      ctx.pass({ resource: { type: 'log', id: 'audit' }, title: 'Kept', evidence: {} })
    },
  })
  return vault.with(boxes, audits)
}

export const boxes: readonly { readonly id: string; readonly locked: boolean }[] = [
  { id: 'cellar', locked: true },
  { id: 'attic', locked: false },
  { id: 'hall', locked: false },
]

/** The vendor, gone with the test. @param waitForBoxes before it tells of them */
async function vaultVendor(rows: readonly object[], waitForBoxes: () => Promise<void>): Promise<FakeVendor> {
  const vendor = await fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'X-Vault-Key', value: apiKey },
    routes: {
      'GET /me': { json: { id: 'me' } },
      'GET /teams': { json: [{ id: 't1', name: 'One' }] },
      'GET /boxes': async () => {
        await waitForBoxes()
        return { json: rows }
      },
      'GET /audits': { status: 403, json: { error: 'forbidden' } },
    },
  })
  onTestFinished(() => vendor.close())
  return vendor
}

/** Any members of the answers of these tests. */
export interface Told {
  readonly id: string
  readonly code: string
  readonly status: string
  readonly state: string
  readonly detail: string
  readonly scoped: boolean
  readonly url: string
  readonly errors: readonly { readonly path: string; readonly message: string }[]
  readonly data: readonly {
    readonly id: string
    readonly fingerprint: string
    readonly findingId: string
    readonly connectionId: string
    readonly resource: { readonly id: string }
  }[]
  readonly couldNotTell: readonly object[]
  readonly nextCursor: string | null
}

/** A host over the vault, and a connection to it. */
export async function openVaultHost(host: Partial<HostOptions> = {}, options: Partial<RuntimeOptions> = {}) {
  // What the vendor says of its boxes; a test may change it.
  const vendorBoxes = boxes.map((box) => ({ ...box }))
  const held = { until: Promise.resolve() }
  const vendor = await vaultVendor(vendorBoxes, () => held.until)
  const world = await openApiHost(host, { connectors: [vaultConnector(vendor.url)], ...options })
  const call = async (method: string, path: string, body?: unknown, key?: string) => {
    const answer = await world.ask(method, `/v1/integrations${path}`, {
      body,
      key,
    })
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Told }
  }
  const connected = async (credentials: object = { api_key: apiKey, region: 'eu' }, key?: string): Promise<string> =>
    (await call('POST', '/connections', { connector: 'vault', credentials }, key)).body.id
  /** Starts a run over HTTP, and waits for its end. */
  const ran = async (connectionId: string, start: object = {}, key?: string): Promise<string> => {
    const { id } = (await call('POST', `/connections/${connectionId}/runs`, start, key)).body
    await (await world.ask('GET', `/v1/integrations/runs/${id}/events`, key === undefined ? {} : { key })).text()
    return id
  }
  return { ...world, vendor, vendorBoxes, held, call, connected, ran }
}
