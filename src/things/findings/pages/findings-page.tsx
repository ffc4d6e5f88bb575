import { findKnownTime } from '../../../service/rights/period.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import {
  loadConnectionChoice,
  loadConnectionNames,
  UnclearConnection,
} from '../../connections/pieces/connection-choice.tsx'
import { GetForm, Link } from '../../pages/frame/links.tsx'
import { createPage, definePage, type OwnVisit } from '../../pages/page-route.ts'
import { nameResultPlace, readResultConnection } from '../../pages/shared/connector-names.ts'
import { Moment } from '../../pages/shared/moment.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { UnclearPerson } from '../../pages/shared/person-choice.tsx'
import { loadNames } from '../../people/reading/load-names.ts'
import { hasRun } from '../../runs/reading/has-run.ts'
import type { GroupedFindings } from '../group-findings.ts'
import { parseFindingCursor } from '../reading/finding-cursor.ts'
import { sendFindings } from '../reading/send-findings.ts'
import { FilterForm, loadControlTitles, loadOwnerChoice, offerOwners } from './filter-form.tsx'
import {
  chooseByFilter,
  type FindingsFilter,
  formatFindingsPath,
  formatFindingsQuery,
  parseFindingsFilter,
  readTab,
} from './finding-filter.ts'
import { BulkBar, CheckRows, countTab, Pages, Rows, StateTabs, sayNone, ViewChoice } from './findings-list.tsx'

const shown = 50

/** The findings of all connections, a page at a time. */
export const findingsPage = definePage({
  path: '/findings',
  access: 'findings:read',
  show: async (visit) => {
    const { texts } = visit
    const { person, query } = visit
    const { organizationId, role } = person
    const input = parseFindingsFilter(query)
    // Somebody who is told of no connections follows links with an id.
    const choices = await loadConnectionChoice(visit, input.connection)
    const { chosen, labels } = choices
    const ownerChoice = await loadOwnerChoice(visit, input.owner)
    const filter = { ...input, connection: chosen.id, owner: ownerChoice.chosen.id }
    const { choice, within, nowMs } = readChoice(visit, filter)
    const { findings } = visit.runtime
    const before = parseFindingCursor(filter.order, query.get('after') ?? undefined)
    const list = filter.tab === 'all' ? undefined : filter.tab
    const { findings: rows, tally: counts } = await findings.listTallied({
      ...choice,
      list,
      within,
      order: filter.order,
      limit: shown + 1,
      before,
    })
    const page = rows.slice(0, shown)
    const grouped =
      filter.view === 'checks' ? await findings.listByCheck({ ...choice, ...readTab(filter.tab), within }) : undefined
    const hasAnyRun = page.length > 0 || (await hasRun(visit.runtime, organizationId, within))
    const last = rows.length > shown ? page.at(-1) : undefined
    const owners = await loadNames(visit.users, organizationId, [
      ...page.map(({ ownerId }) => ownerId),
      filter.owner ?? null,
    ])
    const names = await loadConnectionNames(
      visit,
      page.map(({ connectionId, connectorId, result }) =>
        readResultConnection({ connectionId, connectorId, resourceId: result.resource.id }),
      ),
    )
    const used = mayDo(role, 'connections:read')
      ? await visit.runtime.connections.listConnectors({ organizationId })
      : new Set<string>()
    const controlTitles = await loadControlTitles()
    const mayWaive = mayDo(role, 'waivers:write')
    const mayWrite = mayDo(role, 'findings:write')
    return createPage(
      { title: texts.labels.findings },
      <>
        <PageHead
          title={texts.labels.findings}
          lead={
            <>
              {texts.findings.list.lead}
              {within && <> {texts.shared.period.asOfEnd({ moment: <Moment at={within.toMs} /> })}</>}
            </>
          }
          actions={
            <>
              {mayDo(role, 'people:write') && (
                <Link to="/findings/due-days" looks="quiet">
                  {texts.findings.dueDays.title}
                </Link>
              )}
              <Link to={formatCsvPath(filter)} looks="quiet">
                {texts.actions.downloadCsv}
              </Link>
            </>
          }
        />
        <StateTabs filter={filter} counts={counts} />
        <ViewChoice filter={filter} />
        <FilterForm
          visit={visit}
          filter={filter}
          choices={choices}
          used={used}
          owners={mayWrite ? ownerChoice : offerOwners(ownerChoice, owners)}
          controlTitles={controlTitles}
        />
        <UnclearPerson chosen={ownerChoice.chosen} to={(owner) => formatFindingsPath({ ...filter, owner })} />
        <UnclearConnection
          chosen={chosen}
          labels={labels}
          to={(connection) => formatFindingsPath({ ...filter, connection })}
        />
        {grouped ? (
          <ByCheck visit={visit} filter={filter} grouped={grouped} nowMs={nowMs} hasAnyRun={hasAnyRun} />
        ) : page.length === 0 ? (
          <p class="sheet">{sayNone(texts, filter, hasAnyRun)}</p>
        ) : (
          <GetForm to="/findings/accept" class="sheet issues-sheet">
            {filter.tab === 'open' && mayWrite && (
              <BulkBar mayWaive={mayWaive} query={formatFindingsQuery(filter)} of="finding" />
            )}
            <Rows
              page={page}
              filter={filter}
              nowMs={nowMs}
              owners={owners}
              where={({ connectionId, connectorId, result }) =>
                nameResultPlace(
                  texts,
                  visit.runtime,
                  { connectionId, connectorId, resourceId: result.resource.id },
                  names,
                )
              }
              isSelectable={filter.tab === 'open' && mayWrite}
            />
          </GetForm>
        )}
        {filter.view === undefined && (
          <Pages
            filter={filter}
            last={last}
            count={page.length}
            isFirst={before === undefined}
            total={countTab(filter, counts)}
          />
        )}
      </>,
    )
  },
})

interface ByCheckProps {
  readonly visit: OwnVisit
  readonly filter: FindingsFilter
  readonly grouped: GroupedFindings
  readonly nowMs: number
  readonly hasAnyRun: boolean
}

/** One line for each check. Whoever ticks one chooses all of its findings. */
function ByCheck({ visit: { runtime, person }, filter, grouped, nowMs, hasAnyRun }: ByCheckProps) {
  const texts = useTexts()
  const { groups, isWhole } = grouped
  const isSelectable = filter.tab === 'open' && mayDo(person.role, 'findings:write')
  if (groups.length === 0)
    return <p class="sheet">{isWhole ? sayNone(texts, filter, hasAnyRun) : texts.findings.list.notAllChecks}</p>
  return (
    <GetForm to="/findings/accept" class="sheet issues-sheet">
      {isSelectable && (
        <BulkBar mayWaive={mayDo(person.role, 'waivers:write')} query={formatFindingsQuery(filter)} of="check" />
      )}
      {!isWhole && <p class="small">{texts.findings.list.notAllChecks}</p>}
      <CheckRows groups={groups} filter={filter} nowMs={nowMs} runtime={runtime} isSelectable={isSelectable} />
    </GetForm>
  )
}

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
  return { choice: chooseByFilter(filter, { organizationId: person.organizationId, nowMs }), within, nowMs }
}

function formatCsvPath(filter: FindingsFilter): string {
  const query = formatFindingsQuery(filter)
  return query === '' ? '/findings.csv' : `/findings.csv?${query}`
}
