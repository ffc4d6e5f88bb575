import type { AuditEntry, JoiningEntry } from '../../service/records/audit.ts'
import { createTimeId } from '../../text/create-time-id.ts'
import type { AuditAction } from '../parts/audit-actions.ts'
import { chooseStatus } from './answers/problem-details.ts'
import type { Caller } from './callers/caller.ts'
import type { HostParts } from './parts/host-parts.ts'
import type { PreparedRequest, Route, RouteOutcome } from './route.ts'

/** Carries out a route, with its entry in the audit log. */
export function carryOutAudited(
  action: AuditAction,
  { answer, joins }: Pick<Route, 'answer' | 'joins'>,
  { fields, carryOut }: PreparedRequest,
  { organizationId, actor, requestId }: Pick<Caller, 'organizationId' | 'actor'> & { readonly requestId: string },
  host: HostParts,
): Promise<RouteOutcome> {
  const requested = { organizationId, actor, action, fields, requestId }
  if (joins) return recordWithChange(requested, answer.status, host, carryOut)
  return recordChange(requested, host, carryOut, (outcome) =>
    outcome.kind === 'value'
      ? { status: answer.status, target: outcome.target }
      : { status: outcome.response.status, target: outcome.target ?? null },
  )
}

type RequestedChange = Pick<AuditEntry, 'organizationId' | 'actor' | 'action' | 'fields' | 'requestId'>

/**
 * Carries out a change that writes its entry in its own transaction: one commit in place of three. A request that changed
 * nothing gets its entry afterwards.
 */
async function recordWithChange<T>(
  requested: RequestedChange,
  status: number,
  { runtime: { workspace }, report }: Pick<HostParts, 'runtime' | 'report'>,
  carryOut: (entry: JoiningEntry) => Promise<T>,
): Promise<T> {
  const begun = { ...requested, id: createTimeId(), atMs: workspace.clock.nowMs() }
  let isTaken = false
  const complete = (target: string) => {
    isTaken = true
    return { ...begun, status, target }
  }
  try {
    const done = await workspace.runCovered(() => carryOut({ complete }), {
      action: requested.action,
      entry: { complete },
    })
    if (!isTaken) throw new TypeError(`audit: ${requested.action} was made without its entry`)
    return done
  } catch (error) {
    // Where the change was made all the same, and only its answer is lost, the entry is there and refuses a second one.
    await workspace.audit
      .insert({ ...begun, status: chooseStatus(error), target: null })
      .catch((failure: unknown) => report(failure, requested.requestId))
    throw error
  }
}

/**
 * Writes the entry in the audit log, carries out the change, then records the outcome. The entry comes first. If the
 * process ends in between, the entry shows a requested change with an unknown outcome.
 */
export async function recordChange<T>(
  entry: RequestedChange,
  { runtime: { workspace }, report }: Pick<HostParts, 'runtime' | 'report'>,
  carryOut: () => Promise<T>,
  outcomeOf: (done: T) => { readonly status: number; readonly target: string | null },
): Promise<T> {
  // In the order of creation, also within one millisecond.
  const id = createTimeId()
  await workspace.audit.insert({ ...entry, id, atMs: workspace.clock.nowMs(), target: null, status: null })
  // The change has happened, and the answer says so. If the outcome cannot be written, the entry stays without one.
  const complete = (outcome: { readonly status: number; readonly target: string | null }) =>
    workspace.audit.complete(id, outcome).catch((error: unknown) => report(error, entry.requestId))
  try {
    const done = await workspace.runCovered(carryOut)
    await complete(outcomeOf(done))
    return done
  } catch (error) {
    await complete({ status: chooseStatus(error), target: null })
    throw error
  }
}
