import { toStoredHead } from '../crosscheck/run/cross-check-to-run.ts'
import { sortMembers } from './json.ts'
import { formatJsonText } from './pieces/json-pieces.ts'
import type { Report } from './pieces/report.ts'

/**
 * A line of JSON for each part of a run, with its `type`: `run`, then for each check `check` and its `result`s, and at
 * the end `earlier` for findings of an earlier run that this one did not find. Every line has its run, and all except
 * the first have their check, so that you can filter lines without the ones before them.
 */
export const writeNdjsonReport: Report = async function* (runs) {
  for (const { run, comparison } of runs) {
    const { checks, ...head } = toStoredHead(run.head)
    const { id: runId } = head
    yield formatNdjsonLine('run', { runId, baselineRunId: comparison?.baselineRunId }, head)
    for (const check of checks) {
      const { id: checkId } = check
      yield formatNdjsonLine('check', { runId, checkId }, check)
      for await (const result of run.results(checkId)) {
        const change = comparison?.changeOf(result.findingId)
        yield formatNdjsonLine('result', { runId, checkId, change }, result)
      }
    }
    for (const change of ['resolved', 'unseen'] as const) {
      for (const { checkId, result } of comparison?.[change] ?? []) {
        yield formatNdjsonLine('earlier', { runId, checkId, change }, result)
      }
    }
  }
}

function formatNdjsonLine(type: string, place: object, members: object): string {
  return `${formatJsonText({ type, ...place, ...sortMembers(members) })}\n`
}
