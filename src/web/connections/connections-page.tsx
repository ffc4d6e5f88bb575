import type { ConnectionState } from '../../auth/connection-store.ts'
import type { NewestOutcome } from '../../checks/findings/finding-store.ts'
import type { PublicField } from '../../runtime/connections/public-fields.ts'
import type { Connection } from '../../runtime/runtime.ts'
import { mayDo } from '../../workspace/permissions.ts'
import { GetForm, Link } from '../frame/links.tsx'
import { definePage } from '../page-route.ts'
import { ConnectionBadge, connectionWords } from '../shared/connection-badge.tsx'
import { formatCount, Moment } from '../shared/moment.tsx'
import { NumberedPages, takeNumberedPage } from '../shared/pages-of.tsx'
import { Scrollable } from '../shared/scrollable.tsx'
import { StatusBadge } from '../shared/status.tsx'

const pageSize = 50

const sorts = {
  attention: 'Those that need action first',
  name: 'Name',
  newest: 'Newest first',
  'last-run': 'Longest without a run first',
} as const

type Sort = keyof typeof sorts

/** One connection with what its row says. */
interface ConnectionEntry {
  readonly connection: Connection
  readonly vendor: string
  readonly failing: number
  readonly untold: number
  readonly passing: number
  /** Epoch ms; 0: never. */
  readonly lastRunMs: number
}

/** Every connection, also the disconnected ones, with filter and order. */
export const connectionsPage = definePage({
  path: '/connections',
  access: 'connections:read',
  show: async ({ runtime, person, query }) => {
    const { organizationId, role } = person
    const [connections, outcomes] = await Promise.all([
      runtime.connections.list({ organizationId }),
      runtime.findings.newestOutcomes({ organizationId }),
    ])
    const names = new Map(runtime.connectors.map(({ id, definition }) => [id, definition.name]))
    const byConnection = Map.groupBy(outcomes, ({ connectionId }) => connectionId)
    const all = connections.map((connection) =>
      toEntry(
        connection,
        names.get(connection.connector) ?? connection.connector,
        byConnection.get(connection.id) ?? [],
      ),
    )
    const filter = readFilter(query)
    const found = all.filter((entry) => isFound(entry, filter)).toSorted(compareBy(filter.sort))
    const { rows, page, pageCount } = takeNumberedPage(found, query, pageSize)
    const fields = await runtime.connections.publicFields({
      organizationId,
      connections: rows.map(({ connection }) => connection),
    })
    const vendors = [...new Map(all.map(({ connection, vendor }) => [connection.connector, vendor]))]
    return {
      kind: 'page',
      title: 'Connections',
      content: (
        <>
          <header class="head">
            <div>
              <h1>Connections</h1>
              <p class="lead">{describeFound(all, found)}</p>
            </div>
            <div class="row">
              <Link to="/schedules" looks="quiet">
                Schedules
              </Link>
              {mayDo(role, 'connections:write') && (
                <Link to="/connect" looks="primary">
                  Connect a system
                </Link>
              )}
            </div>
          </header>
          {all.length > 0 && <FilterForm filter={filter} vendors={vendors} />}
          {rows.length > 0 && (
            <Scrollable name="Connections">
              <ConnectionTable rows={rows} fields={fields} />
            </Scrollable>
          )}
          <NumberedPages at="/connections" query={query} page={page} pageCount={pageCount} />
        </>
      ),
    }
  },
})

function toEntry(connection: Connection, vendor: string, outcomes: readonly NewestOutcome[]): ConnectionEntry {
  const count = (status: NewestOutcome['status']) => outcomes.filter((one) => one.status === status).length
  const lastRunMs = outcomes.reduce((last, { atMs }) => Math.max(last, atMs), 0)
  return { connection, vendor, failing: count('fail'), untold: count('error'), passing: count('pass'), lastRunMs }
}

interface ConnectionFilter {
  readonly words: string
  /** `present`: all but the disconnected ones. */
  readonly state: ConnectionState | 'present' | 'all'
  readonly connector: string
  readonly sort: Sort
}

function readFilter(query: URLSearchParams): ConnectionFilter {
  const state = query.get('state') ?? ''
  const sort = query.get('sort') ?? ''
  return {
    words: (query.get('q') ?? '').trim().slice(0, 200),
    state: state === 'all' || Object.hasOwn(connectionWords, state) ? (state as ConnectionState | 'all') : 'present',
    connector: query.get('connector') ?? '',
    sort: Object.hasOwn(sorts, sort) ? (sort as Sort) : 'attention',
  }
}

