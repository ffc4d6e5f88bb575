import type { ReviewedAccount } from '../../crosscheck/reviews/access-review.ts'
import { describeReviewFilter } from '../../crosscheck/reviews/review-filter.ts'
import { explainIncompleteness } from '../../crosscheck/reviews/review-state.ts'
import { demandReview, openReviewPart } from '../../host/services/access-reviews.ts'
import type { AccessReview, OpenAccessReview } from '../../runtime/access-reviews/access-reviews.ts'
import { isOwnAccount } from '../../runtime/access-reviews/decide-accounts.ts'
import { mayDo } from '../../workspace/permissions.ts'
import { GetForm, Link, PostForm } from '../frame/links.tsx'
import { definePage, type OwnVisit, type PageAnswer } from '../page-route.ts'
import { formatCount, Moment } from '../shared/moment.tsx'
import { type AccountFilter, chooseAccounts, formatAccountQuery, parseAccountFilter, shows } from './account-filter.ts'
import { AccountRow } from './account-row.tsx'
import { ReviewBadge } from './reviews-page.tsx'

const accountsShown = 40

/** What a reviewer entered, if it has to be corrected. */
export interface DecisionEntry {
  readonly numbers: readonly string[]
  readonly decision: string
  readonly change: string
  readonly reason: string
}

const emptyEntry: DecisionEntry = { numbers: [], decision: 'keep', change: '', reason: '' }

/** One review: its accounts for those who decide, and its evidence for everybody who may see it. */
export const reviewPage = definePage({
  path: '/access/:reviewId',
  access: 'reviews:read',
  auditRead: {
    action: 'access_review.read',
    describe: ({ reviewId = '' }) => ({ target: reviewId, fields: [] }),
  },
  show: (visit) => renderReview(visit, visit.query),
})

/** @param query of the list that the person looks at */
export async function renderReview(
  visit: OwnVisit,
  query: URLSearchParams,
  given: { readonly entry?: DecisionEntry; readonly problem?: string | undefined } = {},
): Promise<PageAnswer> {
  const { runtime, person, params } = visit
  const id = params.reviewId ?? ''
  const review = await demandReview(runtime, person, id)
  const isReviewer = mayDo(person.role, 'reviews:decide')
  const opened = isReviewer ? await openReviewPart(runtime, person, id) : undefined
  const isOpen = review.finishedAtMs === null
  const isAdmin = mayDo(person.role, 'reviews:write')
  return {
    kind: 'page',
    status: given.problem === undefined ? 200 : 400,
    title: review.title,
    content: (
      <>
        <Head review={review} />
        <Facts review={review} />
        {given.problem !== undefined && (
          <div class="alert" role="alert" id="errors" tabindex={-1}>
            <p>{given.problem}</p>
          </div>
        )}
        {opened && (
          <Accounts
            opened={opened}
            filter={parseAccountFilter(query, !isOpen)}
            judge={await findSelf(visit)}
            entry={given.entry ?? emptyEntry}
          />
        )}
        {isOpen && isAdmin && <Ending review={review} />}
      </>
    ),
  }
}

async function findSelf({ users, person: { organizationId, userId } }: OwnVisit) {
  const self = await users.find({ organizationId, userId })
  return { userId, name: self?.name ?? '', email: self?.email ?? '' }
}

function Head({ review }: { readonly review: AccessReview }) {
  const { id, title, state, counts, dueDay, finishedAtMs, filter } = review
  return (
    <header class="head">
      <div>
        <p class="crumbs">
          <Link to="/access">Access reviews</Link>
        </p>
        <h1>{title}</h1>
        <p class="lead">
          <ReviewBadge state={state} />{' '}
          {`${counts.accounts - counts.undecided} of ${formatCount(counts.accounts, 'account')} decided · ${describeReviewFilter(filter)} · `}
          {finishedAtMs === null ? (
            `until ${dueDay}`
          ) : (
            <>
              finished <Moment at={finishedAtMs} /> by {review.finishedBy}
            </>
          )}
        </p>
      </div>
      {finishedAtMs !== null && (
        <Link to={`/access/${id}/evidence`} looks="primary">
          Download the signed evidence
        </Link>
      )}
    </header>
  )
}

