import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fixedClock } from '../../../src/author/testing/index.ts'
import { shippedFrameworks } from '../../../src/checks/controls/frameworks/shipped-frameworks.ts'
import { defineCrossCheck } from '../../../src/crosscheck/index.ts'
import { type AnyConnector, defineConnector } from '../../../src/define/index.ts'
import { makePackage } from '../../../src/things/packages/making/make-package.ts'
import type { Runtime, RuntimeOptions } from '../../../src/things/runtime/runtime.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { openRuntimeWith } from '../runtime/world.ts'

export const dayMs = 86_400_000
export const organizationId = 'acme'
export const firstDay = '2026-01-01'

/** Lists accounts and reports what a field of the connection says, check by check. */
export function createVault(checks: readonly string[] = ['mfa', 'keys']): AnyConnector {
  const vault = defineConnector({
    id: 'vault',
    name: 'Vault',
    version: `1.${checks.length}.0`,
    baseUrl: 'https://vault.example.com',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
    credentialFields: [{ id: 'says', label: 'Says', type: 'text' }],
  })
  const accounts = vault.inventory({
    of: 'account',
    tells: ['email'],
    covers: ['members'],
    async *list() {
      yield { id: 'ada', name: 'Ada', kind: 'person', status: 'active', email: 'ada@example.com' } as const
    },
  })
  return vault.with(
    accounts,
    ...checks.map((id, index) =>
      vault.check({
        id,
        title: `${id} is used`,
        controls: ['soc2:CC6.1', `soc2:CC6.${index + 2}`],
        run(ctx) {
          const reported = { resource: { type: 'user', id: 'ada' }, title: 'Seen', evidence: { id } }
          const word = String(ctx.credentials.says)[index] ?? 'p'
          if (word === 'p') ctx.pass(reported)
          if (word === 'f') ctx.fail({ ...reported, remediation: 'Mend it.' })
          if (word === 'm') ctx.manual(reported)
          if (word === 'e') throw new Error('It cannot tell.')
        },
      }),
    ),
  )
}

/** A cross-check that supports one of the same controls. */
function createCrossCheck(id: string, needsPeople: boolean) {
  return defineCrossCheck({
    id,
    title: `Nobody is odd: ${id}`,
    severity: 'high',
    controls: ['soc2:CC6.1', 'soc2:CC7.1'],
    tags: [],
    needs: needsPeople ? { people: 'directory', accounts: 'every' } : { accounts: 'every' },
    async run(ctx) {
      for await (const { account } of ctx.accounts())
        ctx.pass({ resource: { type: 'account', id: account.id }, title: 'Not odd' })
    },
  })
}

export const ownChecks = [createCrossCheck('odd-people', true), createCrossCheck('odd-accounts', false)]

export async function openWorld(options: Partial<RuntimeOptions> = {}) {
  const clock = fixedClock(`${firstDay}T06:00:00Z`)
  const { runtime } = await openRuntimeWith({ connectors: [createVault()], crossChecks: ownChecks, clock, ...options })
  await runtime.users.put({ organizationId, id: 'rita', name: 'Rita', email: 'rita@example.com' })
  return { runtime, clock, ...createActs(runtime) }
}

export function createActs(runtime: Runtime) {
  const connect = async (says: string) =>
    (
      await runtime.connections.create({
        connector: 'vault',
        organizationId,
        credentials: { api_key: 'k'.repeat(20), says },
      })
    ).id
  const connectAgain = async (connectionId: string, says: string) =>
    void (await runtime.connections.update(
      { id: connectionId, organizationId },
      { credentials: { api_key: 'k'.repeat(20), says } },
    ))
  const run = async (connectionId: string, checks?: readonly string[]) =>
    void (await (
      await runtime.runs.start({ connectionId, organizationId, checks })
    ).recorded)
  const cross = async (id: string) => void (await (await runtime.crossChecks.run({ organizationId, id })).recorded)
  const setPeople = (areListed: boolean) =>
    runtime.directory.set({ organizationId, sources: areListed ? [{ file: 'Staff', covers: 'both' }] : [] })
  return { connect, connectAgain, run, cross, setPeople }
}

export async function decide(runtime: Runtime, connectionId: string, decision: string): Promise<void> {
  if (decision === 'waived')
    await runtime.waivers.create({
      organizationId,
      userId: 'rita',
      connector: 'vault',
      check: ['mfa', 'keys'],
      connection: connectionId,
      justification: 'It is known.',
      approver: 'rita@example.com',
      expires: '2026-06-01',
    })
  if (decision !== 'accepted' && decision !== 'refused') return
  for (const { runId, result, evidenceSha256 } of await runtime.judgements.listNeeded({ organizationId, connectionId }))
    await runtime.judgements.create({
      organizationId,
      runId,
      findingId: result.findingId,
      evidenceSha256,
      decision,
      reason: 'So it is.',
      expires: '2026-06-01',
      judge: { userId: 'rita', name: 'Rita', email: 'rita@example.com' },
    })
}

export async function review(runtime: Runtime, connectionIds: readonly string[]): Promise<void> {
  const reviewers = [{ userId: 'rita', email: 'rita@example.com', name: 'Rita' }]
  const { id } = await runtime.accessReviews.start({
    organizationId,
    title: 'First',
    connectionIds,
    reviewers,
    dueDay: '2026-03-01',
    everyDays: 60,
    by: 'grace@example.com',
  })
  const numbers = ((await runtime.accessReviews.open({ id, organizationId }))?.accounts ?? []).map((one) => one.number)
  const [judge] = reviewers
  if (judge)
    await runtime.accessReviews.decide({
      id,
      organizationId,
      numbers,
      decision: { is: 'keep', reason: 'Known.' },
      judge,
      isAdmin: false,
    })
  await runtime.accessReviews.finish({ id, organizationId, by: 'grace@example.com' })
}

export async function readPackage(runtime: Runtime, to: string) {
  const target = join(createTempFolder(), 'package')
  const framework = await shippedFrameworks.soc2()
  await makePackage(runtime, { organizationId, framework, from: firstDay, to, target })
  const read = (name: string) => readFileSync(join(target, name), 'utf8')
  return { json: JSON.parse(read('package.json')), read, target }
}
