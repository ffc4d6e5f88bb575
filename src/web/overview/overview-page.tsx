import type { Finding, NewestOutcome, TrendDay } from '../../checks/findings/finding-store.ts'
import type { RunRecord } from '../../checks/run-store.ts'
import { headline, isReady, tallyAccepted, tallyJudged } from '../../report/headline.ts'
import type { Connection } from '../../runtime/runtime.ts'
import { mayDo } from '../../workspace/permissions.ts'
import { Link, PostForm } from '../frame/links.tsx'
import { ServiceText } from '../frame/service-text.tsx'
import { definePage } from '../page-route.ts'
import { ConnectionBadge } from '../shared/connection-badge.tsx'
import { findCheckTitle, findConnectorName, type NameSources } from '../shared/connector-names.ts'
import { FindingLine } from '../shared/finding-line.tsx'
import { Moment } from '../shared/moment.tsx'
import { ScopedMark } from '../shared/scoped-run.tsx'
import { StatusBadge } from '../shared/status.tsx'
import type { Texts } from '../texts/texts.ts'
import { useTexts } from '../texts/use-texts.ts'
import { loadNeeds, Needs } from './needs.tsx'
import { TrendChart } from './trend-chart.tsx'
import { createViewerPage } from './viewer-page.tsx'

const trendDays = 30
const findingsShown = 8
const runsShown = 8
const connectionsShown = 10
/** Enough for a headline; more are not counted. */
const acceptedMax = 5_000
/** 200 connections of 100 checks each, and some. */
const outcomesMax = 25_000

/** The state of everything, and what needs attention. */
export const overviewPage = definePage({
  path: '/',
  access: 'runs:read',
  show: async ({ texts, runtime, person }) => {
    const { organizationId, role } = person
    if (!mayDo(role, 'connections:read')) return createViewerPage(texts, runtime, person)
    const all = await runtime.connections.list({ organizationId })
    const connections = all.filter(({ state }) => state !== 'disconnected')
    if (connections.length === 0) return renderEmpty(texts, mayDo(role, 'organization-apps:write'))
    const [days, findings, accepted, runs, outcomes, reviews, needs] = await Promise.all([
      runtime.runs.trend({ organizationId, days: trendDays }),
      runtime.findings.list({ organizationId, waived: false, limit: findingsShown }),
      runtime.findings.list({ organizationId, waived: true, limit: acceptedMax }),
      runtime.runs.list({ organizationId, limit: runsShown }),
      runtime.findings.newestOutcomes({ organizationId, limit: outcomesMax }),
      runtime.judgements.tally({ organizationId }),
      loadNeeds(runtime, person),
    ])
    const judged = tallyJudged(outcomes, reviews)
    const counts = { ...judged, ...tallyAccepted(outcomes, accepted, findings.length) }
    return {
      kind: 'page',
      title: texts.overview.overview,
      content: (
        <>
          <header class="head">
            <div>
              <h1>{summarizeNewest(texts, connections, outcomes, counts)}</h1>
              <p class="lead">
                {texts.overview.connectionByTheirNewestRuns({
                  connections: connections.length,
                  outcomes: outcomes.length,
                })}
              </p>
            </div>
            <Link to="/connect" looks="primary">
              {texts.overview.connectASystem}
            </Link>
          </header>
          <Needs {...{ needs, connections, outcomes, runtime }} undecided={judged.checks.manual ?? 0} />
          <Trend days={days} />
          <Connections connections={connections} outcomes={outcomes} runtime={runtime} />
          <OpenFindings findings={findings} runtime={runtime} />
          <Runs runs={runs} connections={all} runtime={runtime} />
        </>
      ),
    }
  },
})

function renderEmpty(texts: Texts, isAdmin: boolean) {
  return {
    kind: 'page',
    title: texts.overview.overview,
    content: (
      <section class="lone">
        <h1>{texts.overview.connectYourFirstSystem}</h1>
        <p>
          <ServiceText says={texts.overview.checksWhetherItIs} />
        </p>
        <p class="row">
          <Link to="/connect" looks="primary">
            {texts.overview.chooseASystem}
          </Link>
          {isAdmin && (
            <Link to="/setup" looks="quiet">
              {texts.overview.setUpOauthApps}
            </Link>
          )}
        </p>
      </section>
    ),
  } as const
}

function summarizeNewest(
  texts: Texts,
  connections: readonly Connection[],
  outcomes: readonly NewestOutcome[],
  counts: ReturnType<typeof tallyAccepted> & ReturnType<typeof tallyJudged>,
): string {
  const ran = new Set(outcomes.map(({ connectionId }) => connectionId))
  const ready = connections.filter(({ state }) => isReady(state))
  return headline(
    {
      ...counts,
      neverRan: ran.size === 0 ? 0 : ready.filter(({ id }) => !ran.has(id)).length,
      unready: connections.length - ready.length,
    },
    texts.shared.headline,
  )
}

function Trend({ days }: { readonly days: readonly TrendDay[] }) {
  const texts = useTexts()
  return (
    <section class="sheet" aria-labelledby="trend">
      <h2 id="trend">{texts.overview.theLastDays({ trendDays })}</h2>
      <TrendChart days={days} />
    </section>
  )
}

