import {
  type AnyConnector,
  crossCheckConnectorId,
  type Resource,
  type Waived,
  type Waiver,
} from '../../define/index.ts'
import { toPatterns } from './limits.ts'
import { openRunWaivers } from './run-waivers.ts'

/** A failing result, and its origin. */
export interface WaivableResult {
  readonly connectorId: string
  /** Undefined: a run without a stored connection. Of a cross-check: the id of the organization. */
  readonly connectionId: string | undefined
  readonly checkId: string
  readonly resource: Resource
}

/** The present waivers of an organization, whatever was valid when a result was recorded. */
export interface StandingWaivers {
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
  const known = new Map(connectors.map((connector) => [connector.id, connector]))
  const open = (connectorId: string, connectionId: string | undefined) => {
    const key = JSON.stringify([connectorId, connectionId])
    const before = opened.get(key)
    if (before) return before
    const connector = known.get(connectorId) ?? { id: connectorId, checks: [] }
    const made = openRunWaivers(waivers, connector, now, connectionId)
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
    waiverFor(result) {
      const { connectorId, checkId, resource } = result
      const connectionId = findConnection(result)
      const check = known.get(connectorId)?.checks.find(({ id }) => id === checkId) ?? { id: checkId, title: checkId }
      return open(connectorId, connectionId).waiverFor(check, resource)
    },
  }
}
