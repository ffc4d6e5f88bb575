import { Document } from 'yaml'
import { drawCases } from './draw-cases.ts'
import type { ReadingEntry } from './reading-schema.ts'
import type { WitnessFile } from './witness-schema.ts'

const head = ` Fill in "expect" from the source alone, without the witnesses, the check or what it says.
 The answers stand in the world, with what "change" says.`

/**
 * The cases that are drawn, for a second reader. Nothing says what the first one said of them, nor what the check says.
 * @param earlier what was read of cases that are drawn still
 */
export function formatCases(file: WitnessFile, earlier: readonly ReadingEntry[]): string {
  const known = new Map(earlier.map((entry) => [entry.case, entry]))
  const document = new Document({
    checkwright: 'second-reader/v1',
    connector: file.connector,
    cases: drawCases(file).map(({ name, witness: { of, world, change, source } }) => ({
      case: name,
      check: of.check,
      world: file.worlds[world],
      change,
      source: source && { ...source },
      expect: known.get(name)?.expect ?? null,
      read: known.get(name)?.read ?? null,
    })),
  })
  document.commentBefore = head
  return document.toString({ lineWidth: 0, nullStr: '' })
}
