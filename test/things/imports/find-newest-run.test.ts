import { expect, test } from 'vitest'
import { findNewestRun } from '../../../src/things/imports/find-newest-run.ts'

test('findNewestRun() finds the one that counts behind any number of runs of a part', async () => {
  const all = Array.from({ length: 450 }, (_, index) => ({ id: `r${index}`, scoped: index < 350 }))
  const runs = {
    list: async ({ before, limit }: { readonly before?: { readonly id: string }; readonly limit: number }) => {
      const from = before === undefined ? 0 : all.findIndex(({ id }) => id === before.id) + 1
      return all.slice(from, from + limit)
    },
    findRecorded: async (id: string) => ({ id, head: { received: { oldestAt: '2026-04-30', setAside: undefined } } }),
  }
  const find = (list: typeof runs.list) =>
    findNewestRun({ store: { runs: { ...runs, list } } } as never, { organizationId: 'acme', connectionId: 'c1' })

  expect(await find(runs.list)).toMatchObject({ run: { id: 'r350' }, oldestAt: '2026-04-30' })
  expect(await find(async () => all.slice(0, 50))).toBeUndefined()
})
