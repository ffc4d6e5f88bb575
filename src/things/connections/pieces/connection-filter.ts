import { type ConnectionOrder, type ConnectionState, connectionOrders } from '../../../auth/connection-store.ts'
import { omitUndefined } from '../../../text/omit-undefined.ts'
import type { ConnectionSearch } from '../search-connections.ts'
import { connectionTones } from './connection-badge.tsx'

/** The part of the connections that a person selected. */
export interface ConnectionFilter {
  readonly words: string
  /** `present`: all but the disconnected ones. */
  readonly state: ConnectionState | 'present' | 'all'
  readonly connector: string
  /** undefined: with and without. */
  readonly isScheduled: boolean | undefined
  readonly order: ConnectionOrder
}

const states = Object.keys(connectionTones) as readonly ConnectionState[]
const present = states.filter((state) => state !== 'disconnected')

/** Reads it from a query; an unknown choice counts as left out. */
export function parseConnectionFilter(query: URLSearchParams): ConnectionFilter {
  const choose = <Choice extends string>(choices: readonly Choice[], name: string) =>
    choices.find((choice) => choice === query.get(name))
  const schedule = choose(['yes', 'none'], 'schedule')
  return {
    words: (query.get('q') ?? '').trim().slice(0, 200),
    state: choose([...states, 'all'], 'state') ?? 'present',
    connector: (query.get('connector') ?? '').slice(0, 128),
    isScheduled: schedule === undefined ? undefined : schedule === 'yes',
    order: choose(connectionOrders, 'sort') ?? 'attention',
  }
}

/** The path of the list with a filter. */
export function formatConnectionsPath({ words, state, connector, isScheduled, order }: ConnectionFilter): string {
  const members = omitUndefined({
    q: words || undefined,
    state: state === 'present' ? undefined : state,
    connector: connector || undefined,
    schedule: isScheduled === undefined ? undefined : isScheduled ? 'yes' : 'none',
    sort: order === 'attention' ? undefined : order,
  })
  const query = new URLSearchParams(members).toString()
  return query === '' ? '/connections' : `/connections?${query}`
}

/** The filter as the runtime takes it. @param connectors ids of those that are registered */
export function toConnectionSearch(
  { words, state, connector, isScheduled }: ConnectionFilter,
  { organizationId, connectors }: { readonly organizationId: string; readonly connectors: readonly string[] },
): ConnectionSearch {
  return {
    organizationId,
    isScheduled,
    text: words,
    state: state === 'present' ? present : state === 'all' ? undefined : state,
    connector: connectors.includes(connector) ? connector : undefined,
  }
}

/** Those that are not disconnected. */
export const presentStates = present
