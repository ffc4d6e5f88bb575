import * as z from 'zod/mini'
import type { Problem } from '../../errors/index.ts'
import { isPlainObject } from '../../text/is-object.ts'
import { findPlainDataProblems } from './plain-data.ts'
import { formatPath, readValueAt, toProblems } from './problems.ts'

type ParseIssue = z.core.$ZodIssue
type IssuePath = readonly PropertyKey[]

export interface ParsedInput<T> {
  /** Frozen copy. After problems it has stand-ins in place of malformed input. Undefined if stand-ins did not help. */
  readonly data: T | undefined
  readonly problems: readonly Problem[]
}

/**
 * Parses by schema, then by rules between members. Rules need well-formed data, but one error has to list every
 * problem. A stand-in therefore replaces what the schema refuses, and problems of a stand-in are left out.
 * @param rules gets the data and the paths that hold stand-ins
 */
export function parseData<T>(
  schema: z.core.$ZodType<T>,
  input: unknown,
  rules: (data: T, standIns: ReadonlySet<string>) => readonly Problem[],
): ParsedInput<T> {
  const { data, issues, mended } = parseMending(schema, input)
  const standIns = new Set(mended.map(formatPath))
  const impure = findPlainDataProblems(input)
  const isCovered = ({ path }: Problem) => impure.some((problem) => isPathWithin(path, problem.path))
  const byRule = data === undefined ? [] : rules(data, standIns)
  return {
    data: data === undefined ? undefined : freezeDeep(data),
    problems: [
      ...impure,
      ...toProblems(issues, input).filter((problem) => !isCovered(problem)),
      ...byRule.filter((problem) => ![...standIns].some((path) => isPathWithin(problem.path, path))),
    ],
  }
}

// Removes the member first. If it turns out to be required, fills it in. The same at each depth.
const roundsMax = 12

export interface MendedInput<T> {
  /** Undefined if stand-ins did not help, or there are too many issues. */
  readonly data: T | undefined
  readonly issues: readonly ParseIssue[]
  /** Where `data` has a stand-in, or lacks a member that the input has. */
  readonly mended: readonly IssuePath[]
}

/**
 * Parses, and puts a stand-in in the place of what the schema refuses.
 * @param issuesMax an input with more issues in one round is not mended, because each stand-in copies what is around it
 */
export function parseMending<T>(
  schema: z.core.$ZodType<T>,
  input: unknown,
  issuesMax = Number.POSITIVE_INFINITY,
): MendedInput<T> {
  const issues: ParseIssue[] = []
  const mended: IssuePath[] = []
  let draft = input
  for (let round = 0; round < roundsMax; round++) {
    // A schema is asked once or twice. Code that zod writes for each object would never pay.
    const parsed = z.safeParse(schema, draft, { jitless: true })
    if (parsed.success) return { data: parsed.data, issues, mended }
    if (countPlaces(parsed.error.issues) > issuesMax)
      return { data: undefined, issues: round === 0 ? parsed.error.issues : issues, mended }
    const before = mended.map(formatPath)
    for (const issue of parsed.error.issues) {
      const isMended = (path: IssuePath) => mended.some((each) => isPathWithin(formatPath(path), formatPath(each)))
      // A stand-in can be wrong in what holds it too: a list of texts, one of which is now an object.
      const isAroundStandIn = before.some((each) => isPathWithin(each, formatPath(issue.path)))
      // Only the first problem at a place is about the author's input.
      if (!isMended(issue.path) && !isAroundStandIn) issues.push(issue)
      for (const path of listPathsToMend(issue, before)) {
        const standIn = isNeeded(path, draft) ? createStandIn(issue, mended.length) : undefined
        // We chose the discriminator of a stand-in, so we also choose the members that belong to it.
        mended.push(issue.code === 'invalid_union' && standIn !== undefined ? path.slice(0, -1) : path)
        draft = replaceAtPath(draft, path, standIn)
      }
    }
  }
  return { data: undefined, issues, mended }
}

function countPlaces(issues: readonly ParseIssue[]): number {
  return issues.reduce((count, issue) => count + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0)
}

function listPathsToMend(issue: ParseIssue, before: readonly string[]): IssuePath[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [...issue.path, key])
  const tries = before.filter((path) => path === formatPath(issue.path)).length
  // If no stand-in has the right form, the whole value is removed.
  return [tries < 2 ? issue.path : issue.path.slice(0, -1)]
}

// Elements of a list are not removed one by one, because the others keep their place.
function isNeeded(path: IssuePath, draft: unknown): boolean {
  return typeof path.at(-1) === 'number' || readValueAt(draft, path) === undefined
}

/** A value that a required member could have. Names are numbered, so that all differ. */
function createStandIn(issue: ParseIssue, serial: number): unknown {
  if (issue.code === 'invalid_value') return issue.values[0]
  if (issue.code === 'invalid_union' && 'options' in issue && Array.isArray(issue.options)) return issue.options[0]
  if (issue.code !== 'invalid_type') return undefined
  switch (issue.expected) {
    case 'string':
      return `x${serial}`
    case 'number':
    case 'int':
      return 1
    case 'boolean':
      return false
    case 'array':
      return []
    default:
      return {}
  }
}

/** A copy with another value at a path; undefined removes a member. A list without such an item stays as it is. */
function replaceAtPath(node: unknown, [key, ...rest]: IssuePath, value: unknown): unknown {
  if (key === undefined) return value
  if (Array.isArray(node)) {
    const index = Number(key)
    return index in node ? node.with(index, replaceAtPath(node[index], rest, value) ?? {}) : node
  }
  if (!isPlainObject(node)) return node
  const next = replaceAtPath(readValueAt(node, [key]), rest, value)
  const others = Object.entries(node).filter(([name]) => name !== key)
  return Object.fromEntries(next === undefined ? others : [...others, [key, next]])
}

function isPathWithin(path: string, outer: string): boolean {
  return path === outer || outer === '' || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`)
}

function freezeDeep<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const member of Object.values(value)) freezeDeep(member)
  }
  return value
}
