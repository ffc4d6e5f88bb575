import { v7 } from 'uuid'
import type { AuditEntry } from '../workspace/audit.ts'
import { chooseStatus } from './answers/problem-details.ts'
import type { Caller } from './callers/caller.ts'
import type { HostParts } from './host-parts.ts'
import type { PreparedRequest, Route, RouteOutcome } from './route.ts'

/** Carries out a route, with its entry in the audit log. */
export function carryOutAudited(
  action: string,
  { answer }: Pick<Route, 'answer'>,
  { fields, carryOut }: PreparedRequest,
  { organizationId, actor, requestId }: Pick<Caller, 'organizationId' | 'actor'> & { readonly requestId: string },
  host: HostParts,
): Promise<RouteOutcome> {
  return recordChange({ organizationId, actor, action, fields, requestId }, host, carryOut, (outcome) =>
    outcome.kind === 'value'
      ? { status: answer.status, target: outcome.target }
      : { status: outcome.response.status, target: outcome.target ?? null },
  )
}

/**
 * Writes the entry in the audit log, carries out the change, then records the outcome. The entry comes first. If the
 * process ends in between, the entry shows a requested change with an unknown outcome.
 */
export async function recordChange<T>(
  entry: Pick<AuditEntry, 'organizationId' | 'actor' | 'action' | 'fields' | 'requestId'>,
  { runtime: { workspace }, report }: Pick<HostParts, 'runtime' | 'report'>,
  carryOut: () => Promise<T>,
  outcomeOf: (done: T) => { readonly status: number; readonly target: string | null },
): Promise<T> {
  // In the order of creation, also within one millisecond.
  const id = v7()
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
