import { existsSync, readFileSync } from 'node:fs'
import { DataFileError, parseDataFile } from '../../../data/data-file.ts'
import type { DataProblem } from '../../../data/data-problem.ts'
import { drawCases } from './draw-cases.ts'
import { type ReadingEntry, readingFileSchema } from './reading-schema.ts'
import type { ExpectEntry, WitnessFile } from './witness-schema.ts'

/** What a second reader said, who had the source alone. */
export interface SecondReading {
  /** By id of the witness that was drawn: the label, or null while nobody has read it. */
  readonly labels: ReadonlyMap<string, ExpectEntry | null>
  readonly bytes: Uint8Array
}

const what = 'file of the second reader'
const code = 'WITNESS_INVALID'

/** Where the labels of a second reader stand: beside the witnesses. */
export function locateReading(witnesses: string): string {
  return witnesses.replace(/(?:\.witnesses)?\.yaml$/, '.second-reader.yaml')
}

/**
 * The labels beside a witness file. Undefined where there are none.
 * @throws DataFileError `WITNESS_INVALID` for a file that is not well-formed, or is about cases that are not drawn now
 */
export function readSecondReading(witnesses: string, file: WitnessFile): SecondReading | undefined {
  const path = locateReading(witnesses)
  if (!existsSync(path)) return undefined
  const bytes = readFileSync(path)
  const { data, place } = parseDataFile(path, bytes, { what, code, schema: readingFileSchema })
  const fail = (problems: readonly DataProblem[]) => new DataFileError(path, what, problems.map(place), code)
  if (data.connector !== file.connector)
    throw fail([{ path: ['connector'], message: `is another connector than "${file.connector}"` }])
  const entries = new Map(data.cases.map((entry, index) => [entry.case, { entry, index }]))
  const labels = new Map<string, ExpectEntry | null>()
  for (const { name, witness } of drawCases(file)) {
    labels.set(witness.id, entries.get(name)?.entry.expect ?? null)
    entries.delete(name)
  }
  const strays = [...entries.values()].map(({ entry, index }) => ({
    path: ['cases', index, 'case'],
    message: `"${entry.case}" is no case that is drawn now: its witness is gone or was changed; draw again by "checkwright prove … --second-reader"`,
  }))
  if (strays.length > 0) throw fail(strays)
  return { labels, bytes }
}

/** The cases of a file, for another one to take over what was read. Nothing where it cannot be read. */
export function readEarlierCases(witnesses: string): readonly ReadingEntry[] {
  const path = locateReading(witnesses)
  return existsSync(path)
    ? parseDataFile(path, readFileSync(path), { what, code, schema: readingFileSchema }).data.cases
    : []
}
