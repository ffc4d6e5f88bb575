import type { ReviewedAccount, ReviewedOwner } from '../../../crosscheck/reviews/access-review.ts'
import { readName } from '../../../crosscheck/reviews/review-run.ts'
import { formatDay } from '../../../text/calendar-day.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Moment } from '../../pages/shared/moment.tsx'

const decisionTones = { keep: 'pass', remove: 'fail', change: 'manual' } as const
const outcomeTones = { done: 'pass', not_done: 'fail', could_not_tell: 'error' } as const

/** Of the fields that say which decisions a page has shown, by the number of the account. */
export const seenPrefix = 'seen.'

/** Tells two decisions about an account apart. */
export function formatSeenDecision({ decision }: Pick<ReviewedAccount, 'decision'>): string {
  return decision === null ? '' : `${decision.is} ${decision.atMs} ${decision.userId}`
}

interface AccountRowProps {
  readonly account: ReviewedAccount
  readonly system: string
  readonly isOwn: boolean
  readonly isSelectable: boolean
  readonly isChosen: boolean
}

/** One account: what the vendor said, whose it is, what was decided last time and now. */
export function AccountRow({ account, system, isOwn, isSelectable, isChosen }: AccountRowProps) {
  const texts = useTexts()
  const { number, record } = account
  const name = readName(record)
  return (
    <li>
      {isSelectable && (
        <span class="pick">
          {!isOwn && (
            <>
              <input type="hidden" name={`${seenPrefix}${number}`} value={formatSeenDecision(account)} />
              <input
                type="checkbox"
                name="number"
                value={String(number)}
                checked={isChosen}
                aria-label={texts.access.account.inSystem({ name, system })}
              />
            </>
          )}
        </span>
      )}
      <span class="what">
        <b>{name}</b> <Address record={record} name={name} />
        <span class="small">
          {`${system} · `}
          <Facts record={record} />
        </span>
        <OwnerText owner={account.owner} />
        {isOwn && <span class="small">{texts.access.account.own}</span>}
      </span>
      <span class="marks">
        <Marks account={account} />
      </span>
      <span class="decided">
        <Decided account={account} />
      </span>
    </li>
  )
}

type ReviewedRecord = ReviewedAccount['record']

function Address({ record: { id, email }, name }: { readonly record: ReviewedRecord; readonly name: string }) {
  const shown = typeof email === 'string' && email !== name ? email : id === name ? '' : id
  return <span class="small">{shown}</span>
}

function Facts({ record }: { readonly record: ReviewedRecord }) {
  const texts = useTexts()
  const { kind, status, roles, lastActiveAt } = record
  const words = [
    typeof kind === 'string' ? kind : texts.access.account.kindUnknown,
    typeof status === 'string' && status !== 'active' ? status : undefined,
    Array.isArray(roles)
      ? roles.length === 0
        ? texts.access.account.noRoles
        : texts.access.account.roles({ roles: roles.join(', ') })
      : texts.access.account.rolesUnknown,
    lastActiveAt === null
      ? texts.access.account.neverActive
      : typeof lastActiveAt === 'string'
        ? texts.access.account.lastActive({ day: formatDay(Date.parse(lastActiveAt)) })
        : texts.access.account.activityUnknown,
  ]
  return <>{words.filter((word) => word !== undefined).join(' · ')}</>
}

function OwnerText({ owner }: { readonly owner: ReviewedOwner | undefined }) {
  const texts = useTexts()
  if (owner === undefined) return null
  const whose = owner.name ?? owner.email
  const text =
    owner.is === 'person' || owner.is === 'service'
      ? texts.access.account.owner({
          isService: owner.is === 'service',
          owner: whose ?? texts.access.account.unnamedOwner,
          department: owner.department,
        })
      : {
          'out-of-scope': texts.access.account.outOfScope,
          ambiguous: texts.access.account.ambiguous,
          nobody: texts.access.account.ownedByNobody,
          unknown: texts.access.account.ownerUnknown,
        }[owner.is]
  return <span class="small">{`${text}${owner.because === undefined ? '' : `. ${owner.because}`}`}</span>
}

function Marks({ account: { record, owner, last } }: { readonly account: ReviewedAccount }) {
  const texts = useTexts()
  return (
    <>
      {owner?.hasLeft === true && <span class="badge fail">{texts.access.account.ownerLeft}</span>}
      {owner?.is === 'nobody' && <span class="badge manual">{texts.access.account.ownedByNobody}</span>}
      {record.administrator === true && <span class="badge manual">{texts.labels.administrator}</span>}
      {record.administrator === undefined && (
        <span class="badge error">{texts.access.account.administratorUnknown}</span>
      )}
      {record.secondFactor === false && <span class="badge fail">{texts.access.account.noSecondFactor}</span>}
      {record.secondFactor === undefined && <span class="badge error">{texts.access.account.secondFactorUnknown}</span>}
      {last && (
        <span class="badge plain">
          {texts.access.account.lastDecision({ decision: texts.access.decide.decisions[last.is] })}
        </span>
      )}
    </>
  )
}

function Decided({ account: { decision, outcome } }: { readonly account: ReviewedAccount }) {
  const texts = useTexts()
  if (decision === null) return <span class="small">{texts.access.account.undecided}</span>
  return (
    <>
      <span class={`badge ${decisionTones[decision.is]}`}>{texts.access.decide.decisions[decision.is]}</span>{' '}
      <span class="small">
        {decision.change !== null && `${decision.change} · `}
        {`${decision.reason} · ${decision.by}, `}
        <Moment at={decision.atMs} />
      </span>
      {decision.is !== 'keep' && <Followed outcome={outcome} />}
    </>
  )
}

function Followed({ outcome }: Pick<ReviewedAccount, 'outcome'>) {
  const texts = useTexts()
  if (outcome === null) return <span class="small"> · {texts.access.outcome.waiting}</span>
  return (
    <>
      {' '}
      <span class={`badge ${outcomeTones[outcome.is]}`}>{texts.access.outcome.states[outcome.is]}</span>{' '}
      <span class="small">
        {outcome.because}
        {outcome.atMs !== null && (
          <>
            {' '}
            {outcome.digest === null
              ? texts.access.outcome.list({ moment: <Moment at={outcome.atMs} /> })
              : texts.access.outcome.listWithDigest({
                  moment: <Moment at={outcome.atMs} />,
                  digest: outcome.digest.slice(0, 12),
                })}
          </>
        )}
      </span>
    </>
  )
}
