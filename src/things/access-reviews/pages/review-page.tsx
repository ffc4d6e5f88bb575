import type { ReviewedAccount } from '../../../crosscheck/reviews/access-review.ts'
import { explainIncompleteness } from '../../../crosscheck/reviews/review-state.ts'
import { reasonLengthMax } from '../../../service/records/text-limits.ts'
import { isLimited } from '../../../service/rights/period.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { GetForm, Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, definePage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { countUnits } from '../../pages/shared/count-units.ts'
import { FormActions, InputField, Options, SubmitButton } from '../../pages/shared/form-field.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { Tabs } from '../../pages/shared/tabs.tsx'
import type { AccessReview, OpenAccessReview } from '../access-reviews.ts'
import { isOwnAccount } from '../decide-accounts.ts'
import { demandReview, findReviewOutcomes, openReviewPart } from '../reading/access-reviews.ts'
import {
  chooseAccounts,
  formatAccountQuery,
  parseAccountFilter,
  type ReviewAccountFilter,
  shows,
} from './account-filter.ts'
import { AccountRow } from './account-row.tsx'
import { describeFilter } from './describe-filter.ts'
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
  options: {
    readonly entry?: DecisionEntry
    /** Why accounts stay undecided. */
    readonly undecidedReason?: string
    readonly problem?: string | undefined
  } = {},
): Promise<PageAnswer> {
  const { runtime, person, params } = visit
  const id = params.reviewId ?? ''
  const review = await demandReview(runtime, person, id)
  const isReviewer = mayDo(person.role, 'reviews:decide')
  const opened = isReviewer ? await openReviewPart(runtime, person, id) : undefined
  const isOpen = review.finishedAtMs === null
  const isAdmin = mayDo(person.role, 'reviews:write')
  const hasOutcomes = !isOpen && (await findReviewOutcomes(runtime, person, id)) !== undefined
  return createPage(
    { status: options.problem === undefined ? 200 : 400, title: review.title },
    <>
      <Head review={review} />
      <Facts review={review} hasOutcomes={!isLimited(person)} />
      {hasOutcomes && (
        <p class="after">
          <Link to={`/access/${id}/outcomes`}>{visit.texts.access.head.downloadOutcomes}</Link>
        </p>
      )}
      {options.problem !== undefined && (
        <div class="alert" role="alert" id="errors" tabindex={-1}>
          <p>{options.problem}</p>
        </div>
      )}
      {opened && (
        <Accounts
          opened={opened}
          filter={parseAccountFilter(query, !isOpen)}
          judge={await findSelf(visit)}
          entry={options.entry ?? emptyEntry}
        />
      )}
      {isOpen && isAdmin && <Ending review={review} undecidedReason={options.undecidedReason} />}
    </>,
  )
}

async function findSelf({ users, person: { organizationId, userId } }: OwnVisit) {
  const self = await users.find({ organizationId, userId })
  return { userId, name: self?.name ?? '', email: self?.email ?? '' }
}

function Head({ review }: { readonly review: AccessReview }) {
  const texts = useTexts()
  const { id, title, state, counts, dueDay, finishedAtMs, filter } = review
  const progress = {
    decided: counts.accounts - counts.undecided,
    total: counts.accounts,
    filter: describeFilter(texts, filter),
  }
  return (
    <PageHead
      crumbs={<Link to="/access">{texts.labels.accessReviews}</Link>}
      title={title}
      lead={
        <>
          <ReviewBadge state={state} />{' '}
          {finishedAtMs === null
            ? texts.access.head.open({ ...progress, dueDay })
            : texts.access.head.finished({
                ...progress,
                moment: <Moment at={finishedAtMs} />,
                by: review.finishedBy ?? '',
              })}
        </>
      }
      actions={
        finishedAtMs !== null && (
          <Link to={`/access/${id}/evidence`} looks="primary">
            {texts.access.head.download}
          </Link>
        )
      }
    />
  )
}

