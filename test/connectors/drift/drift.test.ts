import { hash } from 'node:crypto'
import { connectorIds } from 'checkwright/connectors'
import { describe, expect, test } from 'vitest'
import { loadShippedSubject } from '../../../src/author/drift/load-subjects.ts'
import { uniteUses } from '../../../src/data/contract/operation-use.ts'
import { findDrift } from '../../../src/data/drift/find-drift.ts'
import { toInventoryId } from '../../../src/define/index.ts'
import { openDescription } from '../../../src/descriptions/description.ts'
import { isProduct } from '../../products/products.ts'
import { isSoak } from '../../setup/short-form.ts'
import { loadContract } from '../data/contracts.ts'
import { hasProviders, loadDocument } from '../data/provider.ts'
import { type Draw, harmful, harmless, type Mutation, mutate, prepare, type Subject } from './mutations.ts'

type Json = Record<string, unknown>
type ShippedSubject = Awaited<ReturnType<typeof loadShippedSubject>>

const names = [...Object.keys(harmful), ...Object.keys(harmless)]
// Nobody keeps descriptions of products that tests start; their contracts are changed all the same.
const describedIds = connectorIds.filter((id) => !isProduct(id))
// The short form changes the part of each description that the repository has.
const isFull = isSoak && hasProviders
const wanted = isFull ? 300 : 120

test(`drift names every harmful one of ${wanted} changes, and at most 2 of 100 harmless ones`, {
  timeout: 600_000,
}, async () => {
  const draw = createDraw('drift')
  const missed: string[] = []
  const alarms: string[] = []
  const counts = new Map<string, number>()
  let tried = 0
  // A change does not apply everywhere: not every operation has a parameter.
  for (let turn = 0; tried < wanted && turn < wanted * 50; turn++) {
    // Each kind of change in its turn, so that rare ones are tried as often.
    const name = names[tried % names.length] ?? ''
    const id = connectorIds[draw(connectorIds.length)] ?? ''
    const { subject, prepared } = await open(id)
    const mutation = mutate(prepared, name, draw)
    if (!mutation) continue
    tried++
    counts.set(name, (counts.get(name) ?? 0) + 1)
    const problem = judge(subject, prepared, mutation)
    if (problem !== undefined) (mutation.isHarmful ? missed : alarms).push(`${id}, ${name}: ${problem}`)
  }

  const harmlessCount = [...counts].reduce((sum, [name, count]) => sum + (Object.hasOwn(harmless, name) ? count : 0), 0)
  console.log(
    `${tried} changes of ${isFull ? "providers' descriptions" : 'contracts'}: ${tried - harmlessCount} harmful, ${missed.length} missed; ${harmlessCount} harmless, ${alarms.length} false alarms`,
  )
  expect(tried).toBe(wanted)
  expect(missed).toEqual([])
  expect(alarms.length / harmlessCount, alarms.join('\n')).toBeLessThanOrEqual(0.02)
})

describe.skipIf(!hasProviders)('with the descriptions of providers (needs CHECKWRIGHT_TEST_DATA)', () => {
  test.each(describedIds.filter((_, index) => isSoak || index % 4 === 0))(
    '%s: a description beside itself is no drift, and neither is one that writes out what it refers to',
    async (id) => {
      const subject = await loadShippedSubject(id)
      const old = openDescription(loadDocument(subject.descriptionName)?.document)
      if (!old) throw new Error('The description cannot be read.')

      const same = findDrift(subject, old, old)
      expect(same.drifts).toEqual([])
      expect(same.compared).toBeGreaterThan(0)

      const written = openDescription(prepare(toOpenApi(old), uniteUses(subject.parts)).document)
      if (!written) throw new Error('What was written out cannot be read.')
      expect(findDrift(subject, old, written).drifts).toEqual([])
    },
  )
})

const opened = new Map<string, Promise<{ readonly subject: ShippedSubject; readonly prepared: Subject }>>()

function open(id: string) {
  const known = opened.get(id) ?? openSubject(id)
  opened.set(id, known)
  return known
}

async function openSubject(id: string) {
  const subject = await loadShippedSubject(id)
  const own = isFull && !isProduct(id) ? loadDocument(subject.descriptionName)?.document : loadContract(id)
  const description = openDescription(own)
  if (!description) throw new Error(`There is no description of ${id}.`)
  return { subject, prepared: prepare(toOpenApi(description), uniteUses(subject.parts)) }
}

/** A description in the shape that all readers share. */
function toOpenApi({ root }: NonNullable<ReturnType<typeof openDescription>>): Json {
  return { ...(root.value as Json), openapi: '3.0.3', swagger: undefined, services: undefined }
}

/** What is wrong with what drift says of a change; undefined if nothing is. */
function judge(
  subject: ShippedSubject,
  { document }: Subject,
  mutation: Mutation & { readonly isHarmful: boolean },
): string | undefined {
  const [old, now] = [openDescription(document), openDescription(mutation.document)]
  if (!old || !now) throw new Error('A changed description cannot be read.')
  const { drifts } = findDrift(subject, old, now)
  if (!mutation.isHarmful) return drifts[0]?.message
  const { operation, expected, member } = mutation
  const found = drifts.find((drift) => drift.operation === operation && expected.includes(drift.kind))
  if (!found)
    return `${operation} ${member?.join('.') ?? ''} gave ${drifts.map(({ message }) => message).join(' ') || 'nothing'}`
  const missing = listTouched(subject, operation, member).filter((id) => !found.checks.includes(id))
  return missing.length === 0 ? undefined : `${found.message} does not name ${missing.join(', ')}`
}

/** Checks that rest on an operation, or on a member of its answer. */
function listTouched({ connector, parts }: ShippedSubject, operation: string, member: readonly string[] = []) {
  const touched = [...parts].flatMap(([part, uses]) => {
    let reads = uses.get(operation)?.reads
    for (const step of member) reads = reads?.members.get(step)
    return reads ? [part] : []
  })
  return connector.checks
    .filter(
      ({ id, reads = [] }) =>
        touched.includes(id) || reads.some(({ inventory }) => touched.includes(toInventoryId(inventory))),
    )
    .map(({ id }) => id)
}

/** Numbers that are the same in each run. */
function createDraw(seed: string): Draw {
  let count = 0
  return (below) => (below === 0 ? 0 : hash('sha256', `${seed} ${count++}`, 'buffer').readUInt32BE() % below)
}
