import type * as z from 'zod/mini'
import type { Problem } from '../../errors/index.ts'
import { findNearest } from '../../text/find-nearest.ts'
import { formatPath } from './problems.ts'

/** The names of members that an object may not have, in its order. */
export function listUnknownOptions(input: object, known: readonly string[]): readonly string[] {
  return Object.keys(input).filter((name) => !known.includes(name))
}

/** A problem for each of them. @param path of the object; the empty path is the object that the author wrote */
export function findUnknownOptions(
  input: object,
  known: readonly string[],
  path: readonly PropertyKey[] = [],
): readonly Problem[] {
  return listUnknownOptions(input, known).map((name) => ({
    path: formatPath([...path, name]),
    message: describeUnknownOption(name, known),
  }))
}

/** The message about an unknown option. */
export function describeUnknownOption(name: string, known: readonly string[]): string {
  // In braces of YAML a comma begins the next option.
  if (/\s/.test(name)) return 'is not an option here; if it is the rest of a text with a comma, put the text in quotes'
  const near = findNearest(name, known)
  return near === undefined
    ? 'is not an option here; remove it or check its spelling'
    : `is not an option here; did you mean "${near}"?`
}

/** How a strict schema of these members refuses others: its message has one line for each, which `toProblems` takes apart. */
export function refuseOthers(shape: object): { readonly error: z.core.$ZodErrorMap } {
  const known = Object.keys(shape)
  return {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((name) => describeUnknownOption(name, known)).join('\n')
        : undefined,
  }
}
