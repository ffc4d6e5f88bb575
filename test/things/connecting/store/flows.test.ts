import { expect, test } from 'vitest'
import { openMemoryStore } from '../../all-stores/memory-store.ts'
import { createFlow } from '../../all-stores/records.ts'

test('flows.take() gives a flow to one of parallel callbacks', async () => {
  const { flows } = await openMemoryStore()
  const flow = createFlow('f1')
  await flows.put(flow, 60_000, 1_000)

  const taken = await Promise.all([1, 2, 3].map(() => flows.take(flow.stateHash, 60_000, 2_000)))

  expect(taken.filter(Boolean)).toEqual([{ ...flow, isOver: false }])
  expect(await flows.find(flow.stateHash)).toBeUndefined()
})

test('flows.take() says that a flow is over, also after the clock was set back', async () => {
  const { flows } = await openMemoryStore()
  await flows.put(createFlow('late'), 60_000, 1_000)
  await flows.put(createFlow('back'), 60_000, 9_000_000)

  expect(await flows.take(createFlow('late').stateHash, 60_000, 61_000)).toMatchObject({ isOver: true })
  expect(await flows.take(createFlow('back').stateHash, 60_000, 1_000)).toMatchObject({ isOver: true })
})

test('flows.deleteAllButNewest() leaves the newest of one organization, and all of the others', async () => {
  const { flows } = await openMemoryStore()
  for (const [index, id] of ['a', 'b', 'c'].entries()) await flows.put(createFlow(id), 60_000, 1_000 + index)
  await flows.put(createFlow('theirs', { organizationId: 'other' }), 60_000, 1)

  await flows.deleteAllButNewest({ organizationId: createFlow('a').organizationId }, 1)

  const left = await Promise.all(['a', 'b', 'c', 'theirs'].map((id) => flows.find(createFlow(id).stateHash)))
  expect(left.map((flow) => flow?.id)).toEqual([undefined, undefined, 'c', 'theirs'])
})

test('flows.deleteAllButNewest() goes by the ids of flows that were put in one millisecond', async () => {
  const { flows } = await openMemoryStore()
  for (const id of ['b', 'a', 'c']) await flows.put(createFlow(id), 60_000, 1_000)

  await flows.deleteAllButNewest({ organizationId: createFlow('a').organizationId }, 2)

  const left = await Promise.all(['a', 'b', 'c'].map((id) => flows.find(createFlow(id).stateHash)))
  expect(left.map((flow) => flow?.id)).toEqual([undefined, 'b', 'c'])
})
