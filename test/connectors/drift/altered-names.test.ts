import { connectorIds } from 'checkwright/connectors'
import { expect, test } from 'vitest'
import { loadShippedSubject } from '../../../src/cli/drift/load-subjects.ts'
import { findDrift } from '../../../src/data/drift/find-drift.ts'
import { openDescription } from '../../../src/descriptions/description.ts'
import { loadContract } from '../data/contracts.ts'
import { isSoak } from '../data/short-form.ts'

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
    const places = listNames(contract.paths as unknown as Json, ['paths'])
    for (const [index, place] of places.entries()) {
      if (!isSoak && index % 12 !== 0) continue
      const changed = structuredClone(contract) as unknown as Json
      rename(changed, place)
      const now = openDescription(changed)
      altered++
      if (!now || findDrift(subject, old, now).drifts.length === 0) missed.push(`${id}: ${place.join(' ')}`)
    }
  }

  console.log(`${altered} names altered, ${missed.length} not found`)
  expect(missed).toEqual([])
})

/** Places of the names of paths and of members. */
function listNames(paths: Json, at: readonly string[]): readonly (readonly string[])[] {
  return Object.entries(paths).flatMap(([path, item]) => [[...at, path], ...listMembers(item as Json, [...at, path])])
}

/** @param isNames whether the value has members by their names, and no keywords: one of Azure's members is called "properties" */
function listMembers(value: unknown, at: readonly string[], isNames = false): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(isNames ? [[...at, name]] : []),
    ...listMembers(inner, [...at, name], !isNames && name === 'properties'),
  ])
}

function rename(document: Json, place: readonly string[]): void {
  const holder = place.slice(0, -1).reduce<Json>((at, step) => at[step] as Json, document)
  const name = place.at(-1) ?? ''
  holder[`${name}_altered`] = holder[name]
  delete holder[name]
}