function Facts({ review }: { readonly review: AccessReview }) {
  const { systems, reviewers, counts, undecidedReason, finishedAtMs, everyDays, startedAtMs } = review
  const incomplete = explainIncompleteness(review)
  const unplaced = systems.reduce((sum, system) => sum + (system.unplaced ?? 0), 0)
  const waiting = counts.notDone + counts.open
  return (
    <section class="sheet" aria-label="About the review">
      {incomplete.length > 0 && (
        <div class="alert">
          <p>
            <b>Not complete.</b> Accounts may be missing:
          </p>
          <ul>
            {incomplete.map((text) => (
              <li>{text}</li>
            ))}
          </ul>
        </div>
      )}
      {unplaced > 0 && (
        <p class="small">{`${formatCount(unplaced, 'account')} left out, because nobody knows the department of the owner.`}</p>
      )}
      <p>
        {`${systems.map(({ name }) => name).join(', ')}. Reviewed by ${reviewers.map(({ name, email }) => name || email).join(', ')}.`}
      </p>
      <p class="small">
        The accounts are those of <Moment at={startedAtMs} />
        {`. The review counts for ${everyDays} days.`}
      </p>
      {counts.remove + counts.change > 0 && (
        <p>
          {`${formatCount(counts.remove, 'removal')} and ${formatCount(counts.change, 'change')}: ${counts.done} seen done, ${counts.notDone} not done, ${counts.open} that no list could tell yet.`}
          {waiting > 0 && finishedAtMs !== null && ' Each new list of the system shows whether they are done.'}
        </p>
      )}
      {undecidedReason !== null && (
        <p>{`${formatCount(counts.undecided, 'account')} left undecided: ${undecidedReason}`}</p>
      )}
    </section>
  )
}

interface AccountsProps {
  readonly opened: OpenAccessReview
  readonly filter: AccountFilter
  readonly judge: Parameters<typeof isOwnAccount>[0]
  readonly entry: DecisionEntry
}

function Accounts({ opened: { review, accounts }, filter, judge, entry }: AccountsProps) {
  const { id, systems, finishedAtMs } = review
  const chosen = chooseAccounts(accounts, filter)
  const from = (filter.page - 1) * accountsShown
  const page = chosen.slice(from, from + accountsShown)
  const isOpen = finishedAtMs === null
  const rows = <Rows {...{ review, page, judge, entry }} isSelectable={isOpen} />
  return (
    <section aria-labelledby="accounts">
      <h2 id="accounts">Accounts</h2>
      <Tabs id={id} filter={filter} accounts={accounts} />
      <Filter id={id} filter={filter} systems={systems} />
      {page.length === 0 ? (
        <p class="sheet">
          {accounts.length === 0 ? 'You decide about no account of this review.' : 'No account matches.'}
        </p>
      ) : isOpen ? (
        <PostForm to={`/access/${id}/decide`} class="sheet issues-sheet review" data-review="">
          <input type="hidden" name="query" value={formatAccountQuery(filter)} />
          <Bulk entry={entry} matching={chosen.length > page.length ? chosen.length : 0} />
          {rows}
        </PostForm>
      ) : (
        <div class="sheet issues-sheet review">{rows}</div>
      )}
      <nav class="row pages" aria-label="Pages">
        {from > 0 && (
          <Link to={`/access/${id}?${formatAccountQuery({ ...filter, page: filter.page - 1 })}`}>Previous</Link>
        )}
        <span class="small">{`${page.length} of ${formatCount(chosen.length, 'account')}`}</span>
        {from + page.length < chosen.length && (
          <Link to={`/access/${id}?${formatAccountQuery({ ...filter, page: filter.page + 1 })}`}>Next</Link>
        )}
        <Link to={`/access/${id}/accounts.csv`}>CSV</Link>
      </nav>
    </section>
  )
}

interface RowsProps {
  readonly review: AccessReview
  readonly page: readonly ReviewedAccount[]
  readonly judge: AccountsProps['judge']
  readonly entry: DecisionEntry
  readonly isSelectable: boolean
}

function Rows({ review: { systems }, page, judge, entry, isSelectable }: RowsProps) {
  const names = new Map(systems.map(({ connectionId, name }) => [connectionId, name]))
  return (
    <ul class={isSelectable ? 'reviewed selectable' : 'reviewed'}>
      {page.map((account) => (
        <AccountRow
          account={account}
          system={names.get(account.connectionId) ?? account.connectionId}
          isOwn={isSelectable && isOwnAccount(judge, account)}
          isSelectable={isSelectable}
          isChosen={entry.numbers.includes(String(account.number))}
        />
      ))}
    </ul>
  )
}