function isFound({ connection, vendor }: ConnectionEntry, { words, state, connector }: ConnectionFilter): boolean {
  if (state === 'present' ? connection.state === 'disconnected' : state !== 'all' && connection.state !== state)
    return false
  if (connector !== '' && connection.connector !== connector) return false
  const text = `${connection.name ?? ''} ${vendor} ${connection.id}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

const urgency: Readonly<Record<ConnectionState, number>> = {
  needs_reauth: 0,
  error: 1,
  pending: 2,
  active: 3,
  paused: 4,
  disconnected: 5,
}

function compareBy(sort: Sort): (a: ConnectionEntry, b: ConnectionEntry) => number {
  const byName = (a: ConnectionEntry, b: ConnectionEntry) =>
    nameEntry(a).localeCompare(nameEntry(b), 'en') || (a.connection.id < b.connection.id ? -1 : 1)
  switch (sort) {
    case 'attention':
      return (a, b) =>
        urgency[a.connection.state] - urgency[b.connection.state] ||
        b.failing + b.untold - (a.failing + a.untold) ||
        byName(a, b)
    case 'name':
      return byName
    case 'newest':
      return (a, b) => Date.parse(b.connection.createdAt) - Date.parse(a.connection.createdAt) || byName(a, b)
    case 'last-run':
      return (a, b) => a.lastRunMs - b.lastRunMs || byName(a, b)
  }
}

function nameEntry({ connection, vendor }: ConnectionEntry): string {
  return connection.name ?? vendor
}

function describeFound(all: readonly ConnectionEntry[], found: readonly ConnectionEntry[]): string {
  if (all.length === 0) return 'Nothing is connected yet.'
  if (found.length === all.length) return `${formatCount(all.length, 'connection')}.`
  return `${found.length} of ${formatCount(all.length, 'connection')}.`
}

function FilterForm({
  filter,
  vendors,
}: {
  readonly filter: ConnectionFilter
  readonly vendors: readonly (readonly [id: string, name: string])[]
}) {
  const states = Object.entries(connectionWords)
  return (
    <GetForm to="/connections" role="search" class="filter">
      <div class="field">
        <label for="q">Name or system</label>
        <input id="q" name="q" type="search" maxlength={200} value={filter.words} />
      </div>
      <div class="field">
        <label for="state">State</label>
        <select id="state" name="state">
          <option value="">All but disconnected</option>
          <option value="all" selected={filter.state === 'all'}>
            All
          </option>
          {states.map(([state, word]) => (
            <option value={state} selected={filter.state === state}>
              {word}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="connector">System</label>
        <select id="connector" name="connector">
          <option value="">All</option>
          {vendors
            .toSorted(([, a], [, b]) => a.localeCompare(b, 'en'))
            .map(([id, name]) => (
              <option value={id} selected={filter.connector === id}>
                {name}
              </option>
            ))}
        </select>
      </div>
      <div class="field">
        <label for="sort">Order</label>
        <select id="sort" name="sort">
          {Object.entries(sorts).map(([id, label]) => (
            <option value={id} selected={filter.sort === id}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <button class="button quiet" type="submit">
        Show
      </button>
    </GetForm>
  )
}

interface ConnectionTableProps {
  readonly rows: readonly ConnectionEntry[]
  readonly fields: ReadonlyMap<string, readonly PublicField[]>
}

function ConnectionTable({ rows, fields }: ConnectionTableProps) {
  return (
    <table class="table">
      <thead>
        <tr>
          <th scope="col">Connection</th>
          <th scope="col">State</th>
          <th scope="col">Newest results</th>
          <th scope="col">Last run</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((entry) => (
          <tr>
            <th scope="row">
              <Link to={`/connections/${entry.connection.id}`}>{nameEntry(entry)}</Link>
              <span class="small">
                {[
                  ...(nameEntry(entry) === entry.vendor ? [] : [entry.vendor]),
                  ...(fields.get(entry.connection.id) ?? []).map(({ label, value }) => `${label}: ${value}`),
                ].join(' · ')}
              </span>
            </th>
            <td data-label="State">
              <ConnectionBadge state={entry.connection.state} />
              {(entry.connection.state === 'needs_reauth' || entry.connection.state === 'error') && (
                <span class="small">
                  {' '}
                  <Link
                    to={`/connect/${entry.connection.connector}?connection=${entry.connection.id}`}
                    aria-label={`Connect again: ${nameEntry(entry)}`}
                  >
                    Connect again
                  </Link>
                </span>
              )}
            </td>
            <td data-label="Newest results">
              <span class="row tight">
                {entry.failing > 0 && <StatusBadge of="fail">{`${entry.failing} failing`}</StatusBadge>}
                {entry.untold > 0 && <StatusBadge of="error">{`${entry.untold} could not tell`}</StatusBadge>}
                {entry.passing > 0 && <StatusBadge of="pass">{`${entry.passing} passing`}</StatusBadge>}
                {entry.lastRunMs === 0 && '–'}
              </span>
            </td>
            <td data-label="Last run">{entry.lastRunMs === 0 ? 'Never' : <Moment at={entry.lastRunMs} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
