import { describe, expect, test } from 'vitest'
import { formatUngrounded, isReviewed } from '../../../src/testing/contract/reviewed-member.ts'
import { createSampleValues } from '../../../src/testing/contract/sample-values.ts'
import { findUngrounded } from '../../../src/testing/contract/ungrounded-results.ts'
import { chosenDataIds, loadDataConnector, nameOperation } from './contracts.ts'
import { describeUnseen } from './seen.ts'
import { isSoak, isTried } from './short-form.ts'
import { listStated } from './stated.ts'
import { now } from './world.ts'
import { manySeeds, tryWorlds } from './worlds.ts'

/** Vendors that differ in every member that a connector as data reads. */
describe.each(chosenDataIds.map((id) => [id] as const))('%s', (id) => {
  const subject = loadDataConnector(id)
  const { connector, contract, text } = subject

  test('each check was seen to pass, and to fail or to need a review', async () => {
    const tried = await tryWorlds(subject, contract['x-seeds'])

    expect(describeUnseen(tried)).toEqual([])
  })

  test('every member that decides a verdict is required, or the file states what its absence means', async () => {
    const { worlds } = await tryWorlds(subject, isSoak ? manySeeds.slice(0, 12) : contract['x-seeds'].slice(0, 1))
    const values = createSampleValues(connector)
    const scenarios = worlds.flatMap(({ answers }) =>
      connector.checks.map(({ id: check }) => {
        const asked = contract['x-seen'][check]?.endpoints ?? []
        // What other checks ask changes nothing here.
        const own = answers.filter(({ request }) => {
          const [method = '', url = ''] = request.split(' ')
          return asked.includes(nameOperation(contract, method, new URL(url).pathname) ?? '')
        })
        return { ...values, check, now, answers: own }
      }),
    )
    const stated = listStated(text)

    const found = await findUngrounded(connector, scenarios, { isTried, tries: isSoak ? 3 : 1 })

    expect(formatUngrounded(found.filter((each) => !stated.some((entry) => isReviewed(entry, each))))).toEqual([])
  })
})
