import { existsSync, readFileSync } from 'node:fs'
import { DataFileError, parseDataFile } from '../../../data/data-file.ts'
import type { DataProblem } from '../../../data/data-problem.ts'
import { drawCases, listCases } from './draw-cases.ts'
import { type ReadingFile, readingFileSchema } from './reading-schema.ts'
import type { ExpectEntry, WitnessFile } from './witness-schema.ts'

/** What a second reader said, who had the source alone. */
export interface SecondReading {
  /** By id of the witness: the label, or null while nobody has read it. It has every witness that is drawn by lot. */
  readonly labels: ReadonlyMap<string, ExpectEntry | null>
  /** The same of cases that no witness has, by their name. */
  readonly probes: ReadonlyMap<string, ExpectEntry | null>
  /** What a person was shown of each check beside the cases, and whether they agree. */
  readonly confirmations: NonNullable<ReadingFile['confirmations']>
  readonly reader: string | undefined
  readonly bytes: Uint8Array
}

export type EarlierReading = Pick<ReadingFile, 'cases' | 'reader' | 'confirmations'>

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
  const drawn = new Set(drawCases(file).map(({ name }) => name))
  for (const { name, witness } of listCases(file)) {
    const entry = entries.get(name)?.entry
    if (entry || drawn.has(name)) labels.set(witness.id, entry?.expect ?? null)
    entries.delete(name)
  }
  const probes = new Map<string, ExpectEntry | null>()
  for (const { entry } of entries.values())
    if (entry.probe) {
      probes.set(entry.case, entry.expect)
      entries.delete(entry.case)
    }
  const strays = [...entries.values()].map(({ entry, index }) => ({
    path: ['cases', index, 'case'],
    message: `"${entry.case}" is no case that is drawn now: its witness is gone or was changed; draw again by "checkwright prove … --second-reader"`,
  }))
  if (strays.length > 0) throw fail(strays)
  return { labels, probes, confirmations: data.confirmations ?? [], reader: data.reader ?? undefined, bytes }
}

/** What was read before, for another file to take it over. Nothing where there is no file. */
export function readEarlierReading(witnesses: string): EarlierReading {
  const path = locateReading(witnesses)
  return existsSync(path)
    ? parseDataFile(path, readFileSync(path), { what, code, schema: readingFileSchema }).data
    : { cases: [] }
}
