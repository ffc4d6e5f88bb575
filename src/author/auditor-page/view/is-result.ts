import type { CheckFailure, ResultRecord } from '../../../define/index.ts'
import { readPath } from './format-value.ts'

/** Whether a value has the form of a result. In a file that nobody has proven, anything may stand in its place. */
export function isResult(value: unknown): value is ResultRecord {
  const [resource, waived, judged] = ['resource', 'waived', 'judged'].map((name) => readPath(value, name))
  return (
    areTexts(value, ['status', 'title'], ['severity', 'description', 'remediation', 'fix']) &&
    areTexts(resource, ['type', 'id'], ['name']) &&
    (waived === undefined || areTexts(waived, ['approver', 'expires', 'justification'])) &&
    (judged === undefined || areTexts(judged, ['by', 'expires', 'reason'])) &&
    ['accepted', 'refused', undefined].some((decision) => decision === readPath(judged, 'decision'))
  )
}

/** The same of the reason why a check could not tell. */
export function isFailure(value: unknown): value is CheckFailure {
  const lists = ['missingScopes', 'frames'].map((name) => readPath(value, name) ?? [])
  return areTexts(value, ['kind', 'code', 'message']) && lists.every(Array.isArray)
}

function areTexts(value: unknown, names: readonly string[], optional: readonly string[] = []): boolean {
  const isText = (name: string) => typeof readPath(value, name) === 'string'
  return names.every(isText) && optional.every((name) => readPath(value, name) === undefined || isText(name))
}
