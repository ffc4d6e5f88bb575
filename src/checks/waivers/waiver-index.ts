import { hash } from 'node:crypto'
import { crossCheckConnectorId, type Resource, type Waived, type Waiver } from '../../define/index.ts'
import type { CheckOwner } from './check-owner.ts'
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

/** By what the findings of an organization are settled. */
export interface WaiverSettlement {
  readonly organizationId: string
  /** Decides which waivers are over. */
  readonly nowMs: number
  /** Those whose tags waivers may name. */
  readonly connectors: readonly CheckOwner[]
}

/** Failing results that a waiver may cover. What is left out does not matter. */
export interface WaiverScope {
  readonly connectorIds?: readonly string[] | undefined
  readonly checkIds?: readonly string[] | undefined
  readonly connectionIds?: readonly string[] | undefined
}

/** The present waivers of an organization, whatever was valid when a result was recorded. */
export interface WaiverIndex {
  /** Where results may be covered: no other result is. */
  readonly scopes: readonly WaiverScope[]
  /** The waiver that covers the result; undefined: none. */
  waiverFor(result: WaivableResult): Waived | undefined
  /** The same waiver as it was given. */
  find(result: WaivableResult): Waiver | undefined
}

/**
 * Applies the stored waivers of an organization to recorded results. A waiver for a connection covers what cross-checks found there, too:
 * the id of such a resource begins with the connection.
 * @param connectors give the tags of a check; a check of an unknown connector has none
 * @param now decides which have expired
 */
export function indexWaivers(waivers: readonly Waiver[], connectors: readonly CheckOwner[], now: Date): WaiverIndex {
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
  const place = (result: WaivableResult) => {
    const { connectorId, checkId } = result
    const check = known.get(connectorId)?.checks.find(({ id }) => id === checkId) ?? { id: checkId, title: checkId }
    return { check, opened: open(connectorId, findConnection(result)) }
  }
  return {
    scopes: waivers.filter((waiver) => !isExpired(waiver, now)).flatMap(listScopes),
    waiverFor(result) {
      const { check, opened } = place(result)
      return opened.waiverFor(check, result.resource)
    },
    find(result) {
      const { check, opened } = place(result)
      return opened.find(check, result.resource)
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

/** Where results may be covered by a waiver: no other result is. */
export function listScopes({ connector, check, connection }: Waiver): readonly WaiverScope[] {
  const scope = {
    connectorIds: listLiterals(connector),
    checkIds: listLiterals(check),
    connectionIds: connection === undefined ? undefined : toPatterns(connection),
  }
  const mayBeCrossCheck = scope.connectorIds === undefined || scope.connectorIds.includes(crossCheckConnectorId)
  if (scope.connectionIds === undefined || !mayBeCrossCheck) return [scope]
  // What cross-checks found on a connection is not kept with it.
  return [scope, { ...scope, connectorIds: [crossCheckConnectorId], connectionIds: undefined }]
}

/** undefined: one of them has wildcards. */
function listLiterals(patterns: Waiver['check']): readonly string[] | undefined {
  const all = toPatterns(patterns)
  return all.some(isGlob) ? undefined : all
}

/** Whether it covers other results when connectors get other checks, or checks other tags: it does not name the checks alone. */
export function dependsOnChecks({ check, tag }: Waiver): boolean {
  return tag !== undefined || listLiterals(check) === undefined
}

/** What the waivers that depend on checks see of them. */
export function digestChecks(connectors: readonly CheckOwner[]): string {
  const seen = connectors
    .map(({ id, checks }) => [id, ...checks.map(({ id, tags = [] }) => [id, ...tags])])
    .map((each) => JSON.stringify(each))
  return hash('sha256', seen.toSorted().join('\n'), 'hex')
}
