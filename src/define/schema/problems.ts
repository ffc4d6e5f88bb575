import type * as z from 'zod/mini'
import type { Problem } from '../../errors/index.ts'
import { findNearest } from '../../text/find-nearest.ts'

type SchemaIssue = z.core.$ZodIssue

/** The problems that a strict schema found, as sentences with path and remedy. */
export function toProblems(issues: readonly SchemaIssue[], root: unknown): Problem[] {
  return issues.flatMap((issue) => {
    // `refuseOthers` gives one line for each.
    if (issue.code === 'unrecognized_keys') {
      const messages = issue.message.split('\n')
      return issue.keys.map((key, index) => ({
        path: formatPath([...issue.path, key]),
        message: messages[index] ?? '',
      }))
    }
    return [{ path: formatPath(issue.path), message: formatIssueMessage(issue, readValueAt(root, issue.path)) }]
  })
}

function formatIssueMessage(issue: SchemaIssue, value: unknown): string {
  switch (issue.code) {
    case 'invalid_type':
      return value === undefined
        ? `is required (${addArticle(issue.expected)})`
        : `must be ${addArticle(issue.expected)}, not ${describeKind(value)}`
    case 'invalid_value':
      return formatChoiceMessage(issue.values, value)
    case 'invalid_union':
      // If the discriminator of a union is wrong, the problem lists the values that the union knows.
      return 'options' in issue && Array.isArray(issue.options)
        ? formatChoiceMessage(issue.options, value)
        : issue.message
    case 'invalid_key':
      return issue.issues[0]?.message ?? issue.message
    default:
      return issue.message
  }
}

function formatChoiceMessage(values: readonly unknown[], value: unknown): string {
  const known = values.filter((each) => each !== undefined)
  const choice = formatAlternatives(known.map((each) => JSON.stringify(each)))
  if (value === undefined) return `is required (${choice})`
  if (typeof value !== 'string') return `must be ${choice}, not ${describeKind(value)}`
  const near = findNearest(value, known.map(String))
  return `must be ${choice}, not ${JSON.stringify(value)}${near === undefined ? '' : `; did you mean "${near}"?`}`
}

/** A path as you write it in code: `auth.config.scopes[0]`, `headers["X-Key"]`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.map(formatPathStep).join('').replace(/^\./, '')
}

/** The last step of a path: `.scopes`, `[0]` or `["X-Key"]`. */
export function formatPathStep(key: PropertyKey): string {
  if (typeof key === 'number') return `[${key}]`
  const name = String(key)
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`
}

/** The value at a path; undefined if the path leads nowhere. */
export function readValueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    root,
  )
}

function describeKind(value: unknown): string {
  if (value === null || typeof value === 'number') return String(value)
  if (Array.isArray(value)) return 'a list'
  return addArticle(typeof value)
}

function addArticle(kind: string): string {
  const words: Record<string, string> = {
    array: 'a list',
    object: 'an object',
    record: 'an object',
    int: 'a whole number',
  }
  return words[kind] ?? `a ${kind}`
}

function formatAlternatives(values: readonly string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
}
