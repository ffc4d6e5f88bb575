import { randomUUID } from 'node:crypto'
import type { Caller } from './caller.ts'
import type { HostParts } from './parts.ts'
import { statusOf } from './problem.ts'
import type { PreparedRequest, Route, RouteOutcome } from './route.ts'

/**
 * Carries a change out between its entry in the audit log and the outcome of that. The entry comes first: if the process
 * ends in between, it says that a change was asked for and that nobody can tell what came of it.
 */
export async function audited(
  action: string,
  { answer }: Pick<Route, 'answer'>,
  { fields, carryOut }: PreparedRequest,
  { organizationId, actor, requestId }: Pick<Caller, 'organizationId' | 'actor'> & { readonly requestId: string },
  { runtime: { workspace }, report }: HostParts,
): Promise<RouteOutcome> {
  const id = randomUUID()
  const atMs = workspace.clock.nowMs()
  await workspace.audit.insert({
    ...{ id, organizationId, actor, action, fields, requestId, atMs },
    target: null,
    status: null,
  })
  // What was done is done, and is answered so: an outcome that cannot be written leaves the entry without one.
  const complete = (status: number, target: string | null) =>
    workspace.audit.complete(id, { status, target }).catch((error: unknown) => report(error, requestId))
  try {
    const outcome = await carryOut()
    if (outcome.kind === 'value') await complete(answer.status, outcome.target)
    else await complete(outcome.response.status, null)
    return outcome
  } catch (error) {
    await complete(statusOf(error), null)
    throw error
  }
}
