/** Members that readers look for first, in the order of the schema; every other member follows by name. */
const first = [
  'schema',
  'id',
  'connector',
  'connectionId',
  'organizationId',
  'version',
  'status',
  'title',
  'resource',
  'type',
  'name',
  'startedAt',
  'finishedAt',
  'replayable',
  'notReplayableBecause',
  'summary',
  'inputs',
  'checks',
  'severity',
  'error',
  'description',
  'remediation',
  'evidence',
]

const rank = new Map(first.map((name, index) => [name, index]))

/** What JSON allows in a string and a terminal obeys: C1 controls, line separators and bidirectional marks. */
const obeyed = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/**
 * JSON for people and diffs: two spaces, a stable order of members whatever order a vendor or a check used, and a line
 * break at the end. Characters that would act on a terminal are written as escapes, which mean the same.
 */
export function renderJson(value: unknown): string {
  const text = JSON.stringify(value, (_key, member) => ordered(member), 2)
  return `${text.replace(obeyed, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`
}

function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1)))
}

function rankOf(name: string): number {
  return rank.get(name) ?? first.length
}
