import type { Finding, OutcomeCount, TrendDay } from '../../../checks/findings/finding-store.ts'
import { acceptedMax, headline, tallyAccepted } from '../../../report/pieces/headline.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { ConnectionBadge } from '../../connections/pieces/connection-badge.tsx'
import { loadConnectionNames } from '../../connections/pieces/connection-choice.tsx'
import { presentStates } from '../../connections/pieces/connection-filter.ts'
import type { FoundConnection } from '../../connections/search-connections.ts'
import { formatFindingsPath } from '../../findings/pages/finding-filter.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { ServiceText } from '../../pages/frame/service-text.tsx'
import { createPage, definePage } from '../../pages/page-route.ts'
import { findConnectorName, type NameSources } from '../../pages/shared/connector-names.ts'
import { FindingLine } from '../../pages/shared/finding-line.tsx'
import { SubmitButton } from '../../pages/shared/form-field.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { StatusBadge } from '../../pages/shared/status.tsx'
import { hasRun } from '../../runs/reading/has-run.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { Doors } from './doors.tsx'
import { Frameworks } from './frameworks.tsx'
import { type Door, loadDoors } from './load-doors.ts'
import { hasResultsToJudge, loadNeeds, Needs } from './needs.tsx'
import { TrendChart } from './trend-chart.tsx'
import { createViewerPage } from './viewer-page.tsx'

const trendDays = 90
const findingsShown = 5
const connectionsShown = 10

/** The state of everything, and what needs attention. */
export const overviewPage = definePage({
  path: '/',
  access: 'runs:read',
  show: async (visit) => {
    const { texts, runtime, person } = visit
    const { organizationId, role } = person
    if (!mayDo(role, 'connections:read')) return createViewerPage(texts, runtime, person)
    const { states } = await runtime.connections.tally({ organizationId })
    const present = presentStates.reduce((sum, state) => sum + states[state], 0)
    if (present === 0) {
      const doors = await loadDoors(runtime, person, {
        present,
        hasAnyRun: false,
        unowned: 0,
        isToJudge: false,
        unscheduled: 0,
      })
      return renderEmpty(texts, { doors, isAdmin: mayDo(role, 'organization-apps:write') })
    }
    const [days, findings, found, outcomes, judged, needs, neverRan] = await Promise.all([
      runtime.runs.trend({ organizationId, days: trendDays }),
      runtime.findings.list({ organizationId, waived: false, order: 'severity', limit: findingsShown }),
      runtime.connections.search({ organizationId, state: presentStates, order: 'attention', limit: connectionsShown }),
      runtime.findings.tallyOutcomes({ organizationId }),
      runtime.judgements.total({ organizationId }),
      loadNeeds(runtime, person),
      runtime.connections.count({ organizationId, state: 'active', hasRun: false }),
    ])
    const connectionIds = found.map(({ connection }) => connection.id)
    const checks = { ...outcomes.checks, manual: Math.max(0, outcomes.checks.manual - judged.checks) }
    const [standings, names, isToJudge] = await Promise.all([
      runtime.findings.countOutcomes({ organizationId, connectionIds }),
      loadConnectionNames(
        visit,
        needs.undecided.map((each) => each.connectionId),
      ),
      hasResultsToJudge(runtime, organizationId, checks),
    ])
    const hasAnyRun = findings.length > 0 || (await hasRun(runtime, organizationId, undefined))
    const { unowned, unscheduled } = needs
    const doors = await loadDoors(runtime, person, { present, hasAnyRun, unowned, isToJudge, unscheduled })
    const accepted = findings.length === 0 && (await loadAccepted(runtime, organizationId))
    const headed = headline(
      {
        checks,
        judged,
        ...accepted,
        // What never ran is told apart once something has run.
        neverRan: outcomes.connections === 0 ? 0 : neverRan,
        unready: present - states.active,
      },
      texts.shared.headline,
    )
    return createPage(
      { title: texts.labels.overview },
      <>
        <PageHead
          title={headed}
          lead={texts.overview.lead({
            connections: present,
            checks: Object.values(outcomes.checks).reduce((sum, count) => sum + count, 0),
          })}
          actions={
            <Link to="/connect" looks="primary">
              {texts.actions.connectSystem}
            </Link>
          }
        />
        <Doors doors={doors} />
        <Needs needs={needs} isToJudge={isToJudge} states={states} names={names} runtime={runtime} checks={checks} />
        {mayDo(role, 'controls:read') && <Frameworks />}
        <OpenFindings findings={findings} runtime={runtime} hasAnyRun={hasAnyRun} />
        <Trend days={days} />
        <Connections total={present} found={found} standings={standings} runtime={runtime} />
      </>,
    )
  },
})

