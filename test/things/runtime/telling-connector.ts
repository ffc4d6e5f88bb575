import type { CheckEvidence } from '../../../src/checks/controls/check-evidence.ts'
import { collectNewestEvidence } from '../../../src/checks/controls/collect-evidence.ts'
import { judgeForTask, type TaskEvidence } from '../../../src/checks/obligations/task-evidence.ts'
import { defineConnector, type Waiver } from '../../../src/define/index.ts'
import { listNewestRuns } from '../../../src/things/findings/newest-runs.ts'
import type { Task } from '../../../src/things/obligations/tasks.ts'
import type { Runtime } from '../../../src/things/runtime/runtime.ts'

export const organizationId = 'acme'

/** Each check reports what a field of the connection tells it to: a letter for each result. */
export function createTellingConnector(id: 'telling' | 'other') {
  const telling = defineConnector({
    id,
    name: id,
    version: '1.0.0',
    baseUrl: 'https://telling.example.com',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
    credentialFields: [{ id: 'tells', label: 'Tells', type: 'text' }],
    variables: [{ id: 'most', label: 'Most', type: 'number', default: 3 }],
  })
  return telling.with(
    ...['mfa', 'keys'].map((check, index) =>
      telling.check({
        id: check,
        title: `${check} of ${id} is used`,
        onEmpty: 'not_applicable',
        controls: ['soc2:CC6.1', { id: 'soc2:CC6.2', requires: { most: { max: 5 } } }],
        run(ctx) {
          const tells = String(ctx.credentials.tells).split(' ')[index] ?? ''
          for (const [at, status] of [...tells].entries()) {
            const told = { resource: { type: 'account', id: `a${at}` }, title: 'Told', evidence: { at } }
            if (status === 'p') ctx.pass(told)
            if (status === 'f') ctx.fail({ ...told, remediation: 'Mend it.' })
            if (status === 'm') ctx.manual(told)
            if (status === 'n') ctx.notApplicable(told)
            if (status === 'e') throw new Error('It cannot tell.')
          }
        },
      }),
    ),
  )
}

export const tells = ['p p', 'p p', 'pf p', 'm n', 'mm f', 'pe p', 'me m', 'n n', 'p m', ' p'] as const

export const waive = (
  runtime: Runtime,
  of: Pick<Waiver, 'check' | 'resource' | 'connection'>,
  expires = '2026-06-01',
) =>
  runtime.waivers.create({
    organizationId,
    userId: 'ada',
    connector: ['telling', 'other'],
    ...of,
    allConnections: of.connection === undefined ? true : undefined,
    justification: 'It is known.',
    approver: 'ada@example.com',
    expires,
  })

export async function decide(
  runtime: Runtime,
  connectionId: string,
  decision: string,
  expires = '2026-06-01',
): Promise<void> {
  if (decision === 'waived' || decision === 'revoked') {
    const { id } = await waive(runtime, { check: ['mfa', 'keys'], connection: connectionId }, expires)
    if (decision === 'revoked') await runtime.waivers.revoke({ id, organizationId })
  }
  if (decision !== 'accepted' && decision !== 'refused') return
  for (const { runId, result, evidenceSha256 } of await runtime.judgements.listNeeded({ organizationId, connectionId }))
    await runtime.judgements.create({
      organizationId,
      runId,
      findingId: result.findingId,
      evidenceSha256,
      decision,
      reason: 'So it is.',
      expires,
      judge: { userId: 'ada', name: 'Ada', email: 'ada@example.com' },
    })
}

/** By every run of every connection. */
export async function readEach(runtime: Runtime, nowMs: number) {
  const connections = (await runtime.connections.list({ organizationId })).filter(
    ({ state }) => state !== 'disconnected',
  )
  const runs = async function* () {
    for (const { id } of connections) yield* listNewestRuns(runtime, { organizationId, connectionId: id })
  }
  const standing = await runtime.waivers.inForce({ organizationId })
  const evidence = await collectNewestEvidence(runs(), new Date(nowMs), standing)
  const byAge = evidence.toSorted(
    (a, b) => a.atMs - b.atMs || ((a.connectionId ?? '') < (b.connectionId ?? '') ? -1 : 1),
  )
  return { connections, evidence: byAge }
}

/** What an obligation rests on, connection by connection. */
export function judgeEach(
  task: Task,
  { connections, evidence }: { readonly connections: readonly Connection[]; readonly evidence: CheckEvidence[] },
  nowMs: number,
): readonly TaskEvidence[] {
  const judged = new Map<string, TaskEvidence | undefined>()
  for (const name of task.satisfiedBy.checks) {
    const [source = '', id = ''] = name.split('/')
    const missing = { kind: 'check', state: 'missing' } as const
    let found = 0
    for (const connector of source === '*' ? ['telling', 'other'] : [source]) {
      const own = connections.filter((each) => each.connector === connector)
      const of = (connectionId: string) => `${connectionId} ${id}`
      const ran = evidence.filter((each) => own.some((one) => one.id === each.connectionId) && each.check.id === id)
      for (const { id: connectionId } of own)
        if (!ran.some((each) => each.connectionId === connectionId)) {
          const title = `${id} of ${connector} is used`
          judged.set(of(connectionId), { ...missing, title, checkId: id, because: 'was not run' })
        }
      for (const each of ran) judged.set(of(each.connectionId ?? ''), judgeForTask(task, each, nowMs))
      found += own.length
    }
    const because = 'nothing that is connected has this check'
    if (found === 0 && source !== '*') judged.set(name, { ...missing, title: name, checkId: id, because })
  }
  const all = [...judged.values()].filter((each) => each !== undefined)
  if (all.length > 0) return all
  const because = judged.size === 0 ? 'nothing that is connected has one of them' : 'had nothing to judge'
  return [{ kind: 'check', title: 'Its checks', state: 'missing', because }]
}

type Connection = Awaited<ReturnType<Runtime['connections']['list']>>[number]

/** How many connections say what. */
export function countSaid(evidence: readonly TaskEvidence[]) {
  const said: Record<string, number> = {}
  for (const { title, state, checkId, because, connections = 1 } of evidence) {
    const key = [title, state, checkId, because === 'was not run'].join()
    said[key] = (said[key] ?? 0) + connections
  }
  return said
}
