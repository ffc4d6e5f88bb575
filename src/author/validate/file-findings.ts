import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { findCached, keepFound } from '../../service/commands/connector-file/checked-files.ts'
import type { ValidationFinding, ValidationLevel } from './validation-finding.ts'

/** The rules that need the file of a connector as data. */
export const fileRules = {
  start: { id: 'first-page', level: 'error' },
  verdict: { id: 'open-words', level: 'warning' },
  // Lists of features or permissions grow: naming all of their words is not always possible.
  list: { id: 'open-list', level: 'hint' },
  scope: { id: 'open-scope', level: 'hint' },
} as const satisfies Readonly<Record<string, { readonly id: string; readonly level: ValidationLevel }>>

/**
 * Where a word that nobody knows decides a verdict, or takes an item out of a check, and where nobody knows which page of a list is the
 * first.
 */
export async function findFileFindings(target: string): Promise<readonly ValidationFinding[]> {
  const path = resolve(target)
  const bytes = readFileSync(path)
  const cached = findCached<readonly ValidationFinding[]>('words', path, bytes)
  if (cached) return cached.map((finding) => ({ ...finding, file: target }))
  const { parseDataFile } = await import('../../data/data-file.ts')
  const { getFormat } = await import('../../data/format/connector-file.ts')
  const { findOpenStarts } = await import('../../data/words/find-open-starts.ts')
  const { findOpenWords } = await import('../../data/words/find-open-words.ts')
  const form = { what: 'connector file', code: 'DEFINITION_INVALID', schema: getFormat() } as const
  const { data, place } = parseDataFile(target, bytes, form)
  const starts = findOpenStarts(data).map((problem) => ({ ...problem, of: 'start' as const }))
  const found = [...starts, ...findOpenWords(data)].map(({ of, ...problem }) => {
    const { id: rule, level } = fileRules[of]
    return { rule, level, file: target, ...place(problem) }
  })
  keepFound('words', path, bytes, found)
  return found
}
