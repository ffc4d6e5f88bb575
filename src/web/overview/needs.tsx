import type { NewestOutcome } from '../../checks/findings/finding-store.ts'
import type { Person } from '../../host/host-options.ts'
import { isReady } from '../../report/headline.ts'
import type { Connection, Runtime } from '../../runtime/runtime.ts'
import { formatFindingsPath, nobody } from '../findings/finding-filter.ts'
import { Link } from '../frame/links.tsx'
import { findCheckTitle, findConnectorName, type NameSources } from '../shared/connector-names.ts'
import { findWord } from '../texts/find-word.ts'
import { useTexts } from '../texts/use-texts.ts'

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
  const texts = useTexts()
  const { overdue, mine, unowned, expiring, overdueReviews, userId } = needs
  const unready = connections.filter(({ state }) => !isReady(state) && state !== 'paused')
  const untold = outcomes.filter(({ status }) => status === 'error')
  if (overdue + mine + unowned + expiring + overdueReviews + undecided + unready.length + untold.length === 0)
    return null
  return (
    <section class="sheet needs" aria-labelledby="needs">
      <h2 id="needs">{texts.overview.whatNeedsSomebody}</h2>
      <ul class="list">
        {unready.slice(0, namedMax).map(({ id, name, connector, state }) => (
          <li>
            <span class="badge fail">{state === 'pending' ? texts.overview.notFinished : texts.overview.refused}</span>
            <span class="what">
              <Link to={`/connections/${id}`}>{name ?? findConnectorName(runtime, connector)}</Link>{' '}
              <span class="small">{findWord(texts.overview.unreadyWords, state) ?? texts.overview.doesNotWork}</span>
            </span>
            <Link to={`/connect/${connector}?connection=${id}`} looks="quiet">
              {texts.overview.connectAgain}
            </Link>
          </li>
        ))}
        {unready.length > namedMax && (
          <li>
            <Link to="/connections">{texts.overview.moreConnection({ unready: unready.length - namedMax })}</Link>
          </li>
        )}
        <Need count={overdue} tone="fail" label={texts.overview.overdue} to={formatFindingsPath({ due: 'overdue' })}>
          {texts.overview.findingWhoseDayIsOver({ overdue })}
        </Need>
        <Need count={overdueReviews} tone="fail" label={texts.overview.overdue} to="/access">
          {texts.overview.accessReviewWhoseLastDay({ overdueReviews })}
        </Need>
        <Need count={mine} tone="plain" label={texts.overview.yours} to={formatFindingsPath({ owner: userId })}>
          {texts.overview.findingThatYouOwn({ mine })}
        </Need>
        <Need
          count={unowned}
          tone="plain"
          label={texts.overview.noOwner}
          to={formatFindingsPath({ owner: nobody, order: 'severity' })}
        >
          {texts.overview.findingThatNobodyTakesCare({ unowned })}
        </Need>
        {untold.slice(0, namedMax).map(({ runId, connectionId, connectorId, checkId }) => (
          <li>
            <span class="badge error">{texts.overview.couldNotTell}</span>
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
          <li class="small">{texts.overview.andMoreThatCouldNot({ untold: untold.length - namedMax })}</li>
        )}
        <Need count={undecided} tone="manual" label={texts.overview.needsReview} to="/judgements">
          {texts.overview.checkThatResultsToJudge({ undecided })}
        </Need>
        <Need count={expiring} tone="manual" label={texts.overview.expiring} to="/waivers?state=expiring">
          {texts.overview.acceptedRiskThatIn30({ expiring })}
        </Need>
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
