import { compareRuns } from '../../../checks/findings/compare-runs.ts'
import type { RunComparison } from '../../../checks/findings/comparison.ts'
import type { RecordedRun } from '../../../checks/runs/recorded-run.ts'
import type { RunRecord } from '../../../checks/runs/run-store.ts'
import { type AnyConnector, type ResultRecord, resultStatuses, worstFirst } from '../../../define/index.ts'
import { describeClocks } from '../../../report/pieces/clock-words.ts'
import { runHeadline } from '../../../report/pieces/headline.ts'
import { sortByUrgency } from '../../../report/pieces/status-words.ts'
import { findKnownTime, isInPeriod, isLimited } from '../../../service/rights/period.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { RunLists } from '../../inventories/pages/inventory-parts.tsx'
import { Link } from '../../pages/frame/links.tsx'
import { createPage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { CheckLines, isQuiet } from '../../pages/shared/check-lines.tsx'
import { ConnectionLink } from '../../pages/shared/connection-link.tsx'
import { formatDuration, Moment } from '../../pages/shared/moment.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { ScopedNotice } from '../../pages/shared/scoped-run.tsx'
import { StatusBadge } from '../../pages/shared/status.tsx'
import { CheckSection } from './check-section.tsx'
import { Downloads } from './downloads.tsx'
import { type Filter, formatFilterQuery, isCheckShown, isResultShown, parseFilter } from './filter.ts'
import { FilterForm } from './filter-form.tsx'
import { ResolvedSection } from './resolved-section.tsx'
import type { Section } from './section.ts'
import { loadSystemNames, SystemsRead } from './systems-read.tsx'

interface EndedRunVisit {
  readonly run: RunRecord
  /** undefined: no longer registered. */
  readonly connector: AnyConnector | undefined
}

/** Results of a check that a page shows: if the page has several checks, and if it has one. */
const shownOfMany = 25
const shownOfOne = 200
/** Results of all checks together, of a run with many. Each check has a link to all of its own. */
const shownTogether = 50
/** Checks that are shown with their results. */
const checksShown = 8

/** Runs with more results than this are compared on request only, because both have to be read. */
const comparedAtOnceMax = 5_000

/** Whose results they are, where Checkwright did not observe them, and whether they count. */
function ReceivedNotice({ recorded: { head } }: { readonly recorded: RecordedRun }) {
  const texts = useTexts()
  if (!head.received) return null
  const { tool, setAside } = head.received
  return (
    <p class="notice">
      {texts.imports.received({ tool: tool.name })}. {setAside && texts.imports[setAside]}
    </p>
  )
}

/** The results of a run, check by check. */
export async function answerResults(visit: OwnVisit, { run, connector }: EndedRunVisit): Promise<PageAnswer> {
  const { texts } = visit
  const { runtime, person, query, bundles } = visit
  const { organizationId } = person
  const name = connector?.definition.name ?? run.connectorId
  const recorded = (await runtime.runs.kept({ id: run.id, organizationId }))?.recorded
  if (recorded === undefined) return createNoResultsPage(texts, run, name)
  // Name and fields are those of today.
  const connection = isLimited(person)
    ? undefined
    : await runtime.connections.get({ id: run.connectionId, organizationId })
  const fields = connection && (await runtime.connections.publicFields({ organizationId, connections: [connection] }))
  const typed = (fields?.get(run.connectionId) ?? []).map(({ label, value }) => `${label}: ${value}`)
  const called = [...(connection?.name ? [connection.name] : []), name, ...typed].join(' · ')
  const names = await loadSystemNames(visit, recorded)
  const filter = parseFilter(query)
  const earlier = await findRunBefore(visit, run)
  const isSmall = countResults(recorded) + (earlier === undefined ? 0 : countResults(earlier)) <= comparedAtOnceMax
  const comparison =
    earlier && (isSmall || query.has('compare') || filter.change) ? await compareRuns(recorded, earlier) : undefined
  const sections = await collectSections(recorded, filter, Math.max(1, Number(query.get('page')) || 1), comparison)
  const bundle = await bundles.find(organizationId, run.id)
  const within = findKnownTime(person, runtime.workspace.clock.nowMs())
  const decisions = await runtime.waivers.inForce({ organizationId, judged: [run.connectionId], atMs: within?.toMs })
  const { head } = recorded
  const isCollapsed = ({ check }: Section) => !hasFilter(filter) && isQuiet(check)
  const loud = sections.filter((section) => !isCollapsed(section))
  const show = (section: Section) => (
    <CheckSection
      run={run}
      filter={filter}
      section={section}
      comparison={comparison}
      mayWaive={mayDo(person.role, 'waivers:write')}
      mayJudge={mayDo(person.role, 'judgements:write')}
      decisions={decisions}
    />
  )
  return createPage(
    { title: `${name}: ${texts.states.run[head.status]}` },
    <>
      <PageHead
        crumbs={
          <ConnectionLink id={run.connectionId} connector={run.connectorId}>
            {called}
          </ConnectionLink>
        }
        title={runHeadline(head, texts.shared.headline)}
        lead={
          <>
            <Moment at={head.startedAt} />,{' '}
            {formatDuration(texts, Date.parse(head.finishedAt) - Date.parse(head.startedAt))}
            {head.crossCheck === undefined && `, ${texts.runs.head.requests({ count: head.summary.requests })}`}
            {head.summary.retries > 0 && `, ${texts.runs.head.retries({ count: head.summary.retries })}`}
          </>
        }
        actions={<StatusBadge of={run.status} />}
      />
      <ReceivedNotice recorded={recorded} />
      {recorded.head.received === undefined && <ScopedNotice run={run} />}
      <ClockNotice recorded={recorded} />
      <Totals recorded={recorded} comparison={comparison} runId={run.id} />
      {earlier && comparison === undefined && (
        <p>
          <Link to={`/runs/${run.id}?compare=previous`}>{texts.runs.head.compare}</Link>
        </p>
      )}
      <FilterForm runId={run.id} filter={filter} head={head} isCompared={comparison !== undefined} />
      {sections.length === 0 && <p class="sheet">{texts.runs.results.noMatch}</p>}
      {loud.slice(0, checksShown).map(show)}
      <FoldedChecks runId={run.id} filter={filter} sections={loud.slice(checksShown)} says={texts.shared.checks.more} />
      <FoldedChecks
        runId={run.id}
        filter={filter}
        sections={sections.filter(isCollapsed)}
        says={texts.shared.checks.noAction}
      />
      {comparison && filter.check === undefined && <ResolvedSection comparison={comparison} head={head} />}
      <SystemsRead head={head} names={names} />
      <RunLists lists={head.inventories ?? []} />
      <Downloads run={run} head={head} hasBundle={bundle !== undefined} person={person} />
    </>,
  )
}

function createNoResultsPage(texts: Texts, run: RunRecord, name: string): PageAnswer {
  return createPage(
    { title: `${name}: ${texts.states.run[run.status]}` },
    <section class="lone">
      <h1>{texts.runs.noResults.title}</h1>
      <p>
        <StatusBadge of={run.status} /> {texts.runs.noResults.text({ name })}
      </p>
      <p>
        <Link to={`/connections/${run.connectionId}`} looks="primary">
          {texts.connect.end.open}
        </Link>
      </p>
    </section>,
  )
}

/** Reads every result once and keeps those that are shown. */
async function collectSections(
  recorded: RecordedRun,
  filter: Filter,
  page: number,
  comparison: RunComparison | undefined,
): Promise<readonly Section[]> {
  const loud = recorded.head.checks.filter((check) => !isQuiet(check)).length
  const open = Math.max(1, Math.min(loud, checksShown))
  const few = Math.max(3, Math.min(shownOfMany, Math.floor(shownTogether / open)))
  const size = filter.check === undefined ? few : shownOfOne
  const first = filter.check === undefined ? 0 : (page - 1) * size
  const sections: Section[] = []
  const narrows = filter.severity ?? filter.change ?? filter.text ?? filter.status
  for (const check of sortByUrgency(recorded.head.checks)) {
    if (!isCheckShown(filter, check)) continue
    const results: ResultRecord[] = []
    const quiet: ResultRecord[] = []
    let count = 0
    for await (const result of recorded.results(check.id)) {
      if (!isResultShown(filter, check, result, (id) => comparison?.changeOf(id))) continue
      const part = narrows === undefined && filter.check === undefined && isQuiet(result) ? quiet : results
      if (count++ >= first && part.length < size) part.push(result)
    }
    if (count === 0 && narrows !== undefined && !(filter.status === 'error' && check.status === 'error')) continue
    sections.push({ check, results, quiet, count, page, pages: Math.max(1, Math.ceil(count / size)) })
  }
  return sections
}

/** Whether somebody has chosen what to see, and then sees all of it. */
function hasFilter({ severity, change, text, status, check }: Filter): boolean {
  return (severity ?? change ?? text ?? status ?? check) !== undefined
}

/** The newest run of the connection that ended before this one began, with its results. */
async function findRunBefore({ runtime, person }: OwnVisit, run: RunRecord): Promise<RecordedRun | undefined> {
  const { organizationId } = person
  const { connectionId, crossCheckId } = run
  const older = await runtime.runs.list({
    organizationId,
    connectionId,
    crossCheckId: crossCheckId ?? undefined,
    before: run,
    limit: 5,
  })
  const ended = older.find(
    (each) => each.finishedAtMs !== null && each.status !== 'cancelled' && isInPeriod(each, person),
  )
  return ended && (await runtime.runs.kept({ id: ended.id, organizationId }))?.recorded
}

function countResults({ head: { summary } }: RecordedRun): number {
  return resultStatuses.reduce((total, status) => total + summary.results[status], 0)
}

interface FoldedChecksProps {
  readonly runId: string
  readonly filter: Filter
  readonly sections: readonly Section[]
  /** What stands after their number. */
  readonly says: (counts: { readonly checks: number }) => string
}

/** Checks with a line each, closed at first. */
function FoldedChecks({ runId, filter, sections, says }: FoldedChecksProps) {
  const texts = useTexts()
  if (sections.length === 0) return null
  return (
    <details class="sheet quiet-checks">
      <summary>
        <h2>{says({ checks: sections.length })}</h2>
      </summary>
      <CheckLines
        lines={sections.map(({ check, count }) => ({
          status: check.status,
          title: check.title,
          to: `/runs/${runId}?${formatFilterQuery({ ...filter, check: check.id })}`,
          end: <span class="small">{texts.counts.results({ count })}</span>,
        }))}
      />
    </details>
  )
}

/** Two clocks that differ make later requests fail, in ways that do not name them. */
function ClockNotice({ recorded: { head } }: Pick<TotalsProps, 'recorded'>) {
  const texts = useTexts()
  const says = describeClocks(head, texts.runs.words, texts.format.number)
  if (says === undefined) return null
  return (
    <div class="alert caution">
      <p>{says}</p>
    </div>
  )
}

interface TotalsProps {
  readonly recorded: RecordedRun
  readonly comparison: RunComparison | undefined
  readonly runId: string
}

function Totals({ recorded: { head }, comparison, runId }: TotalsProps) {
  const texts = useTexts()
  const { results, errors, judged } = head.summary
  // These are checks, and not results.
  const undecided = errors === 1 ? texts.runs.totals.oneUnknown : texts.runs.totals.unknown
  return (
    <ul class="totals">
      {worstFirst.map((status) => {
        const count = status === 'error' ? errors : results[status]
        return (
          <li>
            <Link to={`/runs/${runId}?status=${status}`}>
              <b>{texts.format.number(count)}</b>{' '}
              <StatusBadge of={status}>{status === 'error' ? undecided : undefined}</StatusBadge>
            </Link>
          </li>
        )
      })}
      {results.waived > 0 && (
        <li>
          <span>{texts.runs.totals.acceptedRisks({ count: results.waived, shown: <b>{results.waived}</b> })}</span>
        </li>
      )}
      {judged && (
        <li>
          <span>
            {texts.runs.totals.judged({ accepted: <b>{judged.accepted}</b>, refused: <b>{judged.refused}</b> })}
          </span>
        </li>
      )}
      {comparison && (
        <li>
          <a href="#resolved">{texts.runs.totals.resolved({ count: <b>{comparison.resolved.length}</b> })}</a>
        </li>
      )}
    </ul>
  )
}
