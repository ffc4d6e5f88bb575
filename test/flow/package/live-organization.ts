import { toStatementResult } from '../../../src/checks/obligations/statement-result.ts'
import { omitUndefined } from '../../../src/text/omit-undefined.ts'
import type { Runtime } from '../../../src/things/runtime/runtime.ts'
import { connectSystems, readLists, type Systems, startSystems } from '../../things/cross-checks/systems.ts'
import { dayMs, judge, openAuditedWorld, organizationId, upload } from '../../things/packages/audited-world.ts'

const grace = { userId: 'grace', email: 'grace@example.com', name: 'Grace' }
const rita = { userId: 'rita', email: 'rita@example.com', name: 'Rita' }
const ada = { id: 'p1', name: 'Ada', email: 'ada@example.com', status: 'active' } as const
const bob = { id: 'p2', name: 'Bob', email: 'bob@example.com', status: 'active' } as const
const adasAccount = { id: 'ada', name: 'Ada', email: 'ada@example.com' }
const bobsAccount = { id: 'bob', name: 'Bob', email: 'bob@example.com' }

/**
 * An organization of five connections, lived day by day. One vendor fails for a while, has a waiver and then refuses; one is run now and
 * then, keeps no evidence for a while and is then left alone. Somebody leaves, an access review removes an account, and people state what
 * they owe.
 */
export async function liveOrganization(days: number, store?: string) {
  const systems: Systems = { staff: [ada, bob], code: [adasAccount, bobsAccount], chat: [adasAccount, bobsAccount] }
  const connectors = await startSystems(systems)
  const world = await openAuditedWorld(
    ['busy', 'seldom'],
    omitUndefined({ connectors, evidence: 'kept' as const, store }),
  )
  const { runtime, clock, connections, change, run } = world
  const at = (share: number) => Math.round(days * share)
  const formatDay = (day: number) => new Date(Date.parse('2026-01-01') + day * dayMs).toISOString().slice(0, 10)
  const idOf = (name: string) => connections.get(name) ?? ''
  const ids = await connectSystems(runtime)
  await runtime.directory.set({ organizationId, sources: [{ connection: ids.staff, covers: 'both' }] })
  const users = (isOn: boolean) => [
    { id: 'ada', mfa: true },
    { id: 'bob', mfa: isOn },
  ]
  const accept = { decision: 'accepted', expires: formatDay(at(0.9)) } as const
  const backups = await runtime.tasks.add({
    organizationId,
    title: 'A backup is restored',
    everyDays: at(0.3),
    controls: ['soc2:CC7.5', 'soc2:CC6.1'],
    satisfiedBy: { statements: true },
    firstDueDay: formatDay(at(0.3)),
  })
  await runtime.tasks.add({
    organizationId,
    title: 'Second factors stay on',
    everyDays: 7,
    controls: ['soc2:CC6.6'],
    satisfiedBy: { checks: ['vault/mfa', 'cross-check/leavers'] },
  })
  await runtime.tasks.add({
    organizationId,
    title: 'Access is looked at',
    everyDays: at(0.5),
    controls: ['soc2:CC6.2'],
    satisfiedBy: { accessReviews: true },
    firstDueDay: formatDay(at(0.1)),
  })
  let policyJudgement = ''
  let bobStays = ''
  for (let day = 0; day < days; day++) {
    if (day === at(0.2)) change('busy', { users: users(false) })
    if (day === at(0.3))
      await runtime.waivers.create({
        organizationId,
        connector: 'vault',
        check: 'mfa',
        resource: 'b*',
        connection: [idOf('busy')],
        justification: 'Leaves soon.',
        approver: 'Grace',
        expires: formatDay(at(0.45)),
      })
    if (day === at(0.55)) change('busy', { users: users(true) })
    if (day === at(0.8)) change('busy', { users: undefined })
    if (day === at(0.35)) systems.staff = [ada, { ...bob, status: 'left', endsAt: formatDay(at(0.35) - 1) }]
    if (day === at(0.4))
      bobStays = (
        await runtime.waivers.create({
          organizationId,
          connector: 'cross-check',
          check: 'leavers',
          connection: ids.chat,
          justification: 'He hands over.',
          approver: 'Grace',
          expires: formatDay(at(0.7)),
        })
      ).id
    if (day === at(0.5)) await runtime.waivers.revoke({ id: bobStays, organizationId })
    if (day === at(0.6)) [systems.code, systems.chat] = [[adasAccount], [adasAccount]]

    await run('busy')
    if (day % 3 === 0 && day <= at(0.6)) await run('seldom', day < at(0.3) || day > at(0.4))
    // A week of silence.
    if (day < at(0.7) || day >= at(0.78)) {
      await readLists(runtime, ...Object.values(ids))
      await (await runtime.crossChecks.run({ organizationId, id: 'leavers', evidence: true })).recorded
    }
    if (day === at(0.1)) {
      for (const name of ['busy', 'seldom'])
        policyJudgement = await judge(runtime, { connectionId: idOf(name), ...accept })
    }
    if (day === at(0.5)) await runtime.judgements.withdraw({ id: policyJudgement, organizationId, by: 'grace' })
    if (day === at(0.15)) await review(runtime, Object.values(ids).slice(1), formatDay(day + 5))
    if (day === at(0.25)) await stateBackup(runtime, backups.id, formatDay(day - 1), formatDay(at(0.8)))
    clock.advance(dayMs)
  }
  return { ...world, ids, idOf, period: { from: formatDay(0), to: formatDay(days - 1) } }
}

/** Keeps Ada and removes Bob in each system. */
async function review(runtime: Runtime, connectionIds: readonly string[], dueDay: string): Promise<void> {
  const { id } = await runtime.accessReviews.start({
    organizationId,
    title: 'First quarter',
    connectionIds,
    reviewers: [rita],
    dueDay,
    everyDays: 60,
    by: grace.email,
  })
  const accounts = (await runtime.accessReviews.open({ id, organizationId }))?.accounts ?? []
  for (const { number, record } of accounts) {
    const is = record.id === 'ada' ? 'keep' : 'remove'
    const decision = { is, reason: 'Known.' } as const
    await runtime.accessReviews.decide({ id, organizationId, numbers: [number], decision, judge: rita, isAdmin: false })
  }
  await runtime.accessReviews.finish({ id, organizationId, by: grace.email })
}

/** Somebody states it with a file, and somebody else accepts it. */
async function stateBackup(runtime: Runtime, taskId: string, doneDay: string, expires: string): Promise<void> {
  await upload(runtime, 'restore-log', 'restored 3 of 3 databases\n')
  const statement = { organizationId, taskId, text: 'Restored all.', doneDay, files: ['restore-log'], author: rita }
  const stated = await runtime.tasks.state(statement)
  const { id: runId, evidenceSha256 } = stated
  await runtime.judgements.create({
    organizationId,
    runId,
    findingId: toStatementResult(stated).findingId,
    evidenceSha256,
    decision: 'accepted',
    reason: 'Saw the log.',
    expires,
    judge: grace,
  })
}
