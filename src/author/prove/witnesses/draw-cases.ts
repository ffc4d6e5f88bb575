import { createHash } from 'node:crypto'
import { draw } from './draw.ts'
import type { WitnessEntry, WitnessFile } from './witness-schema.ts'

/** A witness that was drawn, under a name that tells nothing of its verdict. */
export interface DrawnCase {
  readonly name: string
  readonly witness: WitnessEntry
}

/** What the name of a case is made of. */
interface CaseParts extends Pick<WitnessEntry, 'world' | 'change' | 'source'> {
  readonly of: Pick<WitnessEntry['of'], 'check'>
}

const share = 0.05

/**
 * One in twenty witnesses of each check, and at least one. The lot looks at the case alone: neither its id, nor its label, nor the
 * witnesses beside decide whether it is drawn.
 */
export function drawCases({
  connector,
  witnesses,
}: Pick<WitnessFile, 'connector' | 'witnesses'>): readonly DrawnCase[] {
  const byCheck = Map.groupBy(listCases({ witnesses }), ({ witness }) => witness.of.check)
  return [...byCheck.values()].flatMap((own) => draw(own, Math.ceil(own.length * share), connector, ({ name }) => name))
}

/** Every witness, under the name that it has if it is drawn. */
export function listCases({ witnesses }: Pick<WitnessFile, 'witnesses'>): readonly DrawnCase[] {
  return witnesses.map((witness) => ({ name: nameCase(witness), witness }))
}

export function nameCase({ of, world, change, source }: CaseParts): string {
  const text = JSON.stringify([of.check, world, change, source?.url, source?.locator])
  return createHash('sha256').update(text).digest('hex').slice(0, 10)
}
