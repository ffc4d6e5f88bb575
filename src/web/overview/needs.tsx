import type { NewestOutcome } from '../../checks/findings/finding-store.ts'
import type { Person } from '../../host/host-options.ts'
import { isReady } from '../../report/headline.ts'
import type { Connection, Runtime } from '../../runtime/runtime.ts'
import { formatFindingsPath, nobody } from '../findings/finding-filter.ts'
import { Link } from '../frame/links.tsx'
import { findCheckTitle, findConnectorName, type NameSources } from '../shared/connector-names.ts'
import { formatCount } from '../shared/moment.tsx'

/** How much waits for somebody. */
interface NeedCounts {
  readonly overdue: number
  readonly mine: number
  readonly unowned: number
  readonly expiring: number
  /** Access reviews whose last day is over. */
  readonly overdueReviews: number
  readonly userId: string
}

export async function loadNeeds(
  { findings, waivers, accessReviews, workspace: { clock } }: Runtime,
  { organizationId, userId }: Person,
): Promise<NeedCounts> {
  const open = { organizationId, waived: false }
  const [overdue, mine, unowned, expiring, reviews] = await Promise.all([
    findings.count({ ...open, dueToMs: clock.nowMs() - 1 }),
    findings.count({ ...open, ownerId: userId }),
    findings.count({ ...open, ownerId: null }),
    waivers.countInState({ organizationId, state: 'expiring' }),
    accessReviews.listOverdue({ organizationId }),
  ])
  return { overdue, mine, unowned, expiring, overdueReviews: reviews.length, userId }
}

interface NeedsProps {
  readonly needs: NeedCounts
  readonly connections: readonly Connection[]
  readonly outcomes: readonly NewestOutcome[]
  /** Checks with results that nobody has judged. */
  readonly undecided: number
  readonly runtime: NameSources
}

const namedMax = 5

/** What waits for somebody, the most pressing first. */
export function Needs({ needs, connections, outcomes, undecided, runtime }: NeedsProps) {
  const { overdue, mine, unowned, expiring, overdueReviews, userId } = needs
  const unready = connections.filter(({ state }) => !isReady(state) && state !== 'paused')
  const untold = outcomes.filter(({ status }) => status === 'error')
  if (overdue + mine + unowned + expiring + overdueReviews + undecided + unready.length + untold.length === 0)
    return null
  return (
    <section class="sheet needs" aria-labelledby="needs">
      <h2 id="needs">What needs somebody</h2>
      <ul class="list">
        {unready.slice(0, namedMax).map(({ id, name, connector, state }) => (
          <li>
            <span class="badge fail">{state === 'pending' ? 'Not finished' : 'Refused'}</span>
            <span class="what">
              <Link to={`/connections/${id}`}>{name ?? findConnectorName(runtime, connector)}</Link>{' '}
              <span class="small">{unreadyWords[state] ?? 'does not work'}</span>
            </span>
            <Link to={`/connect/${connector}?connection=${id}`} looks="quiet">
              Connect again
            </Link>
          </li>
        ))}
        {unready.length > namedMax && (
          <li>
            <Link to="/connections">{`${formatCount(unready.length - namedMax, 'more connection')}`}</Link>
          </li>
        )}
        <Need count={overdue} tone="fail" label="Overdue" to={formatFindingsPath({ due: 'overdue' })}>
          {`${formatCount(overdue, 'finding')} whose day is over`}
        </Need>
        <Need count={overdueReviews} tone="fail" label="Overdue" to="/access">
          {`${formatCount(overdueReviews, 'access review')} whose last day is over`}
        </Need>
        <Need count={mine} tone="plain" label="Yours" to={formatFindingsPath({ owner: userId })}>
          {`${formatCount(mine, 'finding')} that you own`}
        </Need>
        <Need
          count={unowned}
          tone="plain"
          label="No owner"
          to={formatFindingsPath({ owner: nobody, order: 'severity' })}
        >
          {`${formatCount(unowned, 'finding')} that nobody takes care of`}
        </Need>
        {untold.slice(0, namedMax).map(({ runId, connectionId, connectorId, checkId }) => (
          <li>
            <span class="badge error">Could not tell</span>
            <span class="what">
              <Link to={`/runs/${runId}?check=${encodeURIComponent(checkId)}`}>
                {findCheckTitle(runtime, connectorId, checkId)}
              </Link>{' '}
              <span class="small">
                {connections.find(({ id }) => id === connectionId)?.name ?? findConnectorName(runtime, connectorId)}
              </span>
            </span>
          </li>
        ))}
        {untold.length > namedMax && (
          <li class="small">{`and ${formatCount(untold.length - namedMax, 'check')} more that could not tell`}</li>
        )}
        <Need count={undecided} tone="manual" label="Needs review" to="/judgements">
          {`${formatCount(undecided, 'check')} that ${undecided === 1 ? 'has' : 'have'} results to judge`}
        </Need>
        <Need count={expiring} tone="manual" label="Expiring" to="/waivers?state=expiring">
          {`${formatCount(expiring, 'accepted risk')} that ${expiring === 1 ? 'expires' : 'expire'} in 30 days`}
        </Need>
      </ul>
    </section>
  )
}

const unreadyWords: Partial<Record<Connection['state'], string>> = {
  pending: 'was not connected to its end',
  needs_reauth: 'refuses the credentials',
  error: 'does not accept what it is asked',
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
