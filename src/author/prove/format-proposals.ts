import { createHash } from 'node:crypto'
import { Document } from 'yaml'
import type { ChangeEntry, WitnessFile } from './witnesses/witness-schema.ts'

/** A case that lacks its verdict. */
export interface ProposedWitness {
  readonly check: string
  readonly way: string
  readonly world: string
  readonly change: readonly ChangeEntry[]
}

const head = ` Fill in "expect" and "source" from what the vendor says, before you run the check.
 Then move the witnesses to your own file.`

/**
 * Witnesses without a verdict and without a source. Nothing in the file says what the check says of them, so that the label comes
 * from the source.
 * @param begun a sentence that says what they were begun from
 */
export function formatProposals(
  { connector, now, worlds }: Pick<WitnessFile, 'connector' | 'now' | 'worlds'>,
  proposals: readonly ProposedWitness[],
  { begun }: { readonly begun?: string | undefined } = {},
): string {
  const used = new Set(proposals.map(({ world }) => world))
  const document = new Document({
    checkwright: 'witnesses/v1',
    connector,
    now,
    worlds: Object.fromEntries(Object.entries(worlds).filter(([name]) => used.has(name))),
    witnesses: groupByChange(proposals).map(({ check, ways, world, change }) => ({
      id: `${check}-${createHash('sha256')
        .update(JSON.stringify([check, world, change]))
        .digest('hex')
        .slice(0, 8)}`,
      of: { check, way: ways.join('; ').slice(0, waysLengthMax) },
      world,
      // The label of the world itself has no change.
      change: change.length > 0 ? change : undefined,
      expect: { [check]: null },
      source: { url: null, locator: null, says: null, read: null },
    })),
  })
  document.commentBefore = begun === undefined ? head : ` ${begun}\n${head}`
  return document.toString({ lineWidth: 0, nullStr: '' })
}

const waysLengthMax = 300

/** One case for all mistakes that the same answer shows. */
function groupByChange(proposals: readonly ProposedWitness[]) {
  const groups = Map.groupBy(proposals, ({ check, world, change }) => JSON.stringify([check, world, change]))
  return [...groups.values()].flatMap((same) => {
    const [first] = same
    return first ? [{ ...first, ways: same.map(({ way }) => way) }] : []
  })
}
