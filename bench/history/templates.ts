import { systemClock } from '../../src/define/clock.ts'
import { makeKeyText } from '../../src/service/store/keys/parse-keys.ts'
import { createRuntime } from '../../src/things/runtime/create-runtime.ts'
import type { Runtime } from '../../src/things/runtime/runtime.ts'
import { createHistoryConnector, type Vendor } from './connector.ts'
import { ada, dayAfter, dayMs, large } from './organization.ts'
import { createSystemConnectors } from './systems.ts'
import { addReceiver, addWorkspace } from './workspace-templates.ts'

export const runsOfConnection = 10
export const resultsOfRun = 10
/** Between two runs of a connection. */
const betweenDays = 3

/** Resources that fail on each day: four stay open, one regresses, and four are resolved in the end. */
const failing = [
  [0, 1, 2, 3, 4, 5, 6, 8],
  [0, 1, 2, 3, 4, 5, 6, 8],
  [0, 1, 2, 3, 4, 5, 6, 8],
  [0, 1, 2, 3, 4, 5, 6],
  [0, 1, 2, 3, 5, 6, 9],
  [0, 1, 2, 3, 5, 6, 9],
  [0, 1, 2, 3, 5, 6],
  [0, 2, 3, 4, 5],
  [0, 2, 3, 4, 5],
  [0, 2, 3, 4],
] as const satisfies Readonly<Record<number, readonly number[]>>

export interface Templates {
  readonly connectionId: string
  readonly findingId: string
  readonly userId: string
}

/**
 * Real rows by the real runtime: one connection with ten runs of ten results in 30 days, their findings, an accepted risk, a judgement, and
 * one of each thing that people of an organization leave. All else of a history are copies of these under other ids.
 */
export async function writeTemplates(url: string, keys: string): Promise<Templates> {
  const vendor: Vendor = { failing: new Set() }
  const now = { backMs: 0 }
  const clock = { ...systemClock, nowMs: () => Date.now() - now.backMs }
  const runtime = await openRuntime(url, { keys, vendor, clock })
  try {
    now.backMs = betweenDays * runsOfConnection * dayMs
    await runtime.organizations.create({ id: large, name: 'Acme' })
    const { userId } = ada
    await runtime.users.put({ organizationId: large, id: userId, ...ada })
    await addReceiver(runtime)
    const { id: connectionId } = await runtime.connections.create({
      connector: 'history',
      organizationId: large,
      name: 'Connection',
      credentials: { api_key: 'k'.repeat(40) },
    })
    await runtime.schedules.set({ connectionId, organizationId: large, cron: '0 6 * * *' })
    for (const [index, numbers] of failing.entries()) {
      now.backMs = betweenDays * (failing.length - 1 - index) * dayMs
      vendor.failing = new Set(numbers)
      await (await runtime.runs.start({ connectionId, organizationId: large })).recorded
    }
    const findings = await runtime.findings.list({ organizationId: large })
    const findingId = findings[0]?.id ?? ''
    await decide(runtime, connectionId)
    await runtime.findings.update({ id: findings[1]?.id ?? '', organizationId: large, userId, ownerId: userId })
    await addWorkspace(runtime, findingId)
    return { connectionId, findingId, userId }
  } finally {
    await runtime.close()
  }
}

export function openRuntime(
  store: string,
  { keys, vendor = { failing: new Set() }, clock = systemClock }: OpenOptions,
): Promise<Runtime> {
  const connectors = [createHistoryConnector(vendor), ...createSystemConnectors()]
  return createRuntime({ connectors, store, keys, clock, publicUrl: 'http://127.0.0.1', worker: false })
}

interface OpenOptions {
  readonly keys: string
  readonly vendor?: Vendor | undefined
  readonly clock?: typeof systemClock | undefined
}

export const makeKeys = () => makeKeyText()

/** Accepts one risk of the connection, and judges the result that needs review. */
async function decide(runtime: Runtime, connectionId: string): Promise<void> {
  const { userId, email: approver } = ada
  const expires = dayAfter(90)
  await runtime.waivers.create({
    organizationId: large,
    userId,
    connector: 'history',
    check: 'check-high',
    connection: connectionId,
    justification: 'It is known.',
    approver,
    expires,
  })
  const [review] = await runtime.judgements.listNeeded({ organizationId: large, limit: 1 })
  if (review === undefined) throw new Error('No result needs review.')
  await runtime.judgements.create({
    organizationId: large,
    runId: review.runId,
    findingId: review.result.findingId,
    evidenceSha256: review.evidenceSha256,
    decision: 'accepted',
    reason: 'It is fine.',
    expires,
    judge: ada,
  })
}
