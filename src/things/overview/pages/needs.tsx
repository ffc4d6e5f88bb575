import type { ConnectionState } from '../../../auth/connection-store.ts'
import type { NewestOutcome } from '../../../checks/findings/finding-store.ts'
import type { RunStatus } from '../../../define/index.ts'
import { findWord } from '../../all-texts/find-word.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import type { SessionPerson } from '../../api/options/person.ts'
import { findStateCause } from '../../connections/store/state-cause.ts'
import { formatFindingsPath, nobody } from '../../findings/pages/finding-filter.ts'
import { Link } from '../../pages/frame/links.tsx'
import { findCheckTitle, findConnectorName, type NameSources } from '../../pages/shared/connector-names.ts'
import type { Connection, Runtime } from '../../runtime/runtime.ts'

const needsNamedMax = 5
const unreadyStates = ['needs_reauth', 'error', 'pending'] as const

/** How much waits for somebody. */
interface NeedCounts {
  readonly critical: number
  readonly overdue: number
  readonly mine: number
  readonly unowned: number
  readonly expiring: number
  /** Access reviews whose last day is over. */
  readonly overdueReviews: number
  /** Usable connections that no schedule runs. */
  readonly unscheduled: number
  readonly userId: string
  /** The first that the vendor refuses or that are not finished. */
  readonly unready: readonly Connection[]
  /** The first checks that could not tell. */
  readonly undecided: readonly NewestOutcome[]
}

export async function loadNeeds(runtime: Runtime, { organizationId, userId }: SessionPerson): Promise<NeedCounts> {
  const {
    connections,
    findings,
    waivers,
    accessReviews,
    workspace: { clock },
  } = runtime
  const open = { organizationId, waived: false }
  const [critical, overdue, mine, unowned, expiring, reviews, unscheduled, unready, undecided] = await Promise.all([
    findings.count({ ...open, severity: 'critical' }),
    findings.count({ ...open, dueToMs: clock.nowMs() - 1 }),
    findings.count({ ...open, ownerId: userId }),
    findings.count({ ...open, ownerId: null }),
    waivers.countInState({ organizationId, state: 'expiring' }),
    accessReviews.listOverdue({ organizationId }),
    countUnscheduled(runtime, organizationId),
    connections.search({ organizationId, state: unreadyStates, order: 'attention', limit: needsNamedMax }),
    findings.newestOutcomes({ organizationId, status: 'error', limit: needsNamedMax }),
  ])
  return {
    critical,
    overdue,
    mine,
    unowned,
    expiring,
    overdueReviews: reviews.length,
    unscheduled,
    userId,
    undecided,
    unready: unready.map(({ connection }) => connection),
  }
}

/** Usable connections that no schedule runs. Nothing is ever asked of a source of received results. */
async function countUnscheduled({ connections, imports }: Runtime, organizationId: string): Promise<number> {
  const [all, sources] = await Promise.all([
    connections.count({ organizationId, state: 'active', isScheduled: false }),
    imports.sources({ organizationId }),
  ])
  return Math.max(0, all - sources.filter(({ state }) => state === 'active').length)
}

type CheckCounts = Readonly<Partial<Record<RunStatus, number>>>

/** Above this, looking at the results of each check that may have some to judge would keep a person waiting. */
const lookedMax = 200

/**
 * Whether results need review; undefined: there is too much to look at. A check with a worse result has another status than `manual`, and may have some too.
 * @param checks how many have each status; of `manual`, those with results that nobody has judged
 */
export async function hasResultsToJudge(
  { judgements }: Runtime,
  organizationId: string,
  { manual = 0, fail = 0, error = 0 }: CheckCounts,
): Promise<boolean | undefined> {
  if (manual > 0 || fail + error === 0) return manual > 0
  if (fail + error > lookedMax) return undefined
  return (await judgements.listNeeded({ organizationId, limit: 1 })).length > 0
}

interface NeedsProps {
  readonly needs: NeedCounts
  /** undefined: nobody knows. */
  readonly isToJudge: boolean | undefined
  readonly states: Readonly<Record<ConnectionState, number>>
  /** How many checks have each status. */
  readonly checks: CheckCounts
  /** Of connections. */
  readonly names: ReadonlyMap<string, string>
  readonly runtime: NameSources
}

