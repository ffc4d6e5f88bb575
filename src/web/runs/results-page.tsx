import { compareRuns } from '../../checks/findings/compare-runs.ts'
import type { RunComparison } from '../../checks/findings/comparison.ts'
import type { KeptRun } from '../../checks/results/kept-run.ts'
import type { RunRecord } from '../../checks/run-store.ts'
import type { AnyConnector, CheckHead, ResultRecord } from '../../define/index.ts'
import { findKnownTime, isInPeriod } from '../../host/services/period.ts'
import { runHeadline } from '../../report/headline.ts'
import { mayDo } from '../../workspace/permissions.ts'
import { loadSystemNames, SystemsRead } from '../cross-checks/systems-read.tsx'
import { Link } from '../frame/links.tsx'
import { RunLists } from '../inventories/inventory-parts.tsx'
import type { OwnVisit, PageAnswer } from '../page-route.ts'
import { CheckLines, formatQuiet, isQuiet } from '../shared/check-lines.tsx'
import { ConnectionLink } from '../shared/connection-link.tsx'
import { formatCount, formatDuration, Moment } from '../shared/moment.tsx'
import { ScopedNotice } from '../shared/scoped-run.tsx'
import { StatusBadge, statusWords } from '../shared/status.tsx'
import { CheckSection } from './check-section.tsx'
import { Downloads } from './downloads.tsx'
import { type Filter, formatFilterQuery, isCheckShown, isResultShown, parseFilter, resultStatuses } from './filter.ts'
import { FilterForm } from './filter-form.tsx'
import { ResolvedSection } from './resolved-section.tsx'
import type { Section } from './section.ts'

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

/** The results of a run, check by check. */
export async function answerResults(visit: OwnVisit, { run, connector }: EndedRunVisit): Promise<PageAnswer> {
  const { runtime, person, query, bundles } = visit
  const { organizationId } = person
  const name = connector?.definition.name ?? run.connectorId
  const kept = (await runtime.runs.kept({ id: run.id, organizationId }))?.kept
  if (kept === undefined) return createNoResultsPage(run, name)
  const connection = await runtime.connections.get({ id: run.connectionId, organizationId })
  const fields = connection && (await runtime.connections.publicFields({ organizationId, connections: [connection] }))
  const typed = (fields?.get(run.connectionId) ?? []).map(({ label, value }) => `${label}: ${value}`)
  const called = [...(connection?.name ? [connection.name] : []), name, ...typed].join(' · ')
  const names = await loadSystemNames(visit, kept)
  const filter = parseFilter(query)
  const earlier = await findRunBefore(visit, run)
  const isSmall = countResults(kept) + (earlier === undefined ? 0 : countResults(earlier)) <= comparedAtOnceMax
  const comparison =
    earlier && (isSmall || query.has('compare') || filter.change) ? await compareRuns(kept, earlier) : undefined
  const sections = await collectSections(kept, filter, Math.max(1, Number(query.get('page')) || 1), comparison)
  const bundle = await bundles.find(organizationId, run.id)
  const within = findKnownTime(person, runtime.workspace.clock.nowMs())
  const standing = await runtime.waivers.inForce({ organizationId, atMs: within?.toMs })
  const { head } = kept
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
      standing={standing}
    />
  )
  return {
    kind: 'page',
    title: `${name}: ${statusWords[head.status]}`,
    content: (
      <>
        <header class="head">
          <div>
            <p class="crumbs">
              <ConnectionLink id={run.connectionId} connector={run.connectorId}>
                {called}
              </ConnectionLink>
            </p>
            <h1>{runHeadline(head)}</h1>
            <p class="lead">
              <Moment at={head.startedAt} />, {formatDuration(Date.parse(head.finishedAt) - Date.parse(head.startedAt))}
              {head.crossCheck === undefined && `, ${formatCount(head.summary.requests, 'request')}`}
              {head.summary.retries > 0 && `, ${formatCount(head.summary.retries, 'retry', 'retries')}`}
            </p>
          </div>
          <StatusBadge of={run.status} />
        </header>
        <ScopedNotice run={run} />
        <Totals kept={kept} comparison={comparison} runId={run.id} />
        {earlier && comparison === undefined && (
          <p>
            <Link to={`/runs/${run.id}?compare=previous`}>Compare with the run before</Link>
          </p>
        )}
        <FilterForm runId={run.id} filter={filter} head={head} isCompared={comparison !== undefined} />
        {sections.length === 0 && <p class="sheet">No result matches these filters.</p>}
        {loud.slice(0, checksShown).map(show)}
        <FoldedChecks
          runId={run.id}
          filter={filter}
          sections={loud.slice(checksShown)}
          says={() => 'more to look at'}
        />
        <FoldedChecks runId={run.id} filter={filter} sections={sections.filter(isCollapsed)} says={formatQuiet} />
        {comparison && filter.check === undefined && <ResolvedSection comparison={comparison} head={head} />}
        <SystemsRead head={head} names={names} />
        <RunLists lists={head.inventories ?? []} />
        <Downloads run={run} head={head} hasBundle={bundle !== undefined} role={person.role} />
      </>
    ),
  }
}

