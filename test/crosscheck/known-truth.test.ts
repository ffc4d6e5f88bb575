import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allCrossChecks } from '../../src/crosscheck/checks/all-cross-checks.ts'
import { leavers } from '../../src/crosscheck/checks/leavers.ts'
import { runCrossCheck } from '../../src/crosscheck/run/run-cross-check.ts'
import { beginBundle } from '../../src/evidence/bundle/bundle-draft.ts'
import { replayCrossCheckBundle } from '../../src/evidence/replay/replay-cross-check.ts'
import { ownSigner } from '../evidence/bundle.ts'
import { createTempFolder } from '../setup/temp-folder.ts'
import { sabotages } from './known-truth/sabotage.ts'
import { createTally, openSource, readOrganization, sabotage, tally } from './known-truth/try-organization.ts'

/** The full form: 100 whole organizations of 1,000 people, and 100 that are tried with each kind of sabotage. */
const isFull = process.env.MODE === 'soak'
const organizations = isFull ? 100 : 3
const people = 1_000
const spoilt = isFull ? 100 : 2
const spoiltPeople = isFull ? 120 : 50
const seeds = (count: number) => Array.from({ length: count }, (_, nth) => nth + 1)

describe('organizations of which we know what happened', () => {
  test('whole ones: no cross-check is wrong, and at least 95 % is decided without hands', {
    timeout: 3_600_000,
  }, async () => {
    const tallies = new Map(allCrossChecks.map((crossCheck) => [crossCheck, createTally()]))
    for (const seed of seeds(organizations)) {
      const seen = await readOrganization(seed, people)
      for (const [crossCheck, into] of tallies) await tally(seen, crossCheck, into, `seed ${seed}`)
    }

    expect([...tallies.values()].flatMap(({ mistakes }) => mistakes)).toEqual([])
    for (const [{ id }, { decided, manual, undecided, fails }] of tallies) {
      const share = decided / (decided + manual + undecided)
      if (isFull || process.env.CHECKWRIGHT_SHOW_RATES)
        console.log(
          `${id}: ${(share * 100).toFixed(1)} % decided, ${fails} fail, ${manual} need review, ${undecided} could not be told`,
        )
      expect([id, share > 0.95, fails > 0]).toEqual([id, true, id !== 'accounts-without-owner'])
    }
  })

  test('spoilt ones: no cross-check is wrong', { timeout: 3_600_000 }, async () => {
    const tallies = new Map(Object.keys(sabotages).map((kind) => [kind, createTally()]))
    for (const seed of seeds(spoilt)) {
      const seen = await readOrganization(seed + 1_000, spoiltPeople)
      for (const [kind, into] of tallies)
        for (const crossCheck of allCrossChecks)
          await tally(sabotage(seen, kind, seed), crossCheck, into, `${kind}, seed ${seed + 1_000}`)
    }

    if (isFull || process.env.CHECKWRIGHT_SHOW_RATES)
      for (const [kind, { decided, manual, undecided }] of tallies)
        console.log(`${kind}: ${((undecided / (decided + manual + undecided)) * 100).toFixed(1)} % could not be told`)
    expect(tallies.size).toBeGreaterThanOrEqual(30)
    expect([...tallies.values()].flatMap(({ mistakes }) => mistakes)).toEqual([])
  })

  test('their runs replay equal from their bundles', { timeout: 3_600_000 }, async () => {
    const folder = createTempFolder()
    const seen = await readOrganization(7, 40)
    const kinds = Object.keys(sabotages).filter((_, nth) => isFull || nth % 10 === 0)
    for (const [nth, kind] of kinds.entries())
      for (const crossCheck of isFull ? allCrossChecks : [leavers]) {
        const spoiltOne = sabotage(seen, kind, 7)
        await using run = await runCrossCheck(crossCheck, spoiltOne.inputs, openSource(spoiltOne))
        const draft = await beginBundle(join(folder, `${crossCheck.id}-${nth}`))
        await draft.finish(run, ownSigner)
        await draft.discard()

        const { same, differences } = await replayCrossCheckBundle(join(folder, `${crossCheck.id}-${nth}`), crossCheck)
        expect([kind, same, differences]).toEqual([kind, true, []])
      }
  })
})
