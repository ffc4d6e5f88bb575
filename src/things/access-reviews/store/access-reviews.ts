import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import type {
  AccountDecision,
  ReviewVerdict,
  SeenOutcome,
  StoredAccessReview,
  StoredReviewedAccount,
} from '../../../crosscheck/reviews/access-review.ts'
import type {
  AccessReviewFilter,
  AccessReviewStore,
  ReviewRef,
  SystemCounts,
} from '../../../crosscheck/reviews/access-review-store.ts'
import { StoreError } from '../../../errors/index.ts'
import { pieceRecordsMax } from '../../../inventory/inventory-store.ts'
import { parseJsonText, toJsonText } from '../../../service/store/sql/json-text.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import { sortNewest } from '../../../service/store/sql/older-than.ts'
import { sendTogether } from '../../../service/store/sql/send-together.ts'
import type { SqlTraits } from '../../../service/store/sql/sql-traits.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { dropAllPieces, dropPieces } from '../../../service/store/tables/drop-pieces.ts'
import { insertFile } from '../../../service/store/tables/files.ts'
import { enterLog } from '../../log/store/enter-log.ts'

const listed = 100
/** SQLite takes at most 32,766 parameters. */
const rowsAtOnce = 500

export function createAccessReviewStore(db: Kysely<Schema>, traits: SqlTraits): AccessReviewStore {
  return {
    async stage(review, lists) {
      await db
        .insertInto('accessReviews')
        .values({ ...toReviewRow(review), hidden: 1, lastNotice: null, ...notFollowed })
        .execute()
      for (const { connectionId, part, pieces } of lists)
        for await (const { from: position, count, sealed } of pieces)
          await db
            .insertInto('accessReviewPieces')
            .values({ reviewId: review.id, connectionId, part: part ?? '', position, count, sealed })
            .execute()
    },
    show: (ref, { systems, accounts }) =>
      runInTransaction(db, async (tx) => {
        const { numUpdatedRows } = await ofOrganization(tx, ref.organizationId)
          .updateTable('accessReviews')
          .set({ hidden: 0, systems: toJsonText(systems) })
          .where('id', '=', ref.id)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) throw new StoreError('There is no such access review.', { code: 'NOT_FOUND' })
        for (let from = 0; from < accounts.length; from += rowsAtOnce)
          await tx
            .insertInto('accessReviewAccounts')
            .values(accounts.slice(from, from + rowsAtOnce).map((account) => toAccountRow(ref.id, account)))
            .execute()
        const { startedAtMs: atMs } = await findReview(tx, ref)
        const facts = { systems: systems.length, accounts: accounts.length }
        await enterLog(tx, { kind: 'review.made', organizationId: ref.organizationId, subject: ref.id, atMs, facts })
      }),
    async drop({ id, organizationId }) {
      const { numUpdatedRows } = await ofOrganization(db, organizationId)
        .updateTable('accessReviews')
        .set({ hidden: 1 })
        .where('id', '=', id)
        .where('finishedAtMs', 'is', null)
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return false
      // It is gone. Retention finds leftovers.
      await dropAllPieces(db, traits, 'accessReviews', [id]).catch(() => undefined)
      return true
    },
    dropLeftovers: (beforeMs, limit) =>
      traits.runUnsynced(db, async (tx) => {
        const left = await tx
          .selectFrom('accessReviews')
          .select('id')
          .where('hidden', '=', 1)
          .where('startedAtMs', '<', beforeMs)
          .limit(limit)
          .execute()
        return dropPieces(
          tx,
          'accessReviews',
          left.map(({ id }) => id),
          limit,
        )
      }),
    async find(id, organizationId) {
      const row = await ofOrganization(db, organizationId)
        .selectFrom('accessReviews')
        .selectAll()
        .where('id', '=', id)
        .where('hidden', '=', 0)
        .executeTakeFirst()
      return row && toStoredReview(row)
    },
    async list({ limit = listed, before, ...filter }) {
      const query = selectReviews(db, filter).selectAll().$call(sortNewest('startedAtMs', before)).limit(limit)
      return (await query.execute()).map(toStoredReview)
    },
    async listOverdue({ organizationId, today, limit }) {
      const rows = await ofOrganization(db, organizationId)
        .selectFrom('accessReviews')
        .selectAll()
        .where('hidden', '=', 0)
        .where('finishedAtMs', 'is', null)
        // Days compare as text.
        .where('dueDay', '<', today)
        .orderBy('dueDay')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(toStoredReview)
    },
    count: (reviewIds, atMs) => countDecisions(db, reviewIds, atMs),
    async listVerdicts({ organizationId, finishedByMs }) {
      const rows = await selectReviews(db, { organizationId, isFinished: true, finishedByMs })
        .select(['id', 'startedAtMs', 'finishedAtMs', 'everyDays', 'removalDays', 'verdict', 'follows'])
        .$call(sortNewest('startedAtMs'))
        .execute()
      return rows.map(({ verdict, ...row }) => ({
        ...row,
        verdict: verdict === null ? null : parseJsonText<ReviewVerdict>(verdict, 'access_reviews.verdict'),
      }))
    },
    saveVerdicts: (of) => saveVerdicts(db, of),
    async accounts(reviewId, { connectionId, followed } = {}) {
      const rows = await db
        .selectFrom('accessReviewAccounts')
        .selectAll()
        .where('reviewId', '=', reviewId)
        .$if(connectionId !== undefined, (query) => query.where('connectionId', '=', connectionId ?? ''))
        .$if(followed === true, (query) => query.where(isFollowed))
        .orderBy('number')
        .execute()
      return rows.map(toStoredAccount)
    },
    pieces: ({ reviewId, connectionId, part }, from, limit) =>
      db
        .selectFrom('accessReviewPieces')
        .select(['position as from', 'count', 'sealed'])
        .where('reviewId', '=', reviewId)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('accessReviews')
              .select('accessReviews.id')
              .where('accessReviews.id', '=', reviewId)
              .where('hidden', '=', 0),
          ),
        )
        .where('connectionId', '=', connectionId)
        .where('part', '=', part ?? '')
        .where(({ eb, ref }) => eb(eb(ref('position'), '+', ref('count')), '>', from))
        .where('position', '>', from - pieceRecordsMax)
        .orderBy('position')
        .limit(limit)
        .execute(),
    decide: (ref, decisions) =>
      runInTransaction(db, async (tx) => {
        if (!(await lockOpen(tx, ref))) return false
        // The same decision for many accounts is one statement.
        const groups = Map.groupBy(decisions, ({ decision }) => JSON.stringify(decision))
        for (const same of groups.values())
          for (let from = 0; from < same.length; from += rowsAtOnce)
            await tx
              .updateTable('accessReviewAccounts')
              .set({ ...toDecisionRow(same[0]?.decision ?? null), ...noOutcome })
              .where('reviewId', '=', ref.id)
              .where(
                'number',
                'in',
                same.slice(from, from + rowsAtOnce).map(({ number }) => number),
              )
              .execute()
        return true
      }),
    noteOutcomes: (reviewId, outcomes, nowMs) =>
      runInTransaction(db, async (tx) => {
        const before = await tx
          .selectFrom('accessReviewAccounts')
          .select(['number', 'outcome', 'seen'])
          .where('reviewId', '=', reviewId)
          .where('decision', 'in', ['remove', 'change'])
          .execute()
        const known = new Map(before.map((row) => [row.number, row]))
        const isNew = ({ number, outcome }: (typeof outcomes)[number]) => known.get(number)?.outcome !== outcome.is
        if (outcomes.some((each) => isNew(each) && known.get(each.number)?.outcome !== 'done'))
          // Also of one that is not finished: its end waits for this, so that whoever then finds out what it says has seen all.
          await tx
            .updateTable('accessReviews')
            .set(({ eb, ref }) => ({
              outcomeRevision: sql<number>`outcome_revision + case when finished_at_ms is null then 0 else 1 end`,
              follows: eb(ref('follows'), '+', 1),
              verdict: null,
            }))
            .where('id', '=', reviewId)
            .execute()
        for (const each of outcomes) {
          const { number, decision, outcome } = each
          const sinceMs = outcome.atMs ?? nowMs
          const seen = [...parseSeen(known.get(number)?.seen ?? null), { ...outcome, sinceMs }]
          await tx
            .updateTable('accessReviewAccounts')
            .set({
              outcomeSinceMs: isNew(each) ? sinceMs : undefined,
              seen: isNew(each) ? toJsonText(seen) : undefined,
              outcome: outcome.is,
              outcomeBecause: outcome.because,
              outcomeAtMs: outcome.atMs,
              outcomeDigest: outcome.digest,
            })
            .where('reviewId', '=', reviewId)
            .where('number', '=', number)
            // Somebody may have decided otherwise meanwhile.
            .where('decision', '=', decision.is)
            .where('decidedAtMs', '=', decision.atMs)
            .where(({ or, eb }) => or([eb('outcome', 'is', null), eb('outcome', '!=', 'done')]))
            .execute()
        }
      }),
    async findUnsignedOutcomes({ id, organizationId }) {
      const row = await ofOrganization(db, organizationId)
        .selectFrom('accessReviews')
        .select('outcomeRevision')
        .where('id', '=', id)
        .where(({ eb, ref }) => eb('outcomeRevision', '>', ref('signedOutcomeRevision')))
        .executeTakeFirst()
      return row?.outcomeRevision
    },
    keepOutcomes: ({ id, organizationId, revision }, { fileId, manifestSha256: manifest, ...file }) =>
      runInTransaction(db, async (tx) => {
        const { numUpdatedRows } = await ofOrganization(tx, organizationId)
          .updateTable('accessReviews')
          .set({ signedOutcomeRevision: revision })
          .where('id', '=', id)
          .where('signedOutcomeRevision', '<', revision)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) return file.objectKey
        const before = await tx.deleteFrom('files').where('id', '=', fileId).returning('objectKey').executeTakeFirst()
        await insertFile(tx, { ...file, id: fileId, organizationId, userId: null })
        const { createdAtMs: atMs } = file
        await enterLog(tx, { kind: 'review.followed', organizationId, subject: id, atMs, facts: { manifest } })
        return before?.objectKey ?? null
      }),
    finish: ({ revision, ...ref }, { bundle, ...end }) =>
      runInTransaction(db, async (tx) => {
        const { numUpdatedRows } = await ofOrganization(tx, ref.organizationId)
          .updateTable('accessReviews')
          .set(end)
          .where('id', '=', ref.id)
          .where('finishedAtMs', 'is', null)
          .where('revision', '=', revision)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) return false
        await keepCounts(tx, ref.id)
        const createdAtMs = end.finishedAtMs ?? 0
        const { manifestSha256: manifest, ...file } = bundle
        await insertFile(tx, { ...file, ...ref, userId: null, createdAtMs })
        const { organizationId, id: subject } = ref
        await enterLog(tx, { kind: 'review.ended', organizationId, subject, atMs: createdAtMs, facts: { manifest } })
        return true
      }),
  }
}

