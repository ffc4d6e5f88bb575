import { describe, expect, test } from 'vitest'
import { chosenDataIds, loadDataConnector } from './contracts.ts'
import { describeUnseen } from './seen.ts'
import { tryWorlds } from './worlds.ts'

/** On vendors that differ in every member that a connector as data reads, each of its checks comes to both verdicts. */
describe.each(chosenDataIds.map((id) => [id] as const))('%s', (id) => {
  test('each check was seen to pass, and to fail or to need a review', async () => {
    const tried = await tryWorlds(loadDataConnector(id))

    expect(describeUnseen(tried)).toEqual([])
  })
})
