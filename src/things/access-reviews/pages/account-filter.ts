import type { ReviewedAccount } from '../../../crosscheck/reviews/access-review.ts'
import { readName } from '../../../crosscheck/reviews/review-run.ts'
import { compareTexts } from '../../../text/compare-texts.ts'

/** What of a review a page shows. */
export interface ReviewAccountFilter {
  readonly show: 'open' | 'all' | 'removals'
  /** Id of a connection. */
  readonly system: string
  /** Part of a name, an address or a role. */
  readonly words: string
  readonly sort: 'attention' | 'name' | 'system' | 'activity'
  readonly page: number
}

export const shows = ['open', 'all', 'removals'] as const
const sorts = ['attention', 'name', 'system', 'activity'] as const

/** @param isFinished a finished review is looked at as a whole */
export function parseAccountFilter(query: URLSearchParams, isFinished: boolean): ReviewAccountFilter {
  const page = Math.floor(Number(query.get('page')))
  return {
    show: shows.find((one) => one === query.get('show')) ?? (isFinished ? 'all' : 'open'),
    system: query.get('system') ?? '',
    words: (query.get('q') ?? '').trim().slice(0, 200),
    sort: sorts.find((one) => one === query.get('sort')) ?? 'attention',
    page: page >= 1 && page < 1e6 ? page : 1,
  }
}

export function formatAccountQuery({ show, system, words, sort, page }: ReviewAccountFilter): string {
  const query = new URLSearchParams({ show, sort })
  if (system !== '') query.set('system', system)
  if (words !== '') query.set('q', words)
  if (page > 1) query.set('page', String(page))
  return query.toString()
}

/** The accounts that a filter chooses, in its order. */
export function chooseAccounts(
  accounts: readonly ReviewedAccount[],
  { show, system, words, sort }: ReviewAccountFilter,
): readonly ReviewedAccount[] {
  const wanted = words.toLowerCase().split(/\s+/)
  return accounts
    .filter(({ decision }) => show !== 'open' || decision === null)
    .filter(({ decision }) => show !== 'removals' || (decision !== null && decision.is !== 'keep'))
    .filter(({ connectionId }) => system === '' || connectionId === system)
    .filter((account) => words === '' || hasWords(account, wanted))
    .toSorted((a, b) => compareBy[sort](a, b) || a.number - b.number)
}

function hasWords({ record, owner }: ReviewedAccount, wanted: readonly string[]): boolean {
  const { id, name, email, roles, kind } = record
  const text = [id, name, email, kind, ...(Array.isArray(roles) ? roles : []), owner?.name].join(' ').toLowerCase()
  return wanted.every((word) => text.includes(word))
}

const compareBy: Record<ReviewAccountFilter['sort'], (a: ReviewedAccount, b: ReviewedAccount) => number> = {
  attention: (a, b) => weigh(b) - weigh(a),
  name: (a, b) => compareTexts(readName(a.record).toLowerCase(), readName(b.record).toLowerCase()),
  system: (a, b) => compareTexts(a.connectionId, b.connectionId),
  // Never, and unknown, come first: they need a look.
  activity: (a, b) => readActivity(a) - readActivity(b),
}

/** What makes an account worth a look before others. */
function weigh({ record, owner, last }: ReviewedAccount): number {
  return (
    (owner?.hasLeft === true ? 16 : 0) +
    (owner?.is === 'nobody' ? 8 : 0) +
    (last && last.is !== 'keep' ? 8 : 0) +
    (record.administrator === true ? 4 : 0) +
    (record.secondFactor === false ? 2 : 0) +
    (record.kind === 'guest' ? 1 : 0)
  )
}

function readActivity({ record: { lastActiveAt } }: ReviewedAccount): number {
  const atMs = typeof lastActiveAt === 'string' ? Date.parse(lastActiveAt) : Number.NaN
  return Number.isNaN(atMs) ? 0 : atMs
}
