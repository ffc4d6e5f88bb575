import type { Finding } from '../../checks/findings/finding-store.ts'
import { formatFindingCursor, parseFindingCursor } from '../../host/services/finding-cursor.ts'
import { loadNames } from '../../host/services/load-names.ts'
import { findKnownTime } from '../../host/services/period.ts'
import { sendFindings } from '../../host/services/send-findings.ts'
import type { FindingTally } from '../../runtime/finding-lists.ts'
import { mayDo } from '../../workspace/permissions.ts'
import { useFrame } from '../frame/frame.ts'
import { GetForm, Link } from '../frame/links.tsx'
import { definePage, type OwnVisit } from '../page-route.ts'
import { formatCount, Moment } from '../shared/moment.tsx'
import { FilterForm, listOwners } from './filter-form.tsx'
import {
  type FindingsFilter,
  formatFindingsPath,
  formatFindingsQuery,
  parseFindingsFilter,
  readTab,
  tabs,
  toFindingChoice,
} from './finding-filter.ts'
import { FindingRow } from './finding-row.tsx'

const shown = 50

/** The findings of all connections, a page at a time. */
export const findingsPage = definePage({
  path: '/findings',
  access: 'findings:read',
  show: async (visit) => {
    const { person, query } = visit
    const { organizationId, role } = person
    const filter = parseFindingsFilter(query)
    const { choice, within, nowMs } = readChoice(visit, filter)
    const { findings } = visit.runtime
    const before = parseFindingCursor(filter.order, query.get('after') ?? undefined)
    const [rows, counts, connections] = await Promise.all([
      findings.list({ ...choice, ...readTab(filter.tab), within, order: filter.order, limit: shown + 1, before }),
      findings.tally({ ...choice, within }),
      mayDo(role, 'connections:read') ? visit.runtime.connections.list({ organizationId }) : [],
    ])
    const page = rows.slice(0, shown)
    const last = rows.length > shown ? page.at(-1) : undefined
    const owners = await loadNames(visit.users, organizationId, [
      ...page.map(({ ownerId }) => ownerId),
      filter.owner ?? null,
    ])
    const choices = await listOwners(visit, filter, owners)
    const names = new Map(connections.map(({ id, name }) => [id, name]))
    const mayWaive = mayDo(role, 'waivers:write')
    const mayWrite = mayDo(role, 'findings:write')
    return {
      kind: 'page',
      title: 'Findings',
      content: (
        <>
          <header class="head">
            <div>
              <h1>Findings</h1>
              <p class="lead">
                What fails on any connection, who takes care of it, and by when.
                {within && (
                  <>
                    {' '}
                    As it was at the end of your period, <Moment at={within.toMs} />.
                  </>
                )}
              </p>
            </div>
            <p class="row">
              {mayDo(role, 'people:write') && (
                <Link to="/findings/due-days" looks="quiet">
                  Due days
                </Link>
              )}
              <Link to={formatCsvPath(filter)} looks="quiet">
                Download CSV
              </Link>
            </p>
          </header>
          <Tabs filter={filter} counts={counts} />
          <FilterForm visit={visit} filter={filter} connections={connections} owners={choices} />
          {page.length === 0 ? (
            <p class="sheet">{sayNone(filter)}</p>
          ) : (
            <GetForm to="/findings/accept" class="sheet issues-sheet">
              {filter.tab === 'open' && mayWrite && <BulkBar mayWaive={mayWaive} query={formatFindingsQuery(filter)} />}
              <Rows
                {...{ page, filter, nowMs, owners, names }}
                connectorName={(id) => findConnectorName(visit, id)}
                isSelectable={filter.tab === 'open' && mayWrite}
              />
            </GetForm>
          )}
          <Pages
            {...{ filter, last, count: page.length, isFirst: before === undefined }}
            total={countTab(filter, counts)}
          />
        </>
      ),
    }
  },
})

/** The same as a file, without pages. */
export const downloadFindings = definePage({
  path: '/findings.csv',
  access: 'findings:read',
  show: async (visit) => {
    const filter = parseFindingsFilter(visit.query)
    const { choice, within } = readChoice(visit, filter)
    const chosen = { ...choice, ...readTab(filter.tab), within, order: filter.order }
    return { kind: 'response', response: sendFindings(visit, chosen, visit.request) }
  },
})

