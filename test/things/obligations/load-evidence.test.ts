import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/index.ts'
import { toStatementResult } from '../../../src/checks/obligations/statement-result.ts'
import { countRuns } from '../../setup/count-runs.ts'
import { describePostgres } from '../../setup/postgres.ts'
import { SharedDatabase } from '../../setup/shared-database.ts'
import { openRuntimeWith } from '../runtime/world.ts'

const dayMs = 86_400_000
const beganMs = Date.parse('2026-03-01T12:00:00Z')
const organizationId = 'acme'
const bob = { userId: 'bob', name: 'Bob', email: 'bob@example.com' }
const ada = { userId: 'ada', name: 'Ada', email: 'ada@example.com' }

const anyStatement = fc.record({
  of: fc.nat({ max: 2 }),
  /** Days before it is stated. */
  doneAgo: fc.constantFrom(0, 0, 0, 3, 40),
  decision: fc.constantFrom<'accepted' | 'refused' | 'none' | 'withdrawn'>(
    'accepted',
    'accepted',
    'refused',
    'none',
    'withdrawn',
  ),
  /** Days until the judgement is over. */
  expires: fc.constantFrom(5, 200, 200),
  /** Days until something else happens. */
  next: fc.constantFrom(0, 0, 1, 20, 70),
})

statementsOn('SQLite', async () => 'memory:')
const shared = new SharedDatabase()
describePostgres('on PostgreSQL', () => statementsOn('PostgreSQL', () => shared.empty()))

function statementsOn(name: string, makeUrl: () => Promise<string>): void {
  test(`of many obligations on ${name} the newest statements tell the state that all statements of each tell`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStatement, { minLength: 1, maxLength: 9 }), async (statements) => {
        const time = { nowMs: beganMs }
        const url = await makeUrl()
        const clock = { ...fixedClock(beganMs), nowMs: () => time.nowMs }
        const { runtime } = await openRuntimeWith({ connectors: [], clock, store: url })
        for (const { userId: id, ...person } of [ada, bob]) await runtime.users.put({ organizationId, id, ...person })
        const ids: string[] = []
        for (const everyDays of [31, 92, 92]) {
          const terms = { organizationId, userId: 'ada', title: `Every ${everyDays}`, controls: [], everyDays }
          ids.push((await runtime.tasks.add({ ...terms, firstDueDay: '2026-03-05' })).id)
        }
        const day = (days: number) => new Date(time.nowMs + days * dayMs).toISOString().slice(0, 10)

        for (const { of, doneAgo, decision, expires, next } of statements) {
          const place = { organizationId, taskId: ids[of] ?? '' }
          const stated = await runtime.tasks.state({ ...place, text: 'Done.', doneDay: day(-doneAgo), author: bob })
          if (decision !== 'none') {
            const { id } = await runtime.judgements.create({
              organizationId,
              runId: stated.id,
              findingId: toStatementResult(stated).findingId,
              judge: ada,
              evidenceSha256: stated.evidenceSha256,
              reason: 'I saw it.',
              expires: day(expires),
              decision: decision === 'refused' ? 'refused' : 'accepted',
            })
            if (decision === 'withdrawn') await runtime.judgements.withdraw({ id, organizationId, by: 'ada' })
          }
          time.nowMs += next * dayMs
          const all = await runtime.tasks.list({ organizationId })
          for (const { evidence, ...task } of all) {
            const { evidence: own, ...one } = (await runtime.tasks.get({ id: task.id, organizationId })) ?? {
              evidence: [],
            }
            expect(task).toEqual(one)
            expect(own).toEqual(expect.arrayContaining([...evidence]))
          }
          // Of one on a page there is as much as of one in the list of all.
          const [first, second] = all
          const after = first && { atMs: first.createdAtMs, id: first.id }
          expect(await runtime.tasks.listPage({ organizationId, after, limit: 1 })).toEqual({
            tasks: [second],
            total: 3,
          })
          const alike = all.filter(({ state }) => state === first?.state)
          expect(await runtime.tasks.listPage({ organizationId, state: first?.state, limit: 2 })).toEqual({
            tasks: alike.slice(0, 2),
            total: alike.length,
          })
        }

        await runtime.close()
      }),
      { numRuns: countRuns(name === 'SQLite' ? 20 : 5) },
    )
  })
}
