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
                aria-label={texts.access.in({ name, system })}
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
        {isOwn && <span class="small">{texts.access.thisIsYourAccountSo}</span>}
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
    typeof kind === 'string' ? kind : texts.access.unknownKind,
    typeof status === 'string' && status !== 'active' ? status : undefined,
    Array.isArray(roles)
      ? roles.length === 0
        ? texts.access.noRoles
        : texts.access.roles({ roles: roles.join(', ') })
      : texts.access.rolesUnknown,
    lastActiveAt === null
      ? texts.access.neverActive
      : typeof lastActiveAt === 'string'
        ? texts.access.lastActive({ day: formatDay(Date.parse(lastActiveAt)) })
        : texts.access.lastActivityUnknown,
  ]
  return <>{words.filter((word) => word !== undefined).join(' · ')}</>
}

function OwnerText({ owner }: { readonly owner: ReviewedOwner | undefined }) {
  const texts = useTexts()
  if (owner === undefined) return null
  const whose = owner.name ?? owner.email
  const text =
    owner.is === 'person' || owner.is === 'service'
      ? texts.access.ownedBy({
          isService: owner.is === 'service',
          whose: whose ?? texts.access.aPerson,
          department: owner.department ? `, ${owner.department}` : '',
        })
      : {
          'out-of-scope': texts.access.outOfScope,
          ambiguous: texts.access.ofSeveralPeople,
          nobody: texts.access.ofNobody,
          unknown: texts.access.ownerUnknown,
        }[owner.is]
  return <span class="small">{`${text}${owner.because === undefined ? '' : `. ${owner.because}`}`}</span>
}

function Marks({ account: { record, owner, last } }: { readonly account: ReviewedAccount }) {
  const texts = useTexts()
  return (
    <>
      {owner?.hasLeft === true && <span class="badge fail">{texts.access.ownerLeft}</span>}
      {owner?.is === 'nobody' && <span class="badge manual">{texts.access.nobodys}</span>}
      {record.administrator === true && <span class="badge manual">{texts.access.administrator}</span>}
      {record.administrator === undefined && <span class="badge error">{texts.access.administratorUnknown}</span>}
      {record.secondFactor === false && <span class="badge fail">{texts.access.noSecondFactor}</span>}
      {record.secondFactor === undefined && <span class="badge error">{texts.access.secondFactorUnknown}</span>}
      {last && (
        <span class="badge plain">
          {texts.access.lastTime({ decisionWords: texts.access.decisionWords[last.is].toLowerCase() })}
        </span>
      )}
    </>
  )
}

function Decided({ account: { decision, outcome } }: { readonly account: ReviewedAccount }) {
  const texts = useTexts()
  if (decision === null) return <span class="small">{texts.access.notDecided}</span>
  return (
    <>
      <span class={`badge ${decisionTones[decision.is]}`}>{texts.access.decisionWords[decision.is]}</span>{' '}
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
  if (outcome === null) return <span class="small"> {texts.access.waitsForTheNextList}</span>
  return (
    <>
      {' '}
      <span class={`badge ${outcomeTones[outcome.is]}`}>{texts.access.outcomeWords[outcome.is]}</span>{' '}
      <span class="small">
        {outcome.because}
        {outcome.atMs !== null && (
          <>
            {texts.access.listOf}
            <Moment at={outcome.atMs} />
            {outcome.digest !== null && texts.access.sha256({ digest: outcome.digest.slice(0, 12) })}
          </>
        )}
      </span>
    </>
  )
}
