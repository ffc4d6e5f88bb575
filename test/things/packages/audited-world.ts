import { onTestFinished } from 'vitest'
import { fakeVendor } from '../../../src/author/testing/index.ts'
import { fixedClock } from '../../../src/author/testing/vendor/fixed-clock.ts'
import type { Framework } from '../../../src/checks/controls/frameworks/framework.ts'
import { loadFramework } from '../../../src/checks/controls/frameworks/shipped-frameworks.ts'
import { type AnyConnector, defineConnector } from '../../../src/define/index.ts'
import { keepBytes, toFileRecord, yieldOnce } from '../../../src/service/files/keep-file.ts'
import type { Runtime, RuntimeOptions } from '../../../src/things/runtime/runtime.ts'
import { openRuntimeWith } from '../runtime/world.ts'

export const dayMs = 86_400_000
export const organizationId = 'acme'

/** What the vendor answers for one connection; undefined: it refuses. */
export interface Account {
  users: readonly { readonly id: string; readonly mfa: boolean }[] | undefined
  /** A policy that a person has to read. */
  policy: string
}

/** An organization with connections to one vendor, on a clock that the test moves. */
export async function openAuditedWorld(
  names: readonly string[],
  {
    connectors = [],
    clock = fixedClock('2026-01-01T06:00:00Z'),
    ...options
  }: Partial<Pick<RuntimeOptions, 'store' | 'keys' | 'connectors' | 'evidence' | 'publicUrl' | 'mail' | 'worker'>> & {
    readonly clock?: ReturnType<typeof fixedClock>
  } = {},
) {
  const accounts = new Map<string, Account>(
    names.map((name) => [
      name,
      {
        users: [
          { id: 'ada', mfa: true },
          { id: 'bob', mfa: true },
        ],
        policy: 'Look.',
      },
    ]),
  )
  const find = (request: { readonly headers: Readonly<Record<string, unknown>> }) =>
    accounts.get(String(request.headers['x-key']))
  const vendor = await fakeVendor({
    routes: {
      'GET /users': (request) => {
        const users = find(request)?.users
        return users ? { json: users } : { status: 403, json: { error: 'forbidden' } }
      },
      'GET /policy': (request) => ({ json: { text: find(request)?.policy ?? '' } }),
    },
  })
  onTestFinished(() => vendor.close())
  const { runtime } = await openRuntimeWith({ connectors: [createVault(vendor.url), ...connectors], clock, ...options })
  const connections = new Map<string, string>()
  for (const name of names) {
    const { id } = await runtime.connections.create({
      connector: 'vault',
      organizationId,
      name,
      credentials: { api_key: name },
    })
    connections.set(name, id)
  }
  const change = (name: string, to: Partial<Account>) => {
    const before = accounts.get(name)
    if (before) accounts.set(name, { ...before, ...to })
  }
  const run = async (name: string, evidence = true) => {
    const connectionId = connections.get(name) ?? ''
    const { id, result } = await runtime.runs.start({ connectionId, evidence })
    await result
    return id
  }
  return { runtime, clock, connections, change, run }
}

/** SOC 2 with the mapping of its controls to statements. */
export async function loadSoc2(): Promise<Framework> {
  const framework = await loadFramework('soc2')
  if (!framework) throw new TypeError('SOC 2 does not come with Checkwright')
  return framework
}

/** Judges a finding of the newest run as a person does. */
export async function judge(
  runtime: Runtime,
  {
    connectionId,
    decision,
    expires,
    files,
  }: {
    readonly connectionId: string
    readonly decision: 'accepted' | 'refused'
    readonly expires: string
    /** Ids of uploads. */
    readonly files?: readonly string[]
  },
): Promise<string> {
  const [needed] = await runtime.judgements.listNeeded({ organizationId, connectionId })
  if (needed === undefined) throw new TypeError('nothing needs review')
  const {
    runId,
    evidenceSha256,
    result: { findingId },
  } = needed
  const person = { userId: 'grace', email: 'grace@example.com', name: 'Grace' }
  const { id } = await runtime.judgements.create({
    organizationId,
    runId,
    findingId,
    evidenceSha256,
    decision,
    expires,
    reason: 'Read it.',
    files,
    judge: person,
  })
  return id
}

function createVault(baseUrl: string): AnyConnector {
  const vault = defineConnector({
    id: 'vault',
    name: 'Vault',
    version: '1.0.0',
    baseUrl,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const mfa = vault.check({
    id: 'mfa',
    title: 'Everybody has a second factor',
    controls: ['soc2:CC6.1'],
    states: ['second-factor-used'],
    async run(ctx) {
      for (const { id, mfa: isOn } of await ctx.get<{ id: string; mfa: boolean }[]>('/users')) {
        const resource = { type: 'user', id }
        if (isOn) ctx.pass({ resource, title: 'On', evidence: { mfa: true } })
        else ctx.fail({ resource, title: 'Off', remediation: 'Turn it on.', evidence: { mfa: false } })
      }
    },
  })
  const policy = vault.check({
    id: 'policy',
    title: 'The policy is fit',
    controls: ['soc2:CC6.2', 'soc2:CC6.1'],
    async run(ctx) {
      const { text } = await ctx.get<{ text: string }>('/policy')
      ctx.manual({ resource: { type: 'policy', id: 'main' }, title: 'Read it', evidence: { text } })
    },
  })
  return vault.with(mfa, policy)
}

/** Keeps a file that a judgement or a statement may rest on. */
export async function upload(runtime: Runtime, id: string, text: string): Promise<void> {
  const { objects, evidenceUploads, clock } = runtime.workspace
  const bytes = Buffer.from(text)
  const kept = await keepBytes(objects, organizationId, yieldOnce(bytes))
  const facts = { organizationId, name: `${id}.txt`, type: 'text/plain', userId: 'rita', createdAtMs: clock.nowMs() }
  await evidenceUploads.insert({ formType: 'review', file: { ...toFileRecord(kept, facts), id } })
}