function createNoResultsPage(run: RunRecord, name: string): PageAnswer {
  return {
    kind: 'page',
    title: `${name}: ${statusWords[run.status]}`,
    content: (
      <section class="lone">
        <h1>This run ended without results</h1>
        <p>
          <StatusBadge of={run.status} /> It gives no information about {name}. Start another run.
        </p>
        <p>
          <Link to={`/connections/${run.connectionId}`} looks="primary">
            To the connection
          </Link>
        </p>
      </section>
    ),
  }
}

/** Reads every result once and keeps those that are shown. */
async function collectSections(
  kept: KeptRun,
  filter: Filter,
  page: number,
  comparison: RunComparison | undefined,
): Promise<readonly Section[]> {
  const loud = kept.head.checks.filter((check) => !isQuiet(check)).length
  const open = Math.max(1, Math.min(loud, checksShown))
  const few = Math.max(3, Math.min(shownOfMany, Math.floor(shownTogether / open)))
  const size = filter.check === undefined ? few : shownOfOne
  const first = filter.check === undefined ? 0 : (page - 1) * size
  const sections: Section[] = []
  const narrows = filter.severity ?? filter.change ?? filter.text ?? filter.status
  for (const check of sortByUrgency(kept.head.checks)) {
    if (!isCheckShown(filter, check)) continue
    const results: ResultRecord[] = []
    const quiet: ResultRecord[] = []
    let count = 0
    for await (const result of kept.results(check.id)) {
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

/** Results that need attention come first. */
const urgency = ['error', 'fail', 'manual', 'pass', 'not_applicable'] as const

function sortByUrgency(checks: readonly CheckHead[]): readonly CheckHead[] {
  return checks.toSorted((a, b) => urgency.indexOf(a.status) - urgency.indexOf(b.status))
}

/** The newest run of the connection that ended before this one began, with its results. */
async function findRunBefore({ runtime, person }: OwnVisit, run: RunRecord): Promise<KeptRun | undefined> {
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
  return ended && (await runtime.runs.kept({ id: ended.id, organizationId }))?.kept
}

function countResults({ head: { summary } }: KeptRun): number {
  return resultStatuses.reduce((total, status) => total + summary.results[status], 0)
}

interface FoldedChecksProps {
  readonly runId: string
  readonly filter: Filter
  readonly sections: readonly Section[]
  /** What stands after their number. */
  readonly says: (count: number) => string
}

/** Checks with a line each, closed at first. */
function FoldedChecks({ runId, filter, sections, says }: FoldedChecksProps) {
  if (sections.length === 0) return null
  return (
    <details class="sheet quiet-checks">
      <summary>
        <h2>{`${formatCount(sections.length, 'check')} ${says(sections.length)}`}</h2>
      </summary>
      <CheckLines
        lines={sections.map(({ check, count }) => ({
          ...{ status: check.status, title: check.title },
          to: `/runs/${runId}?${formatFilterQuery({ ...filter, check: check.id })}`,
          end: <span class="small">{formatCount(count, 'result')}</span>,
        }))}
      />
    </details>
  )
}

interface TotalsProps {
  readonly kept: KeptRun
  readonly comparison: RunComparison | undefined
  readonly runId: string
}

function Totals({ kept: { head }, comparison, runId }: TotalsProps) {
  const { results, errors, judged } = head.summary
  return (
    <ul class="totals">
      {resultStatuses.map((status) => (
        <li>
          <Link to={`/runs/${runId}?status=${status}`}>
            <b>{results[status].toLocaleString('en')}</b> <StatusBadge of={status} />
          </Link>
        </li>
      ))}
      <li>
        <Link to={`/runs/${runId}?status=error`}>
          <b>{errors}</b>{' '}
          <StatusBadge of="error">{errors === 1 ? 'Check could not tell' : 'Checks could not tell'}</StatusBadge>
        </Link>
      </li>
      {results.waived > 0 && (
        <li>
          <span>
            <b>{results.waived}</b> waived
          </span>
        </li>
      )}
      {judged && (
        <li>
          <span>
            <b>{judged.accepted}</b> accepted, <b>{judged.refused}</b> refused
          </span>
        </li>
      )}
      {comparison && (
        <li>
          <a href="#resolved">
            <b>{comparison.resolved.length}</b> resolved since the run before
          </a>
        </li>
      )}
    </ul>
  )
}
