import type * as z from 'zod/mini'
import type { Problem } from '../errors/index.ts'

type Issue = z.core.$ZodIssue

/** What a strict schema refused, as sentences with path and remedy. */
export function problemsOf(issues: readonly Issue[], root: unknown): Problem[] {
  return issues.flatMap((issue) => problemsOfIssue(issue, root))
}

function problemsOfIssue(issue: Issue, root: unknown): Problem[] {
  const at = (message: string, extra: readonly PropertyKey[] = []): Problem => ({
    path: pathText([...issue.path, ...extra]),
    message,
  })
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => at('is not an option here; remove it or check its spelling', [key]))
    case 'invalid_type': {
      const received = kindOf(valueAt(root, issue.path))
      return [
        at(
          received === 'undefined'
            ? `is required (${article(issue.expected)})`
            : `must be ${article(issue.expected)}, not ${received}`,
        ),
      ]
    }
    case 'invalid_value':
      return [
        at(
          `must be ${oneOf(issue.values.map((value) => JSON.stringify(value)))}${received(valueAt(root, issue.path))}`,
        ),
      ]
    case 'invalid_union':
      // A discriminated union whose discriminator is wrong names the values that it knows.
      if (issue.errors.length === 0 && 'discriminator' in issue) {
        const known = 'options' in issue && Array.isArray(issue.options) ? issue.options : []
        return [
          at(`must be ${oneOf(known.map((value) => JSON.stringify(value)))}${received(valueAt(root, issue.path))}`),
        ]
      }
      return issue.errors[0]
        ? problemsOf(
            issue.errors[0].map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })),
            root,
          )
        : [at(issue.message)]
    case 'invalid_key':
      return [at(issue.issues[0]?.message ?? 'is not a usable name')]
    default:
      return [at(issue.message)]
  }
}

/** A path as one would write it in code: `auth.config.scopes[0]`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    return text === '' ? String(key) : `${text}.${String(key)}`
  }, '')
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], root)
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : typeof value
}

function received(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `, not ${JSON.stringify(value)}` : ''
}

function article(expected: string): string {
  const words: Record<string, string> = {
    array: 'a list',
    object: 'an object',
    record: 'an object',
    int: 'a whole number',
  }
  return words[expected] ?? `a ${expected}`
}

function oneOf(values: readonly string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
}
