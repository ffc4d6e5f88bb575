import type { RecordedRun } from '../checks/runs/recorded-run.ts'
import { toStoredHead } from '../crosscheck/run/cross-check-to-run.ts'
import { formatJsonText, writeJsonPieces } from './pieces/json-pieces.ts'
import type { Report } from './pieces/report.ts'

/** The first members for readers, in the order of the schema; all others follow by name. */
const first = [
  'schema',
  'id',
  'connector',
  'connectionId',
  'connectionName',
  'organizationId',
  'scoped',
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
  'fix',
  'evidence',
]

const rank = new Map(first.map((name, index) => [name, index]))

const layout = { indent: 2, orderMembers: sortMembers }

/** Runs as `checkwright.run/v1`, those of cross-checks with a `kind`: one object, or an array of them. The same bytes as {@link renderJson} of the whole run. */
export const writeJsonReport: Report = async function* (runs, { isList = runs.length > 1 } = {}) {
  const all = runs.map(({ run }) => toStreamedRun(run))
  yield* writeJsonPieces(isList ? all : (all[0] ?? null), layout)
  yield '\n'
}

/**
 * JSON for people and diffs: two spaces, a stable order of members whatever the original order, and a line break at the
 * end. Characters that would act on a terminal are written as escapes, which mean the same.
 */
export function renderJson(value: unknown): string {
  return `${formatJsonText(value, layout)}\n`
}

function toStreamedRun(run: RecordedRun): object {
  const { checks, ...head } = toStoredHead(run.head)
  return { ...head, checks: checks.map((check) => ({ ...check, results: run.results(check.id) })) }
}

/** Members in the order of the schema, whatever their original order. */
export function sortMembers(members: object): object {
  return Object.fromEntries(
    Object.entries(members).sort(([a], [b]) => rankMember(a) - rankMember(b) || (a < b ? -1 : 1)),
  )
}

function rankMember(name: string): number {
  return rank.get(name) ?? first.length
}