/** What waits for somebody, the most pressing first, and last what nobody can tell. */
export function Needs({ needs, isToJudge, states, checks, names, runtime }: NeedsProps) {
  const texts = useTexts()
  const { critical, overdue, mine, unowned, expiring, overdueReviews, unscheduled, userId } = needs
  const { error: undecided = 0 } = checks
  const unready = unreadyStates.reduce((sum, state) => sum + states[state], 0)
  const counts = [critical, overdue, mine, unowned, expiring, overdueReviews, unscheduled, unready, undecided]
  if (counts.every((count) => count === 0) && isToJudge === false) return null
  return (
    <section class="sheet needs" aria-labelledby="needs">
      <h2 id="needs">{texts.overview.needs.title}</h2>
      <ul class="list">
        <Need
          count={critical}
          tone="fail"
          label={texts.states.severity.critical}
          to={formatFindingsPath({ severity: 'critical' })}
        >
          {texts.overview.needs.criticalFindings({ count: critical })}
        </Need>
        {needs.unready.map(({ id, name, connector, state, stateReason }) => (
          <li>
            <span class="badge fail">{texts.states.connection[state]}</span>
            <span class="what">
              <Link to={`/connections/${id}`}>{name ?? findConnectorName(runtime, connector)}</Link>{' '}
              <span class="small">
                {findStateCause({ state, stateReason }) !== undefined
                  ? texts.overview.needs.unready.needs_reauth
                  : (findWord(texts.overview.needs.unready, state) ?? texts.states.connection.error)}
              </span>
            </span>
            <Link to={`/connect/${connector}?connection=${id}`} looks="quiet">
              {texts.actions.reconnect}
            </Link>
          </li>
        ))}
        {unready > needsNamedMax && (
          <li>
            <Link to="/connections">{texts.overview.needs.moreConnections({ count: unready - needsNamedMax })}</Link>
          </li>
        )}
        <Need count={unscheduled} tone="manual" label={texts.overview.needs.unscheduled} to="/schedules">
          {texts.overview.needs.unscheduledConnections({ count: unscheduled })}
        </Need>
        <Need count={overdue} tone="fail" label={texts.states.overdue} to={formatFindingsPath({ due: 'overdue' })}>
          {texts.overview.needs.overdueFindings({ count: overdue })}
        </Need>
        <Need count={overdueReviews} tone="fail" label={texts.states.overdue} to="/access">
          {texts.overview.needs.overdueReviews({ count: overdueReviews })}
        </Need>
        <Need count={mine} tone="plain" label={texts.overview.needs.yours} to={formatFindingsPath({ owner: userId })}>
          {texts.overview.needs.yourFindings({ count: mine })}
        </Need>
        <Need
          count={unowned}
          tone="plain"
          label={texts.overview.needs.unassigned}
          to={formatFindingsPath({ owner: nobody, order: 'severity' })}
        >
          {texts.overview.needs.unassignedFindings({ count: unowned })}
        </Need>
        <Need count={isToJudge === false ? 0 : 1} tone="manual" label={texts.states.run.manual} to="/judgements">
          {isToJudge ? texts.judgements.needed.label : texts.overview.needs.maybeToJudge}
        </Need>
        <Need count={expiring} tone="manual" label={texts.overview.needs.expiring} to="/waivers?state=expiring">
          {texts.overview.needs.expiringRisks({ count: expiring })}
        </Need>
        {undecided > 0 && (
          <li>
            <details class="unknown">
              <summary>
                <span class="badge error">{texts.states.run.error}</span>{' '}
                {texts.overview.needs.unknownChecks({ count: undecided })}
              </summary>
              <ul class="plain-list">
                {needs.undecided.map(({ runId, connectionId, connectorId, checkId }) => (
                  <li>
                    <Link to={`/runs/${runId}?check=${encodeURIComponent(checkId)}`}>
                      {findCheckTitle(runtime, connectorId, checkId)}
                    </Link>{' '}
                    <span class="small">{names.get(connectionId) ?? findConnectorName(runtime, connectorId)}</span>
                  </li>
                ))}
                {undecided > needsNamedMax && (
                  <li class="small">{texts.overview.needs.moreUnknownChecks({ count: undecided - needsNamedMax })}</li>
                )}
              </ul>
            </details>
          </li>
        )}
      </ul>
    </section>
  )
}

interface NeedProps {
  readonly count: number
  readonly tone: 'fail' | 'manual' | 'plain'
  readonly label: string
  readonly to: string
  readonly children?: string
}

function Need({ count, tone, label, to, children }: NeedProps) {
  if (count === 0) return null
  return (
    <li>
      <span class={`badge ${tone}`}>{label}</span>
      <span class="what">
        <Link to={to}>{children}</Link>
      </span>
    </li>
  )
}
