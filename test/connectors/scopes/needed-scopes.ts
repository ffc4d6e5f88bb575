import type { AnyConnector, Check, CheckOutcome } from 'checkwright'
import type { PartUses } from '../../../src/data/contract/operation-use.ts'
import { toInventoryId } from '../../../src/define/index.ts'
import type { HostFetch } from '../../../src/http/transport/transport-options.ts'

/** Scopes that each part of a connector declares, by its id. A check that only reads lists needs those of the lists. */
export function listPartScopes({ checks, inventories }: AnyConnector): ReadonlyMap<string, readonly string[]> {
  return new Map([
    ...checks.map(({ id, scopes = [] }) => [id, scopes] as const),
    ...inventories.map((inventory) => {
      const ofFacts = Object.values(inventory.facts ?? {}).flatMap(({ scopes = [] }) => scopes)
      return [toInventoryId(inventory), [...new Set([...(inventory.scopes ?? []), ...ofFacts])]] as const
    }),
  ])
}

/**
 * Which operations a vendor refuses without a scope. Nobody says so of each, so it follows from what the parts declare: an operation
 * can need only what every part that asks it declares.
 */
function findOperationScopes(connector: AnyConnector, parts: PartUses): ReadonlyMap<string, readonly string[]> {
  const declared = listPartScopes(connector)
  const needed = new Map<string, readonly string[]>()
  for (const [part, uses] of parts) {
    const scopes = declared.get(part)
    if (!scopes) continue
    for (const operation of uses.keys())
      needed.set(operation, needed.get(operation)?.filter((scope) => scopes.includes(scope)) ?? scopes)
  }
  return needed
}

/** How a vendor refuses a request for want of a permission. */
export function createRefusal(): Response {
  return new Response('{"message":"Forbidden"}', { status: 403, headers: { 'content-type': 'application/json' } })
}

/** A vendor that refuses requests of some operations, as for want of a permission. */
export function refuseOperations(fetch: HostFetch, isRefused: (request: Parameters<HostFetch>) => boolean): HostFetch {
  return async (...request) => (isRefused(request) ? createRefusal() : fetch(...request))
}

/** What a check needs at the vendor, also by the lists that it reads. */
function listCheckScopes(connector: AnyConnector, { scopes = [], reads = [] }: Check): readonly string[] {
  const declared = listPartScopes(connector)
  return [...new Set([...scopes, ...reads.flatMap(({ inventory }) => declared.get(toInventoryId(inventory)) ?? [])])]
}

export interface PrivilegeSubject {
  readonly connector: AnyConnector
  readonly parts: PartUses
  readonly check: string
  /** Runs the check on a vendor that refuses some operations. */
  run(refused: (operation: string | undefined) => boolean): Promise<CheckOutcome>
}

/**
 * Proves what a check needs: without one of its scopes it ends as `permission` and names it, and without all others it comes to the
 * same verdict.
 * @returns how many scopes were taken away, and what was wrong
 */
export async function proveScopes({ connector, parts, check: id, run }: PrivilegeSubject): Promise<{
  readonly proven: number
  readonly problems: readonly string[]
}> {
  const check = connector.checks.find((each) => each.id === id)
  const own = check ? listCheckScopes(connector, check) : []
  if (!check || own.length === 0) return { proven: 0, problems: [] }
  const needed = findOperationScopes(connector, parts)
  const whole = await run(() => false)
  const problems: string[] = []
  let proven = 0
  for (const scope of own) {
    let isAsked = false
    const { status, error } = await run((operation) => {
      const isRefused = needed.get(operation ?? '')?.includes(scope) === true
      isAsked ||= isRefused
      return isRefused
    })
    // Not every vendor makes a check ask everything.
    if (!isAsked) continue
    if (error?.kind !== 'permission')
      problems.push(`${id} ended as ${error?.kind ?? status} without ${scope}. ${error?.message ?? ''}`)
    else if (!error.missingScopes?.includes(scope)) problems.push(`${id} does not name ${scope}: ${error.message}`)
    else proven++
  }
  const alone = await run((operation) => {
    const scopes = needed.get(operation ?? '') ?? []
    return scopes.length > 0 && !scopes.some((scope) => own.includes(scope))
  })
  if (describeVerdict(alone) !== describeVerdict(whole))
    problems.push(`${id} comes to another verdict with its own scopes alone: ${alone.error?.message ?? alone.status}`)
  return { proven, problems }
}

function describeVerdict({ status, results, error }: CheckOutcome): string {
  return JSON.stringify([
    status,
    error?.kind,
    results.map((each) => JSON.stringify([each.status, each.resource])).sort(),
  ])
}