function readChoice({ runtime, person }: OwnVisit, filter: FindingsFilter) {
  const within = findKnownTime(person, runtime.workspace.clock.nowMs())
  const nowMs = within?.toMs ?? runtime.workspace.clock.nowMs()
  return { choice: toFindingChoice(filter, { organizationId: person.organizationId, nowMs }), within, nowMs }
}

function findConnectorName({ runtime }: Pick<OwnVisit, 'runtime'>, id: string): string {
  return runtime.connectors.find((connector) => connector.id === id)?.definition.name ?? id
}

function formatCsvPath(filter: FindingsFilter): string {
  const query = formatFindingsQuery(filter)
  return query === '' ? '/findings.csv' : `/findings.csv?${query}`
}

function countTab({ tab }: FindingsFilter, { open, accepted, resolved }: FindingTally): number {
  return tab === 'all' ? open + accepted + resolved : { open, accepted, resolved }[tab]
}

const tabWords = { open: 'Open', accepted: 'Accepted', resolved: 'Resolved', all: 'All' } as const

function Tabs({ filter, counts }: { readonly filter: FindingsFilter; readonly counts: FindingTally }) {
  return (
    <nav class="tabs" aria-label="State">
      <ul>
        {tabs.map((tab) => (
          <li>
            <Link to={formatFindingsPath({ ...filter, tab })} current={tab === filter.tab}>
              {tabWords[tab]} <b>{countTab({ ...filter, tab }, counts).toLocaleString('en')}</b>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function BulkBar({ mayWaive, query }: { readonly mayWaive: boolean; readonly query: string }) {
  return (
    <div class="bulk">
      <input type="hidden" name="filter" value={query} />
      <label class="tick scripted">
        <input type="checkbox" data-all="finding" /> All of this page
      </label>
      <span class="small unscripted">Tick findings to change them together.</span>
      <span class="row">
        <BulkButton to="/findings/change">Owner and due day…</BulkButton>
        {mayWaive && <BulkButton to="/findings/accept">Accept the risk…</BulkButton>}
      </span>
    </div>
  )
}

function BulkButton({ to, children }: { readonly to: string; readonly children?: string }) {
  const { base } = useFrame()
  return (
    <button class="button quiet" type="submit" formaction={`${base}${to}`}>
      {children}
    </button>
  )
}

interface RowsProps {
  readonly page: readonly Finding[]
  readonly filter: FindingsFilter
  readonly nowMs: number
  readonly owners: ReadonlyMap<string | null, string>
  readonly names: ReadonlyMap<string, string | undefined>
  readonly connectorName: (id: string) => string
  readonly isSelectable: boolean
}

function Rows({ page, filter, nowMs, owners, names, connectorName, isSelectable }: RowsProps) {
  return (
    <ul class={isSelectable ? 'issues selectable' : 'issues'}>
      {page.map((finding) => (
        <FindingRow
          finding={finding}
          nowMs={nowMs}
          owner={owners.get(finding.ownerId)}
          where={names.get(finding.connectionId) ?? connectorName(finding.connectorId)}
          isSelectable={isSelectable}
          showsState={filter.tab === 'all'}
        />
      ))}
    </ul>
  )
}

interface PagesProps {
  readonly filter: FindingsFilter
  /** undefined: nothing comes after it. */
  readonly last: Finding | undefined
  readonly count: number
  readonly total: number
  readonly isFirst: boolean
}

function Pages({ filter, last, count, total, isFirst }: PagesProps) {
  if (last === undefined && isFirst) return null
  const path = formatFindingsPath(filter)
  const next = last && `${path}${path.includes('?') ? '&' : '?'}after=${formatFindingCursor(filter.order, last)}`
  return (
    <nav class="row pages" aria-label="Pages">
      {!isFirst && <Link to={path}>First page</Link>}
      <span class="small">{`${count} of ${formatCount(total, 'finding')}`}</span>
      {next && <Link to={next}>Next page</Link>}
    </nav>
  )
}

function sayNone(filter: FindingsFilter): string {
  if (formatFindingsQuery({ ...filter, tab: 'open', order: 'due' }) !== '') return 'No finding matches these filters.'
  if (filter.tab === 'accepted') return 'Nobody has accepted the risk of a failing result.'
  if (filter.tab === 'resolved') return 'No finding was resolved yet.'
  return 'The checks that have run have no open findings.'
}
