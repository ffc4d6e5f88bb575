import {
  type AnyConnector,
  crossCheckConnectorId,
  type Resource,
  type Waived,
  type Waiver,
} from '../../define/index.ts'
import { isGlob } from './glob.ts'
import { isExpired, toPatterns } from './limits.ts'
import { openRunWaivers } from './run-waivers.ts'

/** A failing result, and its origin. */
export interface WaivableResult {
  readonly connectorId: string
  /** Undefined: a run without a stored connection. Of a cross-check: the id of the organization. */
  readonly connectionId: string | undefined
  readonly checkId: string
  readonly resource: Resource
}

/** Failing results that one waiver or more may cover. What is left out does not matter. */
export interface WaiverScope {
  readonly connectorIds?: readonly string[] | undefined
  readonly checkIds?: readonly string[] | undefined
  readonly connectionIds?: readonly string[] | undefined
}

/** The present waivers of an organization, whatever was valid when a result was recorded. */
export interface StandingWaivers {
  /** Where results may be covered: no other result is. */
  readonly scopes: readonly WaiverScope[]
  /** The waiver that covers the result; undefined: none. */
  waiverFor(result: WaivableResult): Waived | undefined
}

/**
 * Applies the stored waivers of an organization to recorded results. A waiver for a connection covers what cross-checks found there, too:
 * the id of such a resource begins with the connection.
 * @param connectors give the tags of a check; a check of an unknown connector has none
 * @param now decides which have expired
 */
export function openStandingWaivers(
  waivers: readonly Waiver[],
  connectors: readonly AnyConnector[],
  now: Date,
): StandingWaivers {
  const opened = new Map<string, ReturnType<typeof openRunWaivers>>()
  const choose = indexByConnection(waivers)
  const known = new Map(connectors.map((connector) => [connector.id, connector]))
  const open = (connectorId: string, connectionId: string | undefined) => {
    const key = JSON.stringify([connectorId, connectionId])
    const before = opened.get(key)
    if (before) return before
    const connector = known.get(connectorId) ?? { id: connectorId, checks: [] }
    const made = openRunWaivers(choose(connectionId), connector, now, connectionId)
    opened.set(key, made)
    return made
  }
  // The others are as good as one that no waiver names.
  const named = new Set(waivers.flatMap(({ connection }) => (connection === undefined ? [] : toPatterns(connection))))
  const findConnection = ({ connectorId, connectionId, resource }: WaivableResult) => {
    if (connectorId !== crossCheckConnectorId) return connectionId
    const [id = ''] = resource.id.split('/', 1)
    return named.has(id) ? id : connectionId
  }
  return {
    scopes: listScopes(waivers.filter((waiver) => !isExpired(waiver, now))),
    waiverFor(result) {
      const { connectorId, checkId, resource } = result
      const connectionId = findConnection(result)
      const check = known.get(connectorId)?.checks.find(({ id }) => id === checkId) ?? { id: checkId, title: checkId }
      return open(connectorId, connectionId).waiverFor(check, resource)
    },
  }
}

/** Those that concern a connection, in their order, without a look at all the others. */
function indexByConnection(waivers: readonly Waiver[]): (connectionId: string | undefined) => readonly Waiver[] {
  const general: number[] = []
  const own = new Map<string, number[]>()
  for (const [index, { connection }] of waivers.entries()) {
    if (connection === undefined) general.push(index)
    else for (const id of new Set(toPatterns(connection))) own.set(id, [...(own.get(id) ?? []), index])
  }
  return (connectionId) => {
    if (connectionId === undefined) return waivers
    const indexes = [...general, ...(own.get(connectionId) ?? [])].toSorted((a, b) => a - b)
    return indexes.flatMap((index) => waivers[index] ?? [])
  }
}

/** One for all that name the same of connectors, checks and connections, so that there are few, however many waivers are in force. */
function listScopes(waivers: readonly Waiver[]): readonly WaiverScope[] {
  const named = waivers.flatMap(({ connector, check, connection }) => {
    const scope = {
      connectorIds: listLiterals(connector),
      checkIds: listLiterals(check),
      connectionIds: connection === undefined ? undefined : toPatterns(connection),
    }
    const mayBeCrossCheck = scope.connectorIds === undefined || scope.connectorIds.includes(crossCheckConnectorId)
    if (scope.connectionIds === undefined || !mayBeCrossCheck) return [scope]
    // What cross-checks found on a connection is not kept with it.
    return [scope, { ...scope, connectorIds: [crossCheckConnectorId], connectionIds: undefined }]
  })
  const alike = Map.groupBy(named, (scope) => scopeMembers.filter((member) => scope[member]).join())
  return [...alike.values()].map((scopes) =>
    Object.fromEntries(
      scopeMembers.flatMap((member) => {
        const ids = new Set(scopes.flatMap((scope) => scope[member] ?? []))
        return ids.size > 0 ? [[member, [...ids]]] : []
      }),
    ),
  )
}

const scopeMembers = ['connectorIds', 'checkIds', 'connectionIds'] as const

/** undefined: one of them has wildcards. */
function listLiterals(patterns: Waiver['check']): readonly string[] | undefined {
  const all = toPatterns(patterns)
  return all.some(isGlob) ? undefined : all
}
