import { randomBytes } from 'node:crypto'
import { createHost } from '../../src/app/host/index.ts'
import { toStatementResult } from '../../src/checks/obligations/statement-result.ts'
import type { Runtime } from '../../src/things/runtime/runtime.ts'
import { ada, dayAfter, dayMs, large } from './organization.ts'

const grace = { userId: 'grace', name: 'Grace Hopper', email: 'grace@example.com' }

/** Before the first run, so that notices of it are written. */
export async function addReceiver(runtime: Runtime): Promise<void> {
  const target = { sink: 'webhook', url: 'https://hooks.example.com/notices' } as const
  await runtime.webhooks.create({ organizationId: large, name: 'Ticket system', ...target })
}

/** One of each thing that people of an organization leave beside runs and findings. */
export async function addWorkspace(runtime: Runtime, findingId: string): Promise<void> {
  await runtime.users.put({ organizationId: large, id: grace.userId, ...grace })
  await runtime.people.setRole({ organizationId: large, userId: ada.userId, role: 'admin' })
  await runtime.people.setRole({ organizationId: large, userId: grace.userId, role: 'member' })
  await runtime.workspace.webSessions.insert({
    organizationId: large,
    userId: grace.userId,
    role: 'member',
    mayOperate: 0,
    idHash: randomBytes(32).toString('base64url'),
    createdAtMs: Date.now(),
    lastUsedAtMs: Date.now(),
    expiresAtMs: Date.now() + 30 * dayMs,
  })
  await addTasks(runtime)
  const period = { framework: 'soc2', periodFrom: '2026-07-01', periodTo: '2026-09-30', gaps: 3, isWhole: true }
  await runtime.packages.keep({
    organizationId: large,
    manifestSha256: 'a'.repeat(64),
    ...period,
    userId: ada.userId,
    runIds: [],
  })
  await post(runtime, findingId)
}

/** One that statements satisfy, and one that a check satisfies. */
async function addTasks(runtime: Runtime): Promise<void> {
  const task = { organizationId: large, everyDays: 92, controls: ['soc2:CC7.5'], userId: ada.userId }
  await runtime.tasks.add({ ...task, title: 'No member is unsafe', satisfiedBy: { checks: ['history/check-high'] } })
  const { id: taskId } = await runtime.tasks.add({ ...task, title: 'Restore a backup' })
  const text = 'We restored the backup of the day before.'
  const stated = await runtime.tasks.state({ organizationId: large, taskId, text, author: ada })
  await runtime.judgements.create({
    organizationId: large,
    runId: stated.id,
    findingId: toStatementResult(stated).findingId,
    judge: grace,
    evidenceSha256: stated.evidenceSha256,
    decision: 'accepted',
    reason: 'I saw it.',
    expires: dayAfter(300),
  })
}

/** What only the API takes: a comment, a file, an answer. */
async function post(runtime: Runtime, findingId: string): Promise<void> {
  const host = createHost({ runtime })
  const scopes = ['comments:write', 'evidence-forms:write', 'knowledge-base:write']
  const { key } = await runtime.apiKeys.create({ organizationId: large, scopes, userId: ada.userId })
  const { userId } = ada
  const bodies = {
    '/v1/comments': { content: 'We repair it in January.', entityId: findingId, entityType: 'finding', userId },
    '/v1/evidence-forms/uploads': {
      formType: 'access-review',
      fileName: 'access-review.txt',
      fileType: 'text/plain',
      fileData: Buffer.from('All is well.').toString('base64'),
    },
    '/v1/knowledge-base/manual-answers': { question: 'Do you encrypt data at rest?', answer: 'Yes, with AES-256.' },
  }
  for (const [path, body] of Object.entries(bodies)) {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await host.fetch(new Request(`http://127.0.0.1${path}`, init))
    if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
  }
}
