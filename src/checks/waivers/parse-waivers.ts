import * as z from 'zod'
import { parseDataFile } from '../../data/data-file.ts'
import { formatPath, toProblems, type Waiver } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import { findLimitProblems, waiversMax } from './limits.ts'
import { waiverSchema, waiversFileSchema } from './waiver-schema.ts'

/**
 * Waivers of a file in YAML or JSON, each with its place.
 * @param name the path that a person gave
 * @param now time of reading: a waiver is valid for at most a year from then
 * @throws DataFileError `WAIVERS_INVALID` with every problem as `file:line:column`
 */
export function parseWaivers(name: string, bytes: Uint8Array, now: Date): readonly Waiver[] {
  const { data, lineOf } = parseDataFile(name, bytes, {
    what: 'waivers file',
    code: 'WAIVERS_INVALID',
    schema: waiversFileSchema,
    rules: ({ waivers }) =>
      findLimitProblems(waivers, now).map(({ path, message }) => ({ path: ['waivers', ...path], message })),
  })
  return data.waivers.map((waiver, index) => ({ ...waiver, source: `${name}:${lineOf(['waivers', index])}` }))
}

/**
 * Waivers from a program, with the same rules.
 * @param now time when they were made
 * @throws CheckwrightError `WAIVERS_INVALID`
 */
export function parseWaiverList(input: readonly Waiver[], now: Date): readonly Waiver[] {
  const parsed = z.array(waiverSchema).max(waiversMax).safeParse(input)
  const problems = parsed.success
    ? findLimitProblems(parsed.data, now).map(({ path, message }) => ({ path: formatPath(path), message }))
    : toProblems(parsed.error.issues, input)
  const [first] = problems
  if (first) {
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''
    throw new CheckwrightError(`The waivers cannot be used: waivers${first.path} ${first.message}${more}.`, {
      code: 'WAIVERS_INVALID',
    })
  }
  return parsed.data ?? []
}
