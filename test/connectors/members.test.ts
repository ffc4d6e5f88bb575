import { codeConnectorIds, connectors } from 'checkwright/connectors'
import type { ReviewedMember } from 'checkwright/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { findHollowed, formatHollowed } from '../../src/author/testing/contract/hollow-answers.ts'
import { findHidden, formatHidden } from '../../src/author/testing/contract/odd-records.ts'
import { formatUngrounded, isReviewed } from '../../src/author/testing/contract/reviewed-member.ts'
import { findUngrounded, type Ungrounded } from '../../src/author/testing/contract/ungrounded-results.ts'
import { drawRows, isDrawn, isSoak } from '../setup/short-form.ts'
import type { SeenScenario } from './kept-scenarios.ts'
import { isLogin } from './refused-and-empty.ts'
import { loadReviewed } from './reviewed-members.ts'
import { collectScenarios } from './scenarios.ts'

/** CHECKWRIGHT_CONNECTORS=okta,slack tries these alone. */
const chosen = process.env.CHECKWRIGHT_CONNECTORS?.split(',') ?? codeConnectorIds

/** Every scenario of the connectors' own tests is one of this test's too: what was asked, and what the vendor answered. */
let scenarios: readonly SeenScenario[]
beforeAll(async () => {
  scenarios = await collectScenarios(chosen)
}, 300_000)

const catalogue: Readonly<Record<string, () => Promise<Parameters<typeof findUngrounded>[0]>>> = connectors

describe.each(drawRows(chosen, 3))('%s', (id) => {
  test('every member that decides a verdict is required, except those that were reviewed', async () => {
    const connector = await catalogue[id]?.()
    if (!connector) throw new Error(`There is no connector "${id}".`)
    const own = scenarios.filter((scenario) => scenario.connector === id)
    const reviewed = await loadReviewed(id)

    const found = await findUngrounded(connector, own, {
      tries: isSoak ? 10 : 1,
      isTried: (place) => isDrawn(place, 16),
      isLogin,
    })

    expect(own.length).toBeGreaterThan(connector.checks.length)
    expect
      .soft(formatUngrounded(found.filter((each) => !reviewed.some((entry) => isReviewed(entry, each)))))
      .toEqual([])
    // The short form sees a part of what the table is about.
    if (isSoak) expect.soft(listUnneeded(reviewed, found)).toEqual([])
  })

  test('no answer that says nothing of what was asked is a verdict', async () => {
    const connector = await catalogue[id]?.()
    if (!connector) throw new Error(`There is no connector "${id}".`)
    const own = scenarios.filter(({ connector, check, test }) => connector === id && isDrawn(`${check} ${test}`, 4))

    expect(formatHollowed(await findHollowed(connector, own, isLogin))).toEqual([])
  })

  test('one odd record of a list hides no finding behind it', async () => {
    const connector = await catalogue[id]?.()
    if (!connector) throw new Error(`There is no connector "${id}".`)
    const own = scenarios.filter((scenario) => scenario.connector === id)

    const found = await findHidden(connector, own, {
      isTried: (place) => isSoak || isDrawn(place, 64),
      triesMax: isSoak ? Number.POSITIVE_INFINITY : undefined,
      isLogin,
    })

    expect(formatHidden(found)).toEqual([])
  })

  test('every reviewed member says why', async () => {
    const short = (await loadReviewed(id)).filter(({ reason, kinds }) => reason.length < 20 || kinds.length === 0)

    expect(short).toEqual([])
  })
})

function listUnneeded(reviewed: readonly ReviewedMember[], found: readonly Ungrounded[]): string[] {
  return reviewed.flatMap(({ checks, member, kinds }) =>
    kinds.flatMap((kind) =>
      (checks === 'all' ? [checks] : checks)
        .filter((check) => {
          const one = { checks: check === 'all' ? check : [check], member, kinds: [kind] } as const
          return !found.some((each) => isReviewed(one, each))
        })
        .map((check) => `${check}: ${member} ${kind}`),
    ),
  )
}