function Facts({ review, hasOutcomes }: { readonly review: AccessReview; readonly hasOutcomes: boolean }) {
  const texts = useTexts()
  const { systems, reviewers, counts, undecidedReason, finishedAtMs, everyDays, startedAtMs } = review
  const incomplete = explainIncompleteness(review)
  const unplaced = systems.reduce((sum, system) => sum + (system.unplaced ?? 0), 0)
  const waiting = counts.notDone + counts.open
  return (
    <section class="sheet" aria-label={texts.labels.details}>
      {incomplete.length > 0 && (
        <div class="alert">
          <p>{texts.access.facts.incomplete({ name: <b>{texts.access.facts.incompleteMark}</b> })}</p>
          <ul>
            {incomplete.map((text) => (
              <li>{text}</li>
            ))}
          </ul>
        </div>
      )}
      {unplaced > 0 && <p class="small">{texts.access.facts.leftOut({ count: unplaced })}</p>}
      <p>
        {texts.access.facts.reviewers({
          systems: systems.map(({ name }) => name).join(', '),
          reviewers: reviewers.map(({ name, email }) => name || email).join(', '),
        })}
      </p>
      <p class="small">{texts.access.facts.asOf({ moment: <Moment at={startedAtMs} />, everyDays })}</p>
      {counts.remove + counts.change > 0 && (
        <p>
          {texts.access.facts.removals({ remove: counts.remove, change: counts.change })}
          {hasOutcomes &&
            ` ${texts.access.facts.outcomes({ done: counts.done, notDone: counts.notDone, open: counts.open })}`}
          {hasOutcomes && waiting > 0 && finishedAtMs !== null && ` ${texts.access.facts.waiting}`}
        </p>
      )}
      {undecidedReason !== null && (
        <p>{texts.access.facts.undecided({ count: counts.undecided, reason: undecidedReason })}</p>
      )}
    </section>
  )
}

interface AccountsProps {
  readonly opened: OpenAccessReview
  readonly filter: ReviewAccountFilter
  readonly judge: Parameters<typeof isOwnAccount>[0]
  readonly entry: DecisionEntry
}

function Accounts({ opened: { review, accounts }, filter, judge, entry }: AccountsProps) {
  const texts = useTexts()
  const { id, systems, finishedAtMs } = review
  const chosen = chooseAccounts(accounts, filter)
  const from = (filter.page - 1) * accountsShown
  const page = chosen.slice(from, from + accountsShown)
  const isOpen = finishedAtMs === null
  const rows = <Rows review={review} page={page} judge={judge} entry={entry} isSelectable={isOpen} />
  return (
    <section aria-labelledby="accounts">
      <h2 id="accounts">{texts.labels.accounts}</h2>
      <ShowTabs id={id} filter={filter} accounts={accounts} />
      <Filter id={id} filter={filter} systems={systems} />
      {page.length === 0 ? (
        <p class="sheet">{accounts.length === 0 ? texts.access.accounts.none : texts.access.accounts.noMatch}</p>
      ) : isOpen ? (
        <PostForm to={`/access/${id}/decide`} class="sheet issues-sheet review" data-review="">
          <input type="hidden" name="query" value={formatAccountQuery(filter)} />
          <Bulk entry={entry} matching={chosen.length > page.length ? chosen.length : 0} />
          {rows}
        </PostForm>
      ) : (
        <div class="sheet issues-sheet review">{rows}</div>
      )}
      <nav class="row pages" aria-label={texts.labels.pages}>
        {from > 0 && (
          <Link to={`/access/${id}?${formatAccountQuery({ ...filter, page: filter.page - 1 })}`}>
            {texts.actions.previousPage}
          </Link>
        )}
        <span class="small">{texts.access.accounts.shownOf({ page: page.length, chosen: chosen.length })}</span>
        {from + page.length < chosen.length && (
          <Link to={`/access/${id}?${formatAccountQuery({ ...filter, page: filter.page + 1 })}`}>
            {texts.actions.nextPage}
          </Link>
        )}
        <Link to={`/access/${id}/accounts.csv`}>{texts.labels.csv}</Link>
      </nav>
    </section>
  )
}

interface AccountRowsProps {
  readonly review: AccessReview
  readonly page: readonly ReviewedAccount[]
  readonly judge: AccountsProps['judge']
  readonly entry: DecisionEntry
  readonly isSelectable: boolean
}

