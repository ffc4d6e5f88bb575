import { expect, test } from 'vitest'
import { defaultDueDays } from '../../../../src/checks/findings/due.ts'
import { openMemoryStore } from '../../all-stores/memory-store.ts'

const days = { ...defaultDueDays, critical: 1 }

test('findings.dueDays() are the days that an organization chose, and no other’s', async () => {
  const { findings } = await openMemoryStore()
  expect(await findings.dueDays('acme')).toBeUndefined()

  await findings.setDueDays('acme', days, 1_000)

  expect(await findings.dueDays('acme')).toEqual(days)
  expect(await findings.dueDays('other')).toBeUndefined()
})

test('findings.dueDays() of an earlier time are those that held then', async () => {
  const { findings } = await openMemoryStore()
  await findings.setDueDays('acme', days, 1_000)
  await findings.setDueDays('acme', { ...days, critical: 3 }, 2_000)

  expect((await findings.dueDays('acme'))?.critical).toBe(3)
  expect((await findings.dueDays('acme', { atMs: 1_999 }))?.critical).toBe(1)
  expect(await findings.dueDays('acme', { atMs: 999 })).toBeUndefined()
})

test('findings.setDueDays() holds, although the clock was set back since the last time', async () => {
  const { findings } = await openMemoryStore()
  await findings.setDueDays('acme', days, 2_000)

  expect(await findings.setDueDays('acme', { critical: 3 }, 1_000)).toEqual({ ...days, critical: 3 })
  expect((await findings.dueDays('acme'))?.critical).toBe(3)
})

test('findings.setDueDays() refuses an organization that does not exist', async () => {
  const { findings } = await openMemoryStore()

  await expect(findings.setDueDays('nobody', days, 1_000)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
