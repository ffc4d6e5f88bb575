import { Document } from 'yaml'
import type { EarlierReading } from './read-labels.ts'
import { type CheckClaim, findConfirmation } from './reading-schema.ts'
import type { WitnessEntry, WitnessFile } from './witness-schema.ts'

/** A case without a verdict. */
export interface ReadableCase extends Pick<WitnessEntry, 'world' | 'change' | 'source'> {
  readonly name: string
  readonly check: string
  /** What the check says that it judges. */
  readonly title?: string | undefined
  /** No witness has it. */
  readonly isProbe: boolean
}

const confirmationHead = ` For each check, write true under "agreed" if by the vendor's documentation the requests bring all that the title speaks of,
 the limits are fit to be the ones that hold where nobody sets others, and the title is what the statements and controls ask for.`

const head = ` Fill in "expect" from the source alone, without the witnesses, the check or what it says.
 The answers stand in the world, with what "change" says.`

/**
 * Cases for a second reader. Nothing says what the first one said of them, nor what the check says.
 * @param earlier what was read of the same cases before
 */
export function formatCases(
  { connector, worlds }: Pick<WitnessFile, 'connector' | 'worlds'>,
  cases: readonly ReadableCase[],
  { reader, cases: read, confirmations: agreed = [] }: EarlierReading,
  confirmations: readonly CheckClaim[] = [],
): string {
  const known = new Map(read.map((entry) => [entry.case, entry]))
  const document = new Document({
    checkwright: 'second-reader/v1',
    connector,
    reader: reader ?? null,
    cases: cases.map(({ name, check, title, world, change, source, isProbe }) => ({
      case: name,
      check,
      title,
      world: worlds[world],
      change,
      source: source && { ...source },
      probe: isProbe || undefined,
      expect: known.get(name)?.expect ?? null,
      read: known.get(name)?.read ?? null,
    })),
  })
  document.commentBefore = head
  if (confirmations.length > 0) {
    const list = document.createNode(
      confirmations.map((claim) => ({
        ...claim,
        agreed: findConfirmation(agreed, claim)?.agreed ?? null,
      })),
    )
    list.commentBefore = confirmationHead
    document.set('confirmations', list)
  }
  return document.toString({ lineWidth: 0, nullStr: '' })
}
