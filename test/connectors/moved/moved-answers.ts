import { type AnyConnector, defineQuestion } from 'checkwright'
import { keepRun } from 'checkwright/runtime'
import { type FakeVendor, fixedClock } from 'checkwright/testing'
import { type Answered, keepAnswers } from '../../../src/author/testing/contract/scenario.ts'
import { toInventoryId } from '../../../src/define/index.ts'
import type { RunnerOptions } from '../run-check.ts'

/**
 * Asks a vendor for everything that the connector's inventories ask for, facts too, and adds what it answers. A check that was
 * written by hand asks for less than the question that it becomes.
 */
export async function keepAnswersOfLists(
  connector: AnyConnector,
  { credentials, settings, now, fetch }: RunnerOptions & Pick<FakeVendor, 'fetch'>,
  answers: Answered[],
): Promise<void> {
  const known = new Set(answers.map(({ request }) => request))
  const more: Answered[] = []
  const options = { credentials, settings, fetch: keepAnswers(fetch, more), clock: fixedClock(now) }
  const inventories = connector.inventories.map((each) => toInventoryId(each).slice('inventory:'.length))
  if (inventories.length === 0) return
  const { extended, checks } = addFactChecks(connector)
  for (const chosen of [{ inventories }, ...(checks.length > 0 ? [{ checks }] : [])]) {
    await using _run = await keepRun(extended, { ...options, ...chosen })
  }
  // The check's own answers are what it saw, in their order.
  answers.push(...more.filter(({ request }) => !known.has(request) && known.add(request)))
}

function addFactChecks(connector: AnyConnector) {
  const checks = connector.inventories.flatMap((inventory) => {
    const members = Object.keys(inventory.facts ?? {})
    if (members.length === 0) return []
    return defineQuestion(
      inventory as never,
      {
        id: toInventoryId(inventory).replace(/\W/g, '-'),
        title: 'Facts',
        members,
        async run(ctx: never) {
          for await (const _record of (ctx as { inventory(of: object): AsyncIterable<unknown> }).inventory(inventory));
        },
      } as never,
    )
  })
  const extended = (connector as unknown as { with(...given: readonly unknown[]): AnyConnector }).with(...checks)
  return { extended, checks: checks.map(({ id }: { readonly id: string }) => id) }
}