function Rows({ review: { systems }, page, judge, entry, isSelectable }: AccountRowsProps) {
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

function ShowTabs({
  id,
  filter,
  accounts,
}: {
  readonly id: string
  readonly filter: ReviewAccountFilter
  readonly accounts: readonly ReviewedAccount[]
}) {
  const texts = useTexts()
  const count = (show: ReviewAccountFilter['show']) => chooseAccounts(accounts, { ...filter, show }).length
  return (
    <Tabs
      name={texts.access.accounts.tabs}
      tabs={shows.map((show) => ({
        to: `/access/${id}?${formatAccountQuery({ ...filter, show, page: 1 })}`,
        text: texts.access.accounts.show[show],
        count: texts.format.number(count(show)),
        current: show === filter.show,
      }))}
    />
  )
}

function Filter({
  id,
  filter,
  systems,
}: {
  id: string
  filter: ReviewAccountFilter
  systems: AccessReview['systems']
}) {
  const texts = useTexts()
  return (
    <GetForm to={`/access/${id}`} role="search" class="filter dense">
      <input type="hidden" name="show" value={filter.show} />
      <label>
        {texts.actions.search}
        <input type="search" name="q" value={filter.words} placeholder={texts.access.accounts.searchPlaceholder} />
      </label>
      <label>
        {texts.labels.system}
        <select name="system">
          <option value="">{texts.labels.all}</option>
          {systems.map(({ connectionId, name }) => (
            <option value={connectionId} selected={connectionId === filter.system}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {texts.labels.sortBy}
        <select name="sort">
          <Options of={Object.entries(texts.access.accounts.sort)} chosen={filter.sort} />
        </select>
      </label>
      <SubmitButton looks="quiet">{texts.actions.filter}</SubmitButton>
    </GetForm>
  )
}

const decisions = ['keep', 'remove', 'change', ''] as const

/** One decision with one reason, for all ticked accounts. */
function Bulk({ entry, matching }: { readonly entry: DecisionEntry; readonly matching: number }) {
  const texts = useTexts()
  return (
    <div class="bulk">
      <label class="tick scripted">
        <input type="checkbox" data-all="number" /> {texts.actions.selectPage}
      </label>
      <span class="small scripted">{texts.access.decide.keys}</span>
      <span class="small unscripted">{texts.access.decide.selectHelp}</span>
      {matching > 0 && (
        <label class="tick">
          <input type="checkbox" name="matching" value="yes" /> {texts.access.decide.allMatching({ count: matching })}
        </label>
      )}
      <fieldset class="row decisions">
        <legend class="sr">{texts.labels.decision}</legend>
        {decisions.map((value) => (
          <label class="tick">
            <input type="radio" name="decision" value={value} checked={entry.decision === value} />{' '}
            {value === '' ? texts.access.decide.undo : texts.access.decide.decisions[value]}
          </label>
        ))}
      </fieldset>
      <span class="row texts">
        <label>
          {texts.labels.reason}
          <input name="reason" maxlength={countUnits(reasonLengthMax)} value={entry.reason} />
        </label>
        <label>
          {texts.access.decide.change}
          <input
            name="change"
            maxlength={countUnits(reasonLengthMax)}
            value={entry.change}
            placeholder={texts.access.decide.changeHint}
          />
        </label>
        <SubmitButton looks="primary">{texts.access.decide.button}</SubmitButton>
      </span>
    </div>
  )
}

interface EndingProps {
  readonly review: AccessReview
  readonly undecidedReason: string | undefined
}

function Ending({ review: { id, counts }, undecidedReason }: EndingProps) {
  const texts = useTexts()
  return (
    <Sheet id="finish" title={texts.access.finish.title}>
      <p class="small">{texts.access.finish.help}</p>
      <PostForm to={`/access/${id}/finish`}>
        {counts.undecided > 0 && (
          <InputField
            name="undecided"
            label={texts.access.finish.undecidedReason({ count: counts.undecided })}
            maxlength={reasonLengthMax}
            value={undecidedReason}
            required
          />
        )}
        <FormActions submit={texts.access.finish.button} />
      </PostForm>
      <details>
        <summary>{texts.access.discard.title}</summary>
        <PostForm to={`/access/${id}/discard`}>
          <p class="small">{texts.access.discard.help}</p>
          <SubmitButton looks="danger">{texts.access.discard.button}</SubmitButton>
        </PostForm>
      </details>
    </Sheet>
  )
}
