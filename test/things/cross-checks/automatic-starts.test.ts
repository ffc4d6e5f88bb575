import { expect, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/index.ts'
import { openRuntimeWith } from '../runtime/world.ts'
import { connectSystems, fewAdministrators, readLists, startSystems } from './systems.ts'

const organizationId = 'acme'

test('lists that were read anew start what can run, at most once an hour', async () => {
  const clock = fixedClock('2026-11-22T10:00:00Z')
  const { runtime } = await openRuntimeWith({
    connectors: await startSystems({ staff: [], code: [{ id: 'u1', name: 'Ada', email: null }], chat: [] }),
    crossChecks: [fewAdministrators],
    clock,
    worker: { pollMs: 10 },
  })
  const { code, chat } = await connectSystems(runtime)
  const list = async () =>
    (await runtime.runs.list({ organizationId, connectorId: 'cross-check' })).filter(
      ({ finishedAtMs }) => finishedAtMs !== null,
    )
  await readLists(runtime, code)
  await expect.poll(list).toHaveLength(1)
  const [first] = await list()
  // Within the hour nothing starts: only a schedule does, whose run comes after any that would have been started before it.
  await readLists(runtime, chat)
  clock.advance(1_800_000)
  await runtime.crossChecks.setSchedule({
    organizationId,
    cron: '35 10 * * *',
    checks: [fewAdministrators.id],
    spread: false,
  })
  clock.advance(600_000)
  await expect.poll(list).toHaveLength(2)
  const second = await list()
  await runtime.crossChecks.deleteSchedule({ organizationId })
  clock.advance(1_800_000)
  await expect.poll(list).toHaveLength(3)

  // Others need a directory, and there is none.
  expect(first).toMatchObject({ trigger: 'inventory', crossCheckId: fewAdministrators.id })
  expect(second.map(({ trigger }) => trigger).toSorted()).toEqual(['inventory', 'schedule'])
  expect((await list()).map(({ trigger }) => trigger)).toEqual(['inventory', 'schedule', 'inventory'])
  expect(await runtime.runs.list({ organizationId: 'other' })).toEqual([])
})
