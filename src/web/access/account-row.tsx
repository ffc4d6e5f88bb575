import { formatDay } from '../../checks/findings/due.ts'
import type { ReviewedAccount, ReviewedOwner } from '../../crosscheck/reviews/access-review.ts'
import { readName } from '../../crosscheck/reviews/review-run.ts'
import { Moment } from '../shared/moment.tsx'

const decisionWords = { keep: 'Keep', remove: 'Remove', change: 'Change' } as const
const decisionTones = { keep: 'pass', remove: 'fail', change: 'manual' } as const
const outcomeWords = { done: 'Done', not_done: 'Not done', could_not_tell: 'Could not tell' } as const
const outcomeTones = { done: 'pass', not_done: 'fail', could_not_tell: 'error' } as const

interface RowProps {
  readonly account: ReviewedAccount
  readonly system: string
  readonly isOwn: boolean
  readonly isSelectable: boolean
  readonly isChosen: boolean
}

/** One account: what the vendor said, whose it is, what was decided last time and now. */
export function AccountRow({ account, system, isOwn, isSelectable, isChosen }: RowProps) {
  const { number, record } = account
  const name = readName(record)
  return (
    <li>
      {isSelectable && (
        <span class="pick">
          {!isOwn && (
            <input
              type="checkbox"
              name="number"
              value={String(number)}
              checked={isChosen}
              aria-label={`${name} in ${system}`}
            />
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
        {isOwn && <span class="small">This is your account, so somebody else decides.</span>}
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

type KeptRecord = ReviewedAccount['record']

function Address({ record: { id, email }, name }: { readonly record: KeptRecord; readonly name: string }) {
  const shown = typeof email === 'string' && email !== name ? email : id === name ? '' : id
  return <span class="small">{shown}</span>
}

function Facts({ record }: { readonly record: KeptRecord }) {
  const { kind, status, roles, lastActiveAt } = record
  const words = [
    typeof kind === 'string' ? kind : 'unknown kind',
    typeof status === 'string' && status !== 'active' ? status : undefined,
    Array.isArray(roles) ? (roles.length === 0 ? 'no roles' : `roles: ${roles.join(', ')}`) : 'roles unknown',
    lastActiveAt === null
      ? 'never active'
      : typeof lastActiveAt === 'string'
        ? `last active ${formatDay(Date.parse(lastActiveAt))}`
        : 'last activity unknown',
  ]
  return <>{words.filter((word) => word !== undefined).join(' · ')}</>
}

function OwnerText({ owner }: { readonly owner: ReviewedOwner | undefined }) {
  if (owner === undefined) return null
  const whose = owner.name ?? owner.email
  const text =
    owner.is === 'person' || owner.is === 'service'
      ? `${owner.is === 'service' ? 'service of' : 'of'} ${whose ?? 'a person'}${owner.department ? `, ${owner.department}` : ''}`
      : {
          'out-of-scope': 'out of scope',
          ambiguous: 'of several people',
          nobody: 'of nobody',
          unknown: 'owner unknown',
        }[owner.is]
  return <span class="small">{`${text}${owner.because === undefined ? '' : `. ${owner.because}`}`}</span>
}

function Marks({ account: { record, owner, last } }: { readonly account: ReviewedAccount }) {
  return (
    <>
      {owner?.hasLeft === true && <span class="badge fail">Owner left</span>}
      {owner?.is === 'nobody' && <span class="badge manual">Nobody's</span>}
      {record.administrator === true && <span class="badge manual">Administrator</span>}
      {record.administrator === undefined && <span class="badge error">Administrator?</span>}
      {record.secondFactor === false && <span class="badge fail">No second factor</span>}
      {record.secondFactor === undefined && <span class="badge error">Second factor?</span>}
      {last && <span class="badge plain">{`Last time: ${decisionWords[last.is].toLowerCase()}`}</span>}
    </>
  )
}

function Decided({ account: { decision, outcome } }: { readonly account: ReviewedAccount }) {
  if (decision === null) return <span class="small">not decided</span>
  return (
    <>
      <span class={`badge ${decisionTones[decision.is]}`}>{decisionWords[decision.is]}</span>{' '}
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
  if (outcome === null) return <span class="small"> · waits for the next list</span>
  return (
    <>
      {' '}
      <span class={`badge ${outcomeTones[outcome.is]}`}>{outcomeWords[outcome.is]}</span>{' '}
      <span class="small">
        {outcome.because}
        {outcome.atMs !== null && (
          <>
            {' List of '}
            <Moment at={outcome.atMs} />
            {outcome.digest !== null && `, SHA-256 ${outcome.digest.slice(0, 12)}…`}
          </>
        )}
      </span>
    </>
  )
}
