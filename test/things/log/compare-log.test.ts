import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeLeafContent, formatLogRecord } from '../../../src/evidence/log/log-entry.ts'
import type { LogLeaf } from '../../../src/evidence/log/log-store.ts'
import { appendLeaves, emptyFrontier, hashLeaf, joinNodes } from '../../../src/evidence/log/tree.ts'
import { compareLog } from '../../../src/things/log/compare-log.ts'
import { countRuns } from '../../setup/count-runs.ts'

const origin = 'checkwright/test'

function makeLeaf(number: number, subject = `w${number}`): LogLeaf {
  const [id, kind, atMs] = [`id-${number}-${subject}`, 'waiver.made', number] as const
  const record = formatLogRecord(id, { kind, organizationId: 'acme', subject, atMs })
  return { number, id, kind, subject, atMs, record, hash: hashLeaf(computeLeafContent(record)) }
}

function computeHead(leaves: readonly LogLeaf[]) {
  return {
    origin,
    ...appendLeaves(
      emptyFrontier,
      leaves.map(({ hash }) => hash),
    ),
  }
}

function keep(leaves: readonly LogLeaf[]) {
  return { size: leaves.length, root: joinNodes(computeHead(leaves).nodes) }
}

/** The store of a log that holds these rows, whatever they are. */
function hold(leaves: readonly LogLeaf[]) {
  return {
    listLeaves: async (_: string, { from, limit }: { readonly from: number; readonly limit: number }) =>
      leaves.filter(({ number }) => number >= from).slice(0, limit),
  }
}

const renumber = (leaves: readonly LogLeaf[]) => leaves.map((leaf, number) => ({ ...leaf, number }))

/** What somebody with the database at hand may do to entries before the checkpoint. @param at one of them */
const attacks = {
  'rewrites an entry': (leaves, at) => leaves.with(at, { ...makeLeaf(at, 'another'), number: at }),
  'rewrites a record and leaves its hash': (leaves, at) =>
    leaves.with(at, { ...makeLeaf(at, 'another'), hash: leaves[at]?.hash ?? new Uint8Array() }),
  'drops an entry': (leaves, at) => leaves.toSpliced(at, 1),
  'drops an entry and closes the gap': (leaves, at) => renumber(leaves.toSpliced(at, 1)),
  'reorders two entries': (leaves, at) => {
    const other = (at + 1) % leaves.length
    const [a, b] = [leaves[at], leaves[other]]
    return a && b ? renumber(leaves.with(at, b).with(other, a)) : leaves
  },
  'forks the log': (leaves, at) =>
    renumber([...leaves.slice(0, at), ...leaves.slice(at).map((_, i) => makeLeaf(at + i, 'fork'))]),
} satisfies Record<string, (leaves: readonly LogLeaf[], at: number) => readonly LogLeaf[]>

test.each(Object.entries(attacks))('from two checkpoints it shows who %s, 100 of 100 times', async (_, attack) => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 60 }),
      fc.nat({ max: 40 }),
      fc.nat(),
      fc.boolean(),
      async (early, more, place, mendsHead) => {
        const leaves = Array.from({ length: early + more }, (_, number) => makeLeaf(number))
        const changed = attack(leaves, place % early)
        // The head as it was, or made again of what is there now; nobody can sign it for the time of the checkpoint.
        const head = computeHead(mendsHead ? changed : leaves)

        for (const kept of [keep(leaves.slice(0, early)), keep(leaves)])
          expect(['older', 'missing', 'other']).toContain((await compareLog(hold(changed), 'acme', kept, head)).outcome)
      },
    ),
    { numRuns: countRuns(100) },
  )
})

test('a log that only grew is as it was, also where records were destroyed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 30 }), fc.nat({ max: 30 }), fc.boolean(), async (early, more, isForgotten) => {
      const leaves = Array.from({ length: early + more }, (_, number) =>
        isForgotten ? { ...makeLeaf(number), record: null } : makeLeaf(number),
      )

      const reading = await compareLog(hold(leaves), 'acme', keep(leaves.slice(0, early)), computeHead(leaves))
      expect(reading).toEqual({
        outcome: more === 0 ? 'same' : 'grown',
        destroyed: isForgotten ? leaves.length : 0,
      })
    }),
  )
})

test('a log of more entries than are read at once is compared as a whole', async () => {
  const leaves = Array.from({ length: 4_500 }, (_, number) => makeLeaf(number))
  const head = computeHead(leaves)

  const compare = (held: readonly LogLeaf[]) => compareLog(hold(held), 'acme', keep(leaves.slice(0, 2_100)), head)
  expect(await compare(leaves)).toEqual({ outcome: 'grown', destroyed: 0 })
  expect(await compare(leaves.toSpliced(4_400, 1))).toMatchObject({ outcome: 'missing' })
})
