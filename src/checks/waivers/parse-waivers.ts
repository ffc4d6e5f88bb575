import * as z from 'zod'
import { problemsOf, type Waiver } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import { type DataProblem, parseDataFile } from '../data-file.ts'
import { matchesEverything } from './glob.ts'
import { listOf } from './run-waivers.ts'
import { waiverSchema, waiversFileSchema } from './waiver-schema.ts'

/**
 * Waivers of a file in YAML or JSON, each with its place.
 * @param name the file as a person gave it
 * @throws DataFileError `WAIVERS_INVALID` with every problem as `file:line:column`
 */
export function parseWaivers(name: string, bytes: Uint8Array): readonly Waiver[] {
  const { data, lineOf } = parseDataFile(name, bytes, {
    what: 'waivers file',
    code: 'WAIVERS_INVALID',
    schema: waiversFileSchema,
    rules: ({ waivers }) => tooBroad(waivers).map(({ path, message }) => ({ path: ['waivers', ...path], message })),
  })
  return data.waivers.map((waiver, index) => ({ ...waiver, source: `${name}:${lineOf(['waivers', index])}` }))
}

/** Waivers that a program hands over, held to the same rules. @throws CheckwrightError `WAIVERS_INVALID` */
export function checkedWaivers(input: readonly Waiver[]): readonly Waiver[] {
  const parsed = z.array(waiverSchema).safeParse(input)
  const problems = parsed.success
    ? tooBroad(parsed.data).map(({ path, message }) => ({ path: `[${String(path[0])}]`, message }))
    : problemsOf(parsed.error.issues, input)
  const [first] = problems
  if (first) {
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : ''
    throw new CheckwrightError(`The waivers cannot be used: waivers${first.path} ${first.message}${more}.`, {
      code: 'WAIVERS_INVALID',
    })
  }
  return parsed.data ?? []
}

/** Nobody accepts findings that nobody has thought of: a waiver names checks, resources or a tag. */
function tooBroad(waivers: readonly Waiver[]): DataProblem[] {
  return waivers.flatMap(({ check, resource, tag }, index) =>
    [check, resource, tag].some(isNarrow)
      ? []
      : [{ path: [index], message: 'would waive every finding of its connector; name checks, resources or a tag' }],
  )
}

function isNarrow(patterns: Waiver['tag']): boolean {
  return patterns !== undefined && !listOf(patterns).some(matchesEverything)
}