function renderEmpty(texts: Texts, { doors, isAdmin }: { readonly doors: readonly Door[]; readonly isAdmin: boolean }) {
  return createPage(
    { title: texts.labels.overview },
    <>
      <section class="lone">
        <h1>{texts.overview.empty.title}</h1>
        <p>
          <ServiceText says={texts.overview.empty.lead} />
        </p>
        <p class="row">
          <Link to="/connect" looks="primary">
            {texts.overview.empty.choose}
          </Link>
          {isAdmin && (
            <Link to="/setup" looks="quiet">
              {texts.overview.empty.setUpApps}
            </Link>
          )}
        </p>
      </section>
      <Doors doors={doors} />
    </>,
  )
}

/** Whether all that fails is an accepted risk, when no finding is left that is none. */
async function loadAccepted({ findings }: Runtime, organizationId: string) {
  const [accepted, failing] = await Promise.all([
    findings.list({ organizationId, waived: true, limit: acceptedMax }),
    findings.newestOutcomes({ organizationId, status: 'fail', limit: acceptedMax + 1 }),
  ])
  return tallyAccepted(failing, accepted, 0)
}

function Trend({ days }: { readonly days: readonly TrendDay[] }) {
  const texts = useTexts()
  return (
    <Sheet id="trend" title={texts.overview.trend.title({ trendDays })}>
      <TrendChart days={days} />
    </Sheet>
  )
}

interface ConnectionsProps {
  /** Those that need somebody come first. */
  readonly found: readonly FoundConnection[]
  readonly total: number
  readonly standings: readonly OutcomeCount[]
  readonly runtime: NameSources
}

function Connections({ found, total, standings, runtime }: ConnectionsProps) {
  const texts = useTexts()
  return (
    <Sheet id="connections" title={texts.labels.connections}>
      <ul class="list">
        {found.map(({ connection, lastRunAt }) => {
          const vendor = findConnectorName(runtime, connection.connector)
          const name = connection.name ?? vendor
          return (
            <li>
              <span class="what">
                <Link to={`/connections/${connection.id}`}>{name}</Link>{' '}
                <span class="small">
                  {name !== vendor && `${vendor} · `}
                  {lastRunAt
                    ? texts.overview.connections.lastRun({ moment: <Moment at={lastRunAt} /> })
                    : texts.states.neverRan}
                </span>
              </span>
              <NewestCounts counts={standings.filter(({ connectionId }) => connectionId === connection.id)} />
              <ConnectionBadge state={connection.state} />
              <PostForm to={`/connections/${connection.id}/runs`}>
                <input type="hidden" name="evidence" value="on" />
                <SubmitButton looks="quiet" aria-label={texts.actions.runNowNamed({ name })}>
                  {texts.actions.runNow}
                </SubmitButton>
              </PostForm>
            </li>
          )
        })}
      </ul>
      {found.length < total && (
        <p>
          <Link to="/connections">{texts.overview.connections.all({ count: total })}</Link>
        </p>
      )}
    </Sheet>
  )
}

const countNames = { fail: 'failing', error: 'couldNotTell', manual: 'needReview', pass: 'passing' } as const

function NewestCounts({ counts }: { readonly counts: readonly OutcomeCount[] }) {
  const texts = useTexts()
  return (
    <span class="row">
      {(['fail', 'error', 'manual', 'pass'] as const).map((status) => {
        const count = counts.find((each) => each.status === status)?.count ?? 0
        return count > 0 && <StatusBadge of={status}>{texts.counts[countNames[status]]({ count })}</StatusBadge>
      })}
    </span>
  )
}

interface OpenFindingsProps {
  readonly findings: readonly Finding[]
  readonly runtime: NameSources
  readonly hasAnyRun: boolean
}

function OpenFindings({ findings, runtime, hasAnyRun }: OpenFindingsProps) {
  const texts = useTexts()
  return (
    <Sheet id="findings" title={texts.overview.findings.mostSevere}>
      {findings.length === 0 && <p class="small">{hasAnyRun ? texts.findings.noneOpen : texts.findings.noRuns}</p>}
      <ul class="list">
        {findings.map((finding) => (
          <FindingLine finding={finding} where={findConnectorName(runtime, finding.connectorId)}>
            {texts.findings.line[finding.state === 'regressed' ? 'regressed' : 'since']({
              moment: <Moment at={finding.firstSeenAtMs} />,
            })}
          </FindingLine>
        ))}
      </ul>
      {findings.length > 0 && (
        <p>
          <Link to={formatFindingsPath({ order: 'severity' })}>{texts.overview.findings.all}</Link>
        </p>
      )}
    </Sheet>
  )
}
