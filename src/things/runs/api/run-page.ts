import type { RunFilter } from '../../../checks/runs/run-store.ts'
import { parsePageCursor, takePage } from '../../../service/api/schemas/page-cursor.ts'
import { findKnownTime } from '../../../service/rights/period.ts'
import type { Caller } from '../../api/callers/caller.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { toWireRun } from './run-schema.ts'

interface RunPageQuery extends Pick<RunFilter, 'connectionId' | 'crossCheckId'> {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** Runs that a caller may know of, newest first. @throws ApiError 400 for an invalid cursor */
export async function listRunPage(runtime: Runtime, caller: Caller, { limit, cursor, ...filter }: RunPageQuery) {
  const position = parsePageCursor(cursor)
  const rows = await runtime.runs.list({
    ...filter,
    organizationId: caller.organizationId,
    limit: limit + 1,
    before: position && { startedAtMs: position.atMs, id: position.id },
    within: findKnownTime(caller, runtime.workspace.clock.nowMs()),
  })
  return takePage(rows, limit, {
    toPosition: ({ startedAtMs, id }) => ({ atMs: startedAtMs, id }),
    toItem: toWireRun,
  })
}