const showWords = { open: 'To decide', all: 'All', removals: 'Removals' } as const

function Tabs({
  id,
  filter,
  accounts,
}: {
  readonly id: string
  readonly filter: AccountFilter
  readonly accounts: readonly ReviewedAccount[]
}) {
  const count = (show: AccountFilter['show']) => chooseAccounts(accounts, { ...filter, show }).length
  return (
    <nav class="tabs" aria-label="Which accounts">
      <ul>
        {shows.map((show) => (
          <li>
            <Link
              to={`/access/${id}?${formatAccountQuery({ ...filter, show, page: 1 })}`}
              current={show === filter.show}
            >
              {showWords[show]} <b>{count(show).toLocaleString('en')}</b>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const sortWords = {
  attention: 'What needs a look first',
  name: 'Name',
  system: 'System',
  activity: 'Longest without activity',
} as const

function Filter({ id, filter, systems }: { id: string; filter: AccountFilter; systems: AccessReview['systems'] }) {
  return (
    <GetForm to={`/access/${id}`} role="search" class="filter dense">
      <input type="hidden" name="show" value={filter.show} />
      <label>
        Search
        <input type="search" name="q" value={filter.words} placeholder="Name, address, role" />
      </label>
      <label>
        System
        <select name="system">
          <option value="">All</option>
          {systems.map(({ connectionId, name }) => (
            <option value={connectionId} selected={connectionId === filter.system}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        Sort by
        <select name="sort">
          {Object.entries(sortWords).map(([value, label]) => (
            <option value={value} selected={value === filter.sort}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <button class="button quiet" type="submit">
        Filter
      </button>
    </GetForm>
  )
}

const decisions = ['keep', 'remove', 'change', ''] as const

/** One decision with one reason, for all ticked accounts. */
function Bulk({ entry, matching }: { readonly entry: DecisionEntry; readonly matching: number }) {
  return (
    <div class="bulk">
      <label class="tick scripted">
        <input type="checkbox" data-all="number" /> All of this page
      </label>
      <span class="small scripted">
        Keys: J and K move, Space ticks, 1 keeps, 2 removes, 3 changes; then enter the reason.
      </span>
      <span class="small unscripted">Tick accounts to decide about them together.</span>
      {matching > 0 && (
        <label class="tick">
          <input type="checkbox" name="matching" value="yes" /> {`All ${matching} that match, without your own`}
        </label>
      )}
      <fieldset class="row decisions">
        <legend class="sr">Decision</legend>
        {decisions.map((value) => (
          <label class="tick">
            <input type="radio" name="decision" value={value} checked={entry.decision === value} />{' '}
            {value === '' ? 'Take back' : decisionWords[value]}
          </label>
        ))}
      </fieldset>
      <span class="row texts">
        <label>
          Reason
          <input name="reason" maxlength={2000} value={entry.reason} />
        </label>
        <label>
          What changes
          <input name="change" maxlength={2000} value={entry.change} placeholder="only for a change" />
        </label>
        <button class="button primary" type="submit">
          Decide
        </button>
      </span>
    </div>
  )
}

function Ending({ review: { id, counts } }: { readonly review: AccessReview }) {
  return (
    <section class="sheet" aria-labelledby="finish">
      <h2 id="finish">Finish the review</h2>
      <p class="small">The decisions are signed as evidence, and nothing changes in the review afterwards.</p>
      <PostForm to={`/access/${id}/finish`}>
        {counts.undecided > 0 && (
          <div class="field">
            <label for="undecided">{`Why ${formatCount(counts.undecided, 'account')} stay undecided`}</label>
            <input id="undecided" name="undecided" maxlength={2000} required />
          </div>
        )}
        <div class="actions">
          <button class="button primary" type="submit">
            Finish and sign it
          </button>
        </div>
      </PostForm>
      <details>
        <summary>End it without a result</summary>
        <PostForm to={`/access/${id}/discard`}>
          <p class="small">All decisions of the review are deleted.</p>
          <button class="button danger" type="submit">
            Delete the review
          </button>
        </PostForm>
      </details>
    </section>
  )
}
