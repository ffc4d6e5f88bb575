import { compareTexts } from '../../text/compare-texts.ts'
import { digestText } from '../log/digest-text.ts'

/** A sample, with all that somebody needs to draw it again. */
export interface SampleDraw {
  readonly algorithm: typeof sampleAlgorithm
  /** What decides: a checkpoint of the log, or what the auditor chose. */
  readonly seed: string
  readonly populationSize: number
  /** SHA-256 of the ids of the population in their order, one a line; hexadecimal. */
  readonly populationSha256: string
  /** The ids that were drawn, in the order in which they were drawn. */
  readonly drawn: readonly string[]
}

/** Its steps stand in docs/samples.md. */
export const sampleAlgorithm = 'checkwright.sample/v1'

/**
 * Draws ids without replacement: those whose SHA-256 of seed and id is the smallest. It asks for no random numbers, so that the same seed
 * and list give the same sample, and nobody who does not know the seed can choose what is in it.
 * @param ids of the population, in any order; one that is there twice counts once
 * @throws RangeError for a size that is no whole number, or below 0, and for an empty seed
 */
export function drawSample(ids: Iterable<string>, seed: string, size: number): SampleDraw {
  if (!Number.isInteger(size) || size < 0) throw new RangeError('drawSample: size must be a whole number from 0')
  if (seed === '') throw new RangeError('drawSample: the seed must not be empty')
  const population = [...new Set(ids)].toSorted(compareTexts)
  const ranked = population.map((id) => ({ id, rank: rank(seed, id) }))
  ranked.sort((a, b) => compareTexts(a.rank, b.rank) || compareTexts(a.id, b.id))
  return {
    algorithm: sampleAlgorithm,
    seed,
    populationSize: population.length,
    populationSha256: digestText(population.map((id) => `${id}\n`).join('')),
    drawn: ranked.slice(0, size).map(({ id }) => id),
  }
}

function rank(seed: string, id: string): string {
  return digestText(`${seed}\n${id}`)
}
