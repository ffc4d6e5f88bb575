import type {
  ConnectionChoice,
  ConnectionOrder,
  ConnectionPlace,
  ConnectionRecord,
  ConnectionState,
} from '../../auth/connection-store.ts'
import { foldSearch } from '../../checks/findings/search-text.ts'
import { type ConnectorRef, findConnector, toIsoTime, type Uses } from '../parts/runtime-parts.ts'
import { type Connection, toConnection } from './connection-state.ts'

export interface ConnectionSearch {
  readonly organizationId: string
  /** Only some of these. */
  readonly ids?: readonly string[] | undefined
  readonly connector?: ConnectorRef | undefined
  /** @default all */
  readonly state?: ConnectionState | readonly ConnectionState[] | undefined
  /** Whether it has a schedule; false: it could have one, so that sources of files are left out. @default all */
  readonly isScheduled?: boolean | undefined
  /** Whether a run of it has ended. @default all */
  readonly hasRun?: boolean | undefined
  /** Words, each a part of the name, of the connector's name or of the id. Capitals do not count. */
  readonly text?: string | undefined
}

export interface ConnectionSearchPage extends ConnectionSearch {
  /** @default 'newest' */
  readonly order?: ConnectionOrder | undefined
  readonly limit: number
  /** Only those after this place, which comes with each connection. */
  readonly after?: ConnectionPlace | undefined
}

export interface FoundConnection {
  readonly connection: Connection
  /** Start of its newest run, ISO 8601; undefined: it never ran. */
  readonly lastRunAt: string | undefined
  /** Where it stands in each order, for the page after it. */
  readonly place: ConnectionPlace
}

const wordsMax = 10

/** The search as the store takes it, which does not know the names of connectors. */
export function toConnectionChoice(
  parts: Uses<never, 'connectors'>,
  { organizationId, ids, connector, state, isScheduled, hasRun, text = '' }: ConnectionSearch,
): ConnectionChoice {
  const words = foldSearch(text).split(/\s+/).filter(Boolean).slice(0, wordsMax)
  const names = [...parts.connectors.values()].map(({ id, definition }) => [id, foldSearch(definition.name)] as const)
  return {
    organizationId,
    ids,
    state,
    isScheduled,
    hasRun,
    connectorId: connector === undefined ? undefined : findConnector(parts, connector).id,
    words: words.map((word) => ({
      text: word,
      connectorIds: names.filter(([, name]) => name.includes(word)).map(([id]) => id),
    })),
  }
}

export function toFoundConnection(record: ConnectionRecord, place: ConnectionPlace): FoundConnection {
  const { lastRunAtMs } = place
  return {
    connection: toConnection(record),
    lastRunAt: lastRunAtMs === 0 ? undefined : toIsoTime(lastRunAtMs),
    place,
  }
}
