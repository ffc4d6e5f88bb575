import type { OutcomeCount } from '../../../checks/findings/finding-store.ts'
import { searchLengthMax } from '../../../service/records/text-limits.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { GetForm, Link } from '../../pages/frame/links.tsx'
import { createPage, definePage } from '../../pages/page-route.ts'
import { findConnectorName, type NameSources } from '../../pages/shared/connector-names.ts'
import { InputField, Options, SelectField, SubmitButton } from '../../pages/shared/form-field.tsx'
import { KeyedPages } from '../../pages/shared/keyed-pages.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { Scrollable } from '../../pages/shared/scrollable.tsx'
import { StatusBadge } from '../../pages/shared/status.tsx'
import { Table } from '../../pages/shared/table.tsx'
import { ConnectionBadge } from '../pieces/connection-badge.tsx'
import {
  type ConnectionFilter,
  formatConnectionsPath,
  parseConnectionFilter,
  toConnectionSearch,
} from '../pieces/connection-filter.ts'
import type { PublicField } from '../public-fields.ts'
import { formatConnectionCursor, parseConnectionCursor } from '../reading/connection-cursor.ts'
import type { FoundConnection } from '../search-connections.ts'

const pageSize = 25

/** Every connection, also the disconnected ones, with filter and order, a page at a time. */
export const connectionsPage = definePage({
  path: '/connections',
  access: 'connections:read',
  show: async ({ texts, runtime, person, query }) => {
    const { organizationId, role } = person
    const names = new Map(runtime.connectors.map(({ id, definition }) => [id, definition.name]))
    const filter = parseConnectionFilter(query)
    const search = toConnectionSearch(filter, { organizationId, connectors: [...names.keys()] })
    const after = parseConnectionCursor(filter.order, query.get('after') ?? undefined)
    const [{ found, count }, total] = await Promise.all([
      runtime.connections.searchCounted({ ...search, order: filter.order, limit: pageSize + 1, after }),
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
    return createPage(
      { title: texts.labels.connections },
      <>
        <PageHead
          title={texts.labels.connections}
          lead={describeFound(texts, count, total)}
          actions={
            <>
              <Link to="/schedules" looks="quiet">
                {texts.labels.schedules}
              </Link>
              <Link to="/imports" looks="quiet">
                {texts.imports.title}
              </Link>
              {mayDo(role, 'connections:write') && (
                <Link to="/connect" looks="primary">
                  {texts.actions.connectSystem}
                </Link>
              )}
            </>
          }
        />
        {total > 0 && <FilterForm filter={filter} vendors={[...names]} />}
        {total > 0 && rows.length === 0 && <p class="sheet">{texts.connections.list.noMatch}</p>}
        {rows.length > 0 && (
          <Scrollable name={texts.labels.connections} isPaged>
            <ConnectionTable rows={rows.map((row) => toEntry(row, { names: runtime, byConnection, fields }))} />
          </Scrollable>
        )}
        <KeyedPages
          at={at}
          isFirst={after === undefined}
          next={last && formatConnectionCursor(filter.order, last.place)}
          says={texts.connections.list.shownOf({ rows: rows.length, count })}
        />
      </>,
    )
  },
})

/** One connection with what its row says. */
interface ConnectionEntry extends Pick<FoundConnection, 'connection' | 'lastRunAt'> {
  readonly name: string
  readonly vendor: string
  readonly fields: readonly PublicField[]
  readonly failing: number
  readonly undecided: number
  readonly passing: number
}

interface EntrySources {
  readonly names: NameSources
  readonly byConnection: ReadonlyMap<string, readonly OutcomeCount[]>
  readonly fields: ReadonlyMap<string, readonly PublicField[]>
}

function toEntry(
  { connection, lastRunAt }: FoundConnection,
  { names, byConnection, fields }: EntrySources,
): ConnectionEntry {
  const { id, name, connector } = connection
  const vendor = findConnectorName(names, connector)
  const tally = (status: OutcomeCount['status']) =>
    byConnection.get(id)?.find((one) => one.status === status)?.count ?? 0
  return {
    connection,
    lastRunAt,
    vendor,
    name: name ?? vendor,
    fields: fields.get(id) ?? [],
    failing: tally('fail'),
    undecided: tally('error'),
    passing: tally('pass'),
  }
}

function describeFound(texts: Texts, count: number, total: number): string {
  if (total === 0) return texts.connections.list.empty
  if (count === total) return texts.connections.list.all({ total })
  return texts.connections.list.found({ count, total })
}

function FilterForm({
  filter,
  vendors,
}: {
  readonly filter: ConnectionFilter
  readonly vendors: readonly (readonly [id: string, name: string])[]
}) {
  const texts = useTexts()
  const states = Object.entries(texts.states.connection)
  return (
    <GetForm to="/connections" role="search" class="filter">
      <InputField
        name="q"
        label={texts.connections.list.text}
        type="search"
        maxlength={searchLengthMax}
        value={filter.words}
      />
      <SelectField name="state" label={texts.labels.status}>
        <option value="">{texts.connections.list.exceptDisconnected}</option>
        <option value="all" selected={filter.state === 'all'}>
          {texts.labels.all}
        </option>
        <Options of={states} chosen={filter.state} />
      </SelectField>
      <SelectField name="connector" label={texts.labels.system}>
        <option value="">{texts.labels.all}</option>
        <Options of={vendors.toSorted(([, a], [, b]) => a.localeCompare(b, 'en'))} chosen={filter.connector} />
      </SelectField>
      <SelectField name="schedule" label={texts.labels.schedule}>
        <option value="">{texts.labels.all}</option>
        <option value="yes" selected={filter.isScheduled === true}>
          {texts.connections.list.scheduled}
        </option>
        <option value="none" selected={filter.isScheduled === false}>
          {texts.connections.list.manual}
        </option>
      </SelectField>
      <SelectField name="sort" label={texts.labels.sortBy}>
        <Options of={Object.entries(texts.connections.list.order)} chosen={filter.order} />
      </SelectField>
      <SubmitButton looks="quiet">{texts.actions.filter}</SubmitButton>
    </GetForm>
  )
}

function ConnectionTable({ rows }: { readonly rows: readonly ConnectionEntry[] }) {
  const texts = useTexts()
  return (
    <Table
      rows={rows}
      columns={[
        [
          texts.labels.connection,
          ({ connection: { id }, name, vendor, fields }) => (
            <>
              <Link to={`/connections/${id}`}>{name}</Link>
              <span class="small">
                {[...(name === vendor ? [] : [vendor]), ...fields.map(({ label, value }) => `${label}: ${value}`)].join(
                  ' · ',
                )}
              </span>
            </>
          ),
        ],
        [
          texts.labels.status,
          ({ connection: { id, connector, state }, name }) => (
            <>
              <ConnectionBadge state={state} />
              {(state === 'needs_reauth' || state === 'error') && (
                <span class="small">
                  {' '}
                  <Link
                    to={`/connect/${connector}?connection=${id}`}
                    aria-label={texts.actions.reconnectNamed({ name })}
                  >
                    {texts.actions.reconnect}
                  </Link>
                </span>
              )}
            </>
          ),
        ],
        [
          texts.connections.list.latestResults,
          ({ lastRunAt, failing, undecided, passing }) =>
            lastRunAt === undefined ? (
              texts.states.neverRan
            ) : (
              <NewestResults failing={failing} undecided={undecided} passing={passing} />
            ),
        ],
        [
          texts.labels.lastRun,
          ({ lastRunAt }) => (lastRunAt === undefined ? texts.states.never : <Moment at={lastRunAt} />),
        ],
      ]}
    />
  )
}

function NewestResults({ failing, undecided, passing }: Pick<ConnectionEntry, 'failing' | 'undecided' | 'passing'>) {
  const texts = useTexts()
  return (
    <span class="row tight">
      {failing > 0 && <StatusBadge of="fail">{texts.counts.failing({ count: failing })}</StatusBadge>}
      {undecided > 0 && <StatusBadge of="error">{texts.counts.couldNotTell({ count: undecided })}</StatusBadge>}
      {passing > 0 && <StatusBadge of="pass">{texts.counts.passing({ count: passing })}</StatusBadge>}
      {failing + undecided + passing === 0 && '–'}
    </span>
  )
}
