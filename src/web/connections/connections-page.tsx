import type { ConnectionOrder } from '../../auth/connection-store.ts'
import type { OutcomeCount } from '../../checks/findings/finding-store.ts'
import { formatConnectionCursor, parseConnectionCursor } from '../../host/services/connection-cursor.ts'
import type { PublicField } from '../../runtime/connections/public-fields.ts'
import type { FoundConnection } from '../../runtime/connections/search-connections.ts'
import { mayDo } from '../../workspace/permissions.ts'
import { GetForm, Link } from '../frame/links.tsx'
import { definePage } from '../page-route.ts'
import { ConnectionBadge, connectionWords } from '../shared/connection-badge.tsx'
import { KeyedPages } from '../shared/keyed-pages.tsx'
import { formatCount, Moment } from '../shared/moment.tsx'
import { Scrollable } from '../shared/scrollable.tsx'
import { StatusBadge } from '../shared/status.tsx'
import {
  type ConnectionFilter,
  formatConnectionsPath,
  parseConnectionFilter,
  toConnectionSearch,
} from './connection-filter.ts'

const pageSize = 25

const orderWords: Readonly<Record<ConnectionOrder, string>> = {
  attention: 'Those that need action first',
  name: 'Name',
  newest: 'Newest first',
  'last-run': 'Longest without a run first',
}

/** Every connection, also the disconnected ones, with filter and order, a page at a time. */
export const connectionsPage = definePage({
  path: '/connections',
  access: 'connections:read',
  show: async ({ runtime, person, query }) => {
    const { organizationId, role } = person
    const names = new Map(runtime.connectors.map(({ id, definition }) => [id, definition.name]))
    const filter = parseConnectionFilter(query)
    const search = toConnectionSearch(filter, { organizationId, connectors: [...names.keys()] })
    const after = parseConnectionCursor(filter.order, query.get('after') ?? undefined)
    const [found, count, total] = await Promise.all([
      runtime.connections.search({ ...search, order: filter.order, limit: pageSize + 1, after }),
      runtime.connections.count(search),
      runtime.connections.count({ organizationId }),
    ])
    const rows = found.slice(0, pageSize)
    const last = found.length > pageSize ? rows.at(-1) : undefined
    const connections = rows.map(({ connection }) => connection)
    const [fields, outcomes] = await Promise.all([
      runtime.connections.publicFields({ organizationId, connections }),
      runtime.findings.countOutcomes({ organizationId, connectionIds: connections.map(({ id }) => id) }),
    ])
    const byConnection = Map.groupBy(outcomes, ({ connectionId }) => connectionId)
    const at = formatConnectionsPath(filter)
    return {
      kind: 'page',
      title: 'Connections',
      content: (
        <>
          <header class="head">
            <div>
              <h1>Connections</h1>
              <p class="lead">{describeFound(count, total)}</p>
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
          {total > 0 && <FilterForm filter={filter} vendors={[...names]} />}
          {total > 0 && rows.length === 0 && <p class="sheet">No connection matches these filters.</p>}
          {rows.length > 0 && (
            <Scrollable name="Connections" isPaged>
              <ConnectionTable rows={rows.map((row) => toEntry(row, { names, byConnection, fields }))} />
            </Scrollable>
          )}
          <KeyedPages
            at={at}
            isFirst={after === undefined}
            next={last && formatConnectionCursor(filter.order, last.place)}
            says={`${rows.length} of ${formatCount(count, 'connection')}`}
          />
        </>
      ),
    }
  },
})

/** One connection with what its row says. */
interface ConnectionEntry extends Pick<FoundConnection, 'connection' | 'lastRunAt'> {
  readonly name: string
  readonly vendor: string
  readonly fields: readonly PublicField[]
  readonly failing: number
  readonly untold: number
  readonly passing: number
}

interface EntrySources {
  readonly names: ReadonlyMap<string, string>
  readonly byConnection: ReadonlyMap<string, readonly OutcomeCount[]>
  readonly fields: ReadonlyMap<string, readonly PublicField[]>
}

function toEntry(
  { connection, lastRunAt }: FoundConnection,
  { names, byConnection, fields }: EntrySources,
): ConnectionEntry {
  const { id, name, connector } = connection
  const vendor = names.get(connector) ?? connector
  const tally = (status: OutcomeCount['status']) =>
    byConnection.get(id)?.find((one) => one.status === status)?.count ?? 0
  return {
    ...{ connection, lastRunAt, vendor, name: name ?? vendor, fields: fields.get(id) ?? [] },
    ...{ failing: tally('fail'), untold: tally('error'), passing: tally('pass') },
  }
}

function describeFound(count: number, total: number): string {
  if (total === 0) return 'Nothing is connected yet.'
  if (count === total) return `${formatCount(total, 'connection')}.`
  return `${count} of ${formatCount(total, 'connection')}.`
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
        <label for="schedule">Schedule</label>
        <select id="schedule" name="schedule">
          <option value="">All</option>
          <option value="yes" selected={filter.isScheduled === true}>
            On a schedule
          </option>
          <option value="none" selected={filter.isScheduled === false}>
            Only by hand
          </option>
        </select>
      </div>
      <div class="field">
        <label for="sort">Order</label>
        <select id="sort" name="sort">
          {Object.entries(orderWords).map(([id, label]) => (
            <option value={id} selected={filter.order === id}>
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

function ConnectionTable({ rows }: { readonly rows: readonly ConnectionEntry[] }) {
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
        {rows.map(({ connection: { id, connector, state }, name, vendor, fields, lastRunAt, ...counts }) => (
          <tr>
            <th scope="row">
              <Link to={`/connections/${id}`}>{name}</Link>
              <span class="small">
                {[...(name === vendor ? [] : [vendor]), ...fields.map(({ label, value }) => `${label}: ${value}`)].join(
                  ' · ',
                )}
              </span>
            </th>
            <td data-label="State">
              <ConnectionBadge state={state} />
              {(state === 'needs_reauth' || state === 'error') && (
                <span class="small">
                  {' '}
                  <Link to={`/connect/${connector}?connection=${id}`} aria-label={`Connect again: ${name}`}>
                    Connect again
                  </Link>
                </span>
              )}
            </td>
            <td data-label="Newest results">
              <NewestResults {...counts} />
            </td>
            <td data-label="Last run">{lastRunAt === undefined ? 'Never' : <Moment at={lastRunAt} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function NewestResults({ failing, untold, passing }: Pick<ConnectionEntry, 'failing' | 'untold' | 'passing'>) {
  return (
    <span class="row tight">
      {failing > 0 && <StatusBadge of="fail">{`${failing} failing`}</StatusBadge>}
      {untold > 0 && <StatusBadge of="error">{`${untold} could not tell`}</StatusBadge>}
      {passing > 0 && <StatusBadge of="pass">{`${passing} passing`}</StatusBadge>}
      {failing + untold + passing === 0 && '–'}
    </span>
  )
}
