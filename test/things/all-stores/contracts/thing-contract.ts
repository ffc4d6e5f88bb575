import { describe, expect, test } from 'vitest'
import { deriveState } from '../../../../src/service/fields/states.ts'
import type { Store } from '../../../../src/things/all-stores/store.ts'
import { auditPeriod } from '../../../../src/things/audit-periods/thing.ts'

const nowMs = Date.parse('2026-05-01T12:00:00Z')

/** The contract of every store for declared things, on one of them. */
export function describeThingContract(name: string, open: () => Promise<Store>): void {
  describe(`${name}: declared things`, () => {
    test('come back as they were written, in their own organization, the newest first', async () => {
      const rows = (await open()).things.of(auditPeriod)
      for (const n of [1, 2, 3]) await rows.of('acme').write({ made: [createPeriod(`p${n}`, n)] })
      await rows.of('other').write({ made: [createPeriod('p4', 4)] })
      const ids = async (before?: { createdAtMs: number; id: string }) =>
        (await rows.of('acme').page({ nowMs, limit: 2, before })).map(({ id }) => id)

      expect(await rows.of('acme').find('p1')).toEqual({ ...createPeriod('p1', 1), organizationId: 'acme' })
      expect(await rows.of('other').find('p1')).toBeUndefined()
      expect(await ids()).toEqual(['p3', 'p2'])
      expect(await ids({ createdAtMs: 2, id: 'p2' })).toEqual(['p1'])
    })

    test('have the state in SQL that they have in memory, on every day', async () => {
      const rows = (await open()).things.of(auditPeriod).of('acme')
      const days = ['2026-04-29', '2026-04-30', '2026-05-01', '2026-05-02', '2026-05-03']
      const spans = days.flatMap((firstDay) =>
        days.filter((lastDay) => firstDay <= lastDay).map((lastDay) => ({ firstDay, lastDay })),
      )
      for (const [index, span] of spans.entries()) await rows.write({ made: [createPeriod(`p${index}`, index, span)] })

      for (const today of days) {
        const atMs = Date.parse(`${today}T23:59:59Z`)
        const counts = await rows.countByState(atMs)
        for (const state of auditPeriod.stateNames) {
          const expected = spans.filter(
            (span) => deriveState(auditPeriod.states, auditPeriod.all, span, atMs) === state,
          )
          const found = await rows.page({ nowMs: atMs, limit: 100, state })
          expect(found.map(({ values: { firstDay, lastDay } }) => ({ firstDay, lastDay })).toReversed()).toEqual(
            expected,
          )
          expect([today, state, counts.get(state) ?? 0]).toEqual([today, state, expected.length])
        }
      }
    })

    test('are changed by who saw them last, and deleted once', async () => {
      const rows = (await open()).things.of(auditPeriod).of('acme')
      const period = createPeriod('p1', 1)
      await rows.write({ made: [period] })
      const change = {
        id: 'p1',
        seenAtMs: 1,
        values: { ...period.values, note: 'Later' },
        changedAtMs: 9,
        changedBy: 'ada',
      }
      const others = createPeriod('p2', 2)
      const deletion = { atMs: 11, userId: null }

      expect(await rows.write({ changed: [change] })).toMatchObject({ changed: [{ id: 'p1', changedAtMs: 9 }] })
      expect(await rows.write({ made: [others], changed: [change] })).toBe('stale')
      expect(await rows.find('p2')).toBeUndefined()
      expect((await rows.find('p1'))?.values.note).toBe('Later')
      expect(await rows.delete('p1', deletion)).toBe(true)
      expect(await rows.delete('p1', deletion)).toBe(false)
      const versions = await rows.versions({ atMs: 11 })
      expect(versions.map(({ atMs, changedBy, values }) => [atMs, changedBy, values?.note])).toEqual([
        [1, null, null],
        [9, 'ada', 'Later'],
        [11, null, undefined],
      ])
      expect(await rows.versions({ atMs: 8 })).toHaveLength(1)
    })

    test('of an organization that there is not are refused', async () => {
      const rows = (await open()).things.of(auditPeriod).of('nobody')

      await expect(rows.write({ made: [createPeriod('p1', 1)] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })
}

function createPeriod(id: string, atMs: number, span: object = {}) {
  const values = {
    name: `Period ${id}`,
    framework: 'soc2' as const,
    ownFramework: null,
    firstDay: '2026-01-01',
    lastDay: '2026-12-31',
    note: null,
  }
  return { id, createdAtMs: atMs, createdBy: null, changedAtMs: atMs, values: { ...values, ...span } }
}
