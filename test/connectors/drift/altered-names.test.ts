import { connectorIds } from 'checkwright/connectors'
import { expect, test } from 'vitest'
import { loadShippedSubject } from '../../../src/author/drift/load-subjects.ts'
import { findDrift } from '../../../src/data/drift/find-drift.ts'
import { openDescription } from '../../../src/descriptions/description.ts'
import { isSoak } from '../../setup/short-form.ts'
import { listNames } from '../contract-names.ts'
import { loadContract } from '../data/contracts.ts'
import { note } from '../note.ts'

type Json = Record<string, unknown>

/** The control run: with any name of a contract altered, what rests on it has to be found. `npm run soak` alters all. */
test('every altered name of an operation or a member is found', { timeout: 600_000 }, async () => {
  const missed: string[] = []
  let altered = 0
  for (const id of connectorIds) {
    const subject = await loadShippedSubject(id)
    const contract = loadContract(id)
    const old = openDescription(contract)
    if (!contract || !old) throw new Error(`${id} has no contract.`)
    const places = listNames(contract)
    for (const [index, place] of places.entries()) {
      if (!isSoak && index % 12 !== 0) continue
      const changed = structuredClone(contract) as unknown as Json
      rename(changed, place)
      const now = openDescription(changed)
      altered++
      if (!now || findDrift(subject, old, now).drifts.length === 0) missed.push(`${id}: ${place.join(' ')}`)
    }
  }

  note({ altered, missed: missed.length })
  console.log(`${altered} names altered, ${missed.length} not found`)
  expect(missed).toEqual([])
})

function rename(document: Json, place: readonly string[]): void {
  const holder = place.slice(0, -1).reduce<Json>((at, step) => at[step] as Json, document)
  const name = place.at(-1) ?? ''
  holder[`${name}_altered`] = holder[name]
  delete holder[name]
}
