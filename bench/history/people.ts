import type { Runtime } from '../../src/things/runtime/runtime.ts'
import { ada, dayAfter, large, type Sizes } from './organization.ts'
import { formatSize } from './systems.ts'

/** People, their accounts and reviews of these, by the real runtime: what is sealed is bound to its place, so that nobody can copy it. */
export async function addPeople(runtime: Runtime, { people, accounts, reviews }: Sizes): Promise<void> {
  const read = async (connector: string, of: 'account' | 'person', size: Parameters<typeof formatSize>[0]) => {
    const credentials = { api_key: formatSize(size) }
    const name = `${connector} ${size.system}`
    const { id } = await runtime.connections.create({ organizationId: large, connector, name, credentials })
    await (await runtime.runs.start({ connectionId: id, organizationId: large, inventories: [of] })).recorded
    return id
  }
  const directory = await read('directory', 'person', { records: people, people, system: 0 })
  await runtime.directory.set({ organizationId: large, sources: [{ connection: directory, covers: 'both' }] })
  const systems: string[] = []
  for (const [system, records] of accounts.entries())
    systems.push(await read('system', 'account', { records, people, system }))
  // The smaller ones: a review has a page of its own for each account.
  const reviewed = systems.toReversed()
  for (let number = 0; number < reviews; number++)
    await review(runtime, number, reviewed[number % reviewed.length] ?? '')
  await runtime.log.head(large)
}

/** All but the newest one are finished. */
async function review(runtime: Runtime, number: number, connectionId: string): Promise<void> {
  const isAdmin = true
  const { id } = await runtime.accessReviews.start({
    organizationId: large,
    title: `Review ${number}`,
    connectionIds: [connectionId],
    reviewers: [ada],
    dueDay: dayAfter(14),
    by: ada.email,
  })
  const open = await runtime.accessReviews.open({ id, organizationId: large })
  const numbers = open?.accounts.map((account) => account.number) ?? []
  const decision = { is: 'keep', reason: 'They work with it.' } as const
  await runtime.accessReviews.decide({ id, organizationId: large, numbers, decision, judge: ada, isAdmin })
  if (number > 0) await runtime.accessReviews.finish({ id, organizationId: large, by: ada.email })
}