const noOutcome = {
  outcome: null,
  outcomeBecause: null,
  outcomeAtMs: null,
  outcomeDigest: null,
  outcomeSinceMs: null,
  seen: null,
}

const notFollowed = { outcomeRevision: 0, signedOutcomeRevision: 0, verdict: null, follows: 0 } as const

async function saveVerdicts(
  db: Kysely<Schema>,
  { organizationId, reviews }: Parameters<AccessReviewStore['saveVerdicts']>[0],
): Promise<void> {
  await runInTransaction(db, (tx) =>
    sendTogether(
      reviews.map(({ id, follows, verdict }) =>
        ofOrganization(tx, organizationId)
          .updateTable('accessReviews')
          .set({ verdict: toJsonText(verdict) })
          .where('id', '=', id)
          .where('finishedAtMs', 'is not', null)
          .where('follows', '=', follows)
          .execute(),
      ),
    ),
  )
}

function parseSeen(text: string | null): readonly SeenOutcome[] {
  return text === null ? [] : parseJsonText(text, 'access_review_accounts.seen')
}

async function findReview(tx: Kysely<Schema>, { id, organizationId }: ReviewRef) {
  return ofOrganization(tx, organizationId)
    .selectFrom('accessReviews')
    .select('startedAtMs')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** @param atMs as at that time. Default: as now */
export async function countDecisions(
  db: Kysely<Schema>,
  reviewIds: readonly string[],
  atMs?: number,
): ReturnType<AccessReviewStore['count']> {
  if (reviewIds.length === 0) return new Map()
  const present = await db
    .selectFrom('accessReviewCounts')
    .select(['reviewId', 'connectionId', 'decision', 'accounts'])
    .where('reviewId', 'in', reviewIds)
    .execute()
  const isStored = new Set(present.map(({ reviewId }) => reviewId))
  const [followed, others] = await Promise.all([
    countOutcomes(db, [...isStored], { atMs, isFollowed: true }),
    countOutcomes(
      db,
      reviewIds.filter((id) => !isStored.has(id)),
      { atMs, isFollowed: false },
    ),
  ])
  const rows: readonly CountedRow[] = [
    ...present.map(({ decision, accounts, ...row }) => ({
      ...row,
      outcome: null,
      count: Number(accounts),
      decision: decision === 'keep' ? decision : null,
    })),
    ...followed,
    ...others,
  ]
  const byReview = Map.groupBy(rows, ({ reviewId }) => reviewId)
  return new Map(
    [...byReview].map(([id, ofReview]) => [
      id,
      [...Map.groupBy(ofReview, ({ connectionId }) => connectionId)].map(([connectionId, ofSystem]) => ({
        connectionId,
        ...sumCounts(ofSystem),
      })),
    ]),
  )
}

interface CountedRow extends CountRow {
  readonly reviewId: string
  readonly connectionId: string
}

/** @param of.isFollowed only what has to be removed or changed */
async function countOutcomes(
  db: Kysely<Schema>,
  reviewIds: readonly string[],
  { atMs, isFollowed }: { readonly atMs: number | undefined; readonly isFollowed: boolean },
): Promise<readonly CountedRow[]> {
  if (reviewIds.length === 0) return []
  const chosen = db
    .selectFrom('accessReviewAccounts')
    .where('reviewId', 'in', reviewIds)
    .$if(isFollowed, (query) => query.where(isToFollow))
  const settled = await chosen
    .select(['reviewId', 'connectionId', 'decision', 'outcome'])
    .select(({ fn }) => fn.countAll<number | string | bigint>().as('count'))
    .$if(atMs !== undefined, (query) =>
      query.where(({ or, eb }) => or([eb('outcomeSinceMs', 'is', null), eb('outcomeSinceMs', '<=', atMs ?? 0)])),
    )
    .groupBy(['reviewId', 'connectionId', 'decision', 'outcome'])
    .execute()
  // What is known now was not known then: the outcome before it counts.
  const changed =
    atMs === undefined
      ? []
      : await chosen
          .select(['reviewId', 'connectionId', 'decision', 'seen'])
          .where('outcomeSinceMs', '>', atMs)
          .execute()
  return [
    ...settled.map((row) => ({ ...row, count: Number(row.count) })),
    ...changed.map(({ seen, ...row }) => ({
      ...row,
      outcome: parseSeen(seen).findLast(({ sinceMs }) => sinceMs <= (atMs ?? 0))?.is ?? null,
      count: 1,
    })),
  ]
}

/** Literally as in the partial index, because databases would not use it with parameters. */
const isToFollow = sql<boolean>`decision in ('remove', 'change')`

/** When a review ends: nobody decides about its accounts any more. */
async function keepCounts(tx: Kysely<Schema>, reviewId: string): Promise<void> {
  await tx
    .insertInto('accessReviewCounts')
    .columns(['reviewId', 'connectionId', 'decision', 'accounts'])
    .expression(({ selectFrom }) =>
      selectFrom('accessReviewAccounts')
        .select(['reviewId', 'connectionId'])
        .select(({ fn }) => [
          sql<'keep' | 'undecided'>`coalesce(decision, 'undecided')`.as('decision'),
          fn.countAll<number>().as('accounts'),
        ])
        .where('reviewId', '=', reviewId)
        .where(sql<boolean>`coalesce(decision, 'undecided') in ('keep', 'undecided')`)
        .groupBy(['reviewId', 'connectionId', sql`coalesce(decision, 'undecided')`]),
    )
    .execute()
}

/** Locks the row, so that decisions and the end of a review come one after the other. */
async function lockOpen(tx: Kysely<Schema>, { id, organizationId }: ReviewRef): Promise<boolean> {
  const { numUpdatedRows } = await ofOrganization(tx, organizationId)
    .updateTable('accessReviews')
    .set(({ eb, ref }) => ({ revision: eb(ref('revision'), '+', 1) }))
    .where('id', '=', id)
    .where('hidden', '=', 0)
    .where('finishedAtMs', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

function selectReviews(
  db: Kysely<Schema>,
  {
    organizationId,
    ids,
    isFinished,
    connectionId,
    isFollowed: hasFollowed,
    finishedByMs,
  }: Omit<AccessReviewFilter, 'limit' | 'before'>,
) {
  let query = ofOrganization(db, organizationId).selectFrom('accessReviews').where('hidden', '=', 0)
  if (ids !== undefined) query = query.where('id', 'in', ids)
  if (isFinished !== undefined) query = query.where('finishedAtMs', isFinished ? 'is not' : 'is', null)
  if (finishedByMs !== undefined) query = query.where('finishedAtMs', '<=', finishedByMs)
  // An id of ours has no character that a pattern would take for another.
  if (connectionId !== undefined)
    query = query.where(sql<boolean>`systems like ${`%"connectionId":${JSON.stringify(connectionId)}%`}`)
  if (hasFollowed)
    query = query.where(({ exists, selectFrom, ref }) =>
      exists(
        selectFrom('accessReviewAccounts')
          .select('number')
          .where('reviewId', '=', ref('accessReviews.id'))
          .$if(connectionId !== undefined, (accounts) => accounts.where('connectionId', '=', connectionId ?? ''))
          .where(isFollowed),
      ),
    )
  return query
}

/** What has to be removed or changed, and was not seen done. */
function isFollowed({ and, or, eb }: ExpressionBuilder<Schema, 'accessReviewAccounts'>) {
  return and([eb('decision', 'in', ['remove', 'change']), or([eb('outcome', 'is', null), eb('outcome', '!=', 'done')])])
}

interface CountRow {
  readonly decision: AccountDecision['is'] | null
  readonly outcome: string | null
  readonly count: number
}

function sumCounts(rows: readonly CountRow[]): Omit<SystemCounts, 'connectionId'> {
  const sum = (is: (row: CountRow) => boolean) => rows.filter(is).reduce((total, { count }) => total + count, 0)
  const isFollowed = ({ decision }: CountRow) => decision === 'remove' || decision === 'change'
  return {
    accounts: sum(() => true),
    keep: sum(({ decision }) => decision === 'keep'),
    remove: sum(({ decision }) => decision === 'remove'),
    change: sum(({ decision }) => decision === 'change'),
    undecided: sum(({ decision }) => decision === null),
    done: sum((row) => isFollowed(row) && row.outcome === 'done'),
    notDone: sum((row) => isFollowed(row) && row.outcome === 'not_done'),
    open: sum((row) => isFollowed(row) && row.outcome !== 'done' && row.outcome !== 'not_done'),
  }
}

function toReviewRow({ filter, byManager, reviewers, systems, controls, ...row }: StoredAccessReview) {
  return {
    ...row,
    byManager: byManager ? (1 as const) : (0 as const),
    filter: toJsonText(filter),
    reviewers: toJsonText(reviewers),
    systems: toJsonText(systems),
    controls: toJsonText(controls),
  }
}

function toStoredReview({
  hidden: _,
  lastNotice: _notice,
  outcomeRevision: _outcomes,
  signedOutcomeRevision: _signed,
  verdict: _verdict,
  follows: _follows,
  filter,
  byManager,
  reviewers,
  systems,
  controls,
  ...row
}: Selectable<Schema['accessReviews']>): StoredAccessReview {
  return {
    ...row,
    byManager: byManager === 1,
    filter: parseJsonText(filter, 'access_reviews.filter'),
    reviewers: parseJsonText(reviewers, 'access_reviews.reviewers'),
    systems: parseJsonText(systems, 'access_reviews.systems'),
    controls: parseJsonText(controls, 'access_reviews.controls'),
  }
}

function toDecisionRow(decision: AccountDecision | null) {
  return {
    decision: decision?.is ?? null,
    change: decision?.change ?? null,
    reason: decision?.reason ?? null,
    decidedBy: decision?.by ?? null,
    userId: decision?.userId ?? null,
    decidedAtMs: decision?.atMs ?? null,
  }
}

function toAccountRow(
  reviewId: string,
  { number, connectionId, part, position, assignedTo, decision }: StoredReviewedAccount,
) {
  return {
    reviewId,
    number,
    connectionId,
    part: part ?? '',
    position,
    assignedTo,
    ...toDecisionRow(decision),
    ...noOutcome,
  }
}

function toStoredAccount(row: Selectable<Schema['accessReviewAccounts']>): StoredReviewedAccount {
  const { number, connectionId, part, position, assignedTo } = row
  return {
    number,
    connectionId,
    part: part === '' ? null : part,
    position,
    assignedTo,
    decision:
      row.decision === null
        ? null
        : {
            is: row.decision,
            change: row.change,
            reason: row.reason ?? '',
            by: row.decidedBy ?? '',
            userId: row.userId ?? '',
            atMs: row.decidedAtMs ?? 0,
          },
    outcome:
      row.outcome === null
        ? null
        : {
            is: row.outcome,
            because: row.outcomeBecause ?? '',
            atMs: row.outcomeAtMs,
            digest: row.outcomeDigest,
          },
    seen: parseSeen(row.seen),
  }
}
