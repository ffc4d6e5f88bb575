import { describe, expect, test } from 'vitest'
import { leavers } from '../../src/crosscheck/checks/leavers.ts'
import { sabotages } from './known-truth/sabotage.ts'
import { createTally, judged, readOrganization, sabotage, tally } from './known-truth/try-organization.ts'

/** The full form: 100 whole organizations of 1,000 people, and 100 that are tried with each kind of sabotage. */
const isFull = process.env.MODE === 'soak'
const organizations = isFull ? 100 : 2
const people = isFull ? 1_000 : 150
const spoilt = isFull ? 100 : 2
const spoiltPeople = isFull ? 120 : 50
const seeds = (count: number) => Array.from({ length: count }, (_, nth) => nth + 1)

describe('organizations of which we know what happened', () => {
  test('whole ones: no cross-check is wrong, and at least 95 % is decided without hands', {
    timeout: 3_600_000,
  }, async () => {
    const all = createTally()
    const left = createTally()
    for (const seed of seeds(organizations)) {
      const seen = await readOrganization(seed, people)
      for (const crossCheck of judged)
        await tally(seen, crossCheck, crossCheck === leavers ? left : all, `seed ${seed}`)
    }

    expect([...left.mistakes, ...all.mistakes]).toEqual([])
    expect(left.fails).toBeGreaterThan(0)
    const share = left.decided / (left.decided + left.manual + left.undecided)
    console.log(
      `leavers: ${(share * 100).toFixed(1)} % decided, ${left.fails} fail, ${left.manual} need review, ${left.undecided} could not be told`,
    )
    expect(share).toBeGreaterThan(0.95)
  })

  test('spoilt ones: no cross-check is wrong', { timeout: 3_600_000 }, async () => {
    const tallies = new Map(Object.keys(sabotages).map((kind) => [kind, createTally()]))
    for (const seed of seeds(spoilt)) {
      const seen = await readOrganization(seed + 1_000, spoiltPeople)
      for (const [kind, into] of tallies)
        for (const crossCheck of judged)
          await tally(sabotage(seen, kind, seed), crossCheck, into, `${kind}, seed ${seed + 1_000}`)
    }

    if (isFull || process.env.CHECKWRIGHT_SHOW_RATES)
      for (const [kind, { decided, manual, undecided }] of tallies)
        console.log(`${kind}: ${((undecided / (decided + manual + undecided)) * 100).toFixed(1)} % could not be told`)
    expect(tallies.size).toBeGreaterThanOrEqual(30)
    expect([...tallies.values()].flatMap(({ mistakes }) => mistakes)).toEqual([])
  })
})