interface ConnectionsProps {
  readonly connections: readonly Connection[]
  readonly outcomes: readonly NewestOutcome[]
  readonly runtime: NameSources
}

function Connections({ connections, outcomes, runtime }: ConnectionsProps) {
  const texts = useTexts()
  const byConnection = Map.groupBy(outcomes, ({ connectionId }) => connectionId)
  const sorted = connections.toSorted((a, b) => rankConnection(a, byConnection) - rankConnection(b, byConnection))
  const shown = sorted.slice(0, connectionsShown)
  return (
    <section class="sheet" aria-labelledby="connections">
      <h2 id="connections">{texts.overview.connections}</h2>
      <ul class="list">
        {shown.map((connection) => {
          const own = byConnection.get(connection.id) ?? []
          const last = own.toSorted((a, b) => b.atMs - a.atMs)[0]
          const vendor = findConnectorName(runtime, connection.connector)
          const name = connection.name ?? vendor
          return (
            <li>
              <span class="what">
                <Link to={`/connections/${connection.id}`}>{name}</Link>{' '}
                <span class="small">
                  {name !== vendor && `${vendor} · `}
                  {last ? texts.overview.lastRun({ moment: <Moment at={last.atMs} /> }) : texts.overview.neverRan}
                </span>
              </span>
              <Standing outcomes={own} />
              <ConnectionBadge state={connection.state} />
              <PostForm to={`/connections/${connection.id}/runs`}>
                <input type="hidden" name="evidence" value="on" />
                <button class="button quiet" type="submit" aria-label={texts.overview.runNow({ name })}>
                  {texts.overview.runNowButton}
                </button>
              </PostForm>
            </li>
          )
        })}
      </ul>
      {shown.length < sorted.length && (
        <p>
          <Link to="/connections">{texts.overview.allConnections({ sorted: sorted.length })}</Link>
        </p>
      )}
    </section>
  )
}

/** Those that need somebody come first. */
function rankConnection({ id, state }: Connection, outcomes: ReadonlyMap<string, readonly NewestOutcome[]>): number {
  if (!isReady(state)) return 0
  const own = outcomes.get(id) ?? []
  if (own.some(({ status }) => status === 'error')) return 1
  return own.some(({ status }) => status === 'fail') ? 2 : 3
}

function Standing({ outcomes }: { readonly outcomes: readonly NewestOutcome[] }) {
  const texts = useTexts()
  const count = (status: NewestOutcome['status']) => outcomes.filter((one) => one.status === status).length
  return (
    <span class="row">
      {(['fail', 'error', 'manual', 'pass'] as const).map(
        (status) =>
          count(status) > 0 && (
            <StatusBadge of={status}>{texts.overview.shortWords[status]({ count: count(status) })}</StatusBadge>
          ),
      )}
    </span>
  )
}

function describeFindingPlace(runtime: NameSources, { connectorId, checkId }: Finding): string {
  return `${findConnectorName(runtime, connectorId)}, ${findCheckTitle(runtime, connectorId, checkId)}`
}

function OpenFindings({ findings, runtime }: { readonly findings: readonly Finding[]; readonly runtime: NameSources }) {
  const texts = useTexts()
  return (
    <section class="sheet" aria-labelledby="findings">
      <h2 id="findings">{texts.overview.newestFindings}</h2>
      {findings.length === 0 && <p class="small">{texts.overview.theChecksThatHaveRun}</p>}
      <ul class="list">
        {findings.map((finding) => (
          <FindingLine finding={finding} where={describeFindingPlace(runtime, finding)}>
            {finding.state === 'regressed' ? texts.overview.failedAgainFirstSeen : texts.overview.since}
            <Moment at={finding.firstSeenAtMs} />
          </FindingLine>
        ))}
      </ul>
      {findings.length > 0 && (
        <p>
          <Link to="/findings">{texts.overview.allFindings}</Link>
        </p>
      )}
    </section>
  )
}

interface RunsProps {
  readonly runs: readonly RunRecord[]
  /** Disconnected ones too: their runs stay. */
  readonly connections: readonly Connection[]
  readonly runtime: NameSources
}

function Runs({ runs, connections, runtime }: RunsProps) {
  const texts = useTexts()
  const names = new Map(connections.map(({ id, name }) => [id, name]))
  return (
    <section class="sheet" aria-labelledby="runs">
      <h2 id="runs">{texts.overview.newestRuns}</h2>
      {runs.length === 0 && <p class="small">{texts.overview.noneYet}</p>}
      <ul class="list">
        {runs.map((run) => (
          <li>
            <StatusBadge of={run.status} />
            <span class="what">
              <Link to={`/runs/${run.id}`}>
                {names.get(run.connectionId) ?? findConnectorName(runtime, run.connectorId)}
              </Link>{' '}
              {names.get(run.connectionId) !== undefined && (
                <span class="small">{findConnectorName(runtime, run.connectorId)} </span>
              )}
              <ScopedMark run={run} />
            </span>
            <span class="small">
              <Moment at={run.startedAtMs} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
