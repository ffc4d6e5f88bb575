import { z } from '@hono/zod-openapi'
import { type ReviewCounts, type ReviewedAccount, reviewDecisions } from '../../../crosscheck/reviews/access-review.ts'
import { explainIncompleteness, noReviewCounts } from '../../../crosscheck/reviews/review-state.ts'
import { exampleConnectionId, exampleRunId, toNullable } from '../../../service/api/schemas/schemas.ts'
import { createFilledTextSchema, foreignId, ownId, timestamp } from '../../../service/api/schemas/text-schema.ts'
import { reasonLengthMax, titleLengthMax } from '../../../service/records/text-limits.ts'
import type { AccessReview } from '../access-reviews.ts'

/** One that is connected, and whose accounts were read. */
export const exampleReviewedConnectionId = '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d44'
const exampleReviewId = '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d40'
const count = z.int().openapi({ example: 1 })
const day = z.iso.date().openapi({ example: '2026-12-31' })

export const reviewParams = z.object({ reviewId: ownId.openapi({ example: exampleReviewId }) })

export const personId = foreignId.optional().openapi({
  description: 'The person who acts, with an API key. Ignored with a token, because its person acts.',
  example: 'usr_1',
})

const filterShape = {
  only: z
    .enum(['administrators', 'guests'])
    .optional()
    .openapi({ description: 'Left out: all accounts. What a vendor does not tell excludes no account.' }),
  department: createFilledTextSchema({ max: 200 })
    .optional()
    .openapi({ description: 'Of the owner, by the directory. Left out: all.', example: 'Finance' }),
}

export const NewAccessReview = z
  .strictObject({
    title: createFilledTextSchema({ max: titleLengthMax }).openapi({ example: 'Access in the fourth quarter' }),
    connectionIds: z
      .array(ownId.openapi({ example: exampleReviewedConnectionId }))
      .min(1)
      .max(100)
      .openapi({ description: 'The systems.' }),
    filter: z.strictObject(filterShape).optional(),
    reviewers: z
      .array(
        z.strictObject({
          userId: foreignId.openapi({ example: 'usr_1' }),
          connectionIds: z
            .array(ownId.openapi({ example: exampleReviewedConnectionId }))
            .max(100)
            .optional()
            .openapi({ description: 'Left out: all systems of the review.' }),
        }),
      )
      .min(1)
      .max(100)
      .openapi({ description: 'The people who decide. Each system needs one.' }),
    byManager: z.boolean().optional().openapi({
      description: 'The manager of the owner of an account decides, if they are a reviewer and the directory tells it.',
    }),
    dueDay: day.openapi({ description: 'Last day for the decisions, in UTC.' }),
    everyDays: z
      .int()
      .min(1)
      .max(366)
      .optional()
      .openapi({ description: 'Days after which it has to be done again. Left out: 92.', example: 92 }),
    removalDays: z.int().min(0).max(90).optional().openapi({
      description: 'Days after its end in which a removal has to be seen done. Left out: 14.',
      example: 14,
    }),
    userId: personId,
  })
  .openapi('NewAccessReview')

const CountsSchema = z
  .object({
    accounts: count,
    keep: count,
    remove: count,
    change: count,
    undecided: count,
    done: count.openapi({ description: 'Removals and changes that an inventory shows.' }),
    notDone: count.openapi({ description: 'Those that an inventory shows are not done.' }),
    open: count.openapi({ description: 'Those that nobody could tell, or that no inventory was read for yet.' }),
  })
  .openapi('AccessReviewCounts')

const ListSchema = z
  .object({
    part: z.string().nullable().openapi({ example: null }),
    complete: z.boolean(),
    because: z.string().nullable().openapi({ description: 'Why it is not complete.', example: null }),
    readAt: timestamp,
    runId: z.string().openapi({ example: exampleRunId }),
    count,
    digest: z.string().openapi({
      description: 'SHA-256 of the frozen inventory, hexadecimal.',
      example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    }),
  })
  .openapi('AccessReviewList')

export const AccessReviewSchema = z
  .object({
    id: z.string().openapi({ example: exampleReviewId }),
    title: z.string().openapi({ example: 'Access in the fourth quarter' }),
    state: z.enum(['open', 'overdue', 'finished']).openapi({ example: 'open' }),
    filter: z.object({
      only: z.enum(['administrators', 'guests']).nullable(),
      department: z.string().nullable().openapi({ example: null }),
    }),
    byManager: z.boolean(),
    dueDay: z.string().openapi({ format: 'date', example: '2026-12-31' }),
    everyDays: z.int().openapi({ example: 92 }),
    removalDays: z.int().openapi({ example: 14 }),
    controls: z.array(z.string()).openapi({ example: ['soc2:CC6.3'] }),
    reviewers: z.array(
      z.object({
        userId: z.string().openapi({ example: 'usr_1' }),
        name: z.string().openapi({ example: 'Ada' }),
        email: z.string().openapi({ example: 'ada@acme.example' }),
      }),
    ),
    incomplete: z
      .array(z.string())
      .openapi({ description: 'What the review may not have seen. Empty: every list is complete.', example: [] }),
    systems: z.array(
      z.object({
        connectionId: z.string().openapi({ example: exampleConnectionId }),
        connector: z.string().openapi({ example: 'acme' }),
        name: z.string().openapi({ example: 'Acme' }),
        reviewerIds: z.array(z.string()).openapi({ example: ['usr_1'] }),
        unplaced: z.int().openapi({
          description: 'Accounts that the filter leaves out, because nobody knows the department of their owner.',
          example: 0,
        }),
        lists: z.array(ListSchema),
        counts: CountsSchema,
      }),
    ),
    counts: CountsSchema,
    startedAt: timestamp,
    startedBy: z.string().openapi({ example: 'ada@acme.example' }),
    finishedAt: timestamp.nullable(),
    finishedBy: z.string().nullable().openapi({ example: null }),
    undecidedReason: z.string().nullable().openapi({ example: null }),
  })
  .openapi('AccessReview')

export function toWireReview(review: AccessReview): z.input<typeof AccessReviewSchema> {
  const { id, title, state, filter, byManager, dueDay, everyDays, removalDays, controls, reviewers, systems } = review
  return {
    id,
    title,
    state,
    byManager,
    dueDay,
    everyDays,
    removalDays,
    controls: [...controls],
    filter: { only: toNullable(filter.only), department: toNullable(filter.department) },
    reviewers: reviewers.map(({ userId, name, email }) => ({ userId, name, email })),
    incomplete: [...explainIncompleteness(review)],
    systems: systems.map(({ connectionId, connector, name, reviewerIds, unplaced = 0, lists }) => ({
      connectionId,
      connector: connector.id,
      name,
      reviewerIds: [...reviewerIds],
      unplaced,
      lists: lists.map(({ part, complete, error, readAt, runId, count: records, digest }) => ({
        part: toNullable(part),
        because: toNullable(error?.message),
        complete,
        readAt,
        runId,
        count: records,
        digest,
      })),
      counts: toWireCounts(review.systemCounts.find((each) => each.connectionId === connectionId) ?? noReviewCounts),
    })),
    counts: toWireCounts(review.counts),
    startedAt: new Date(review.startedAtMs).toISOString(),
    startedBy: review.startedBy,
    finishedAt: formatTime(review.finishedAtMs),
    finishedBy: review.finishedBy,
    undecidedReason: review.undecidedReason,
  }
}

function toWireCounts({ accounts, keep, remove, change, undecided, done, notDone, open }: ReviewCounts) {
  return { accounts, keep, remove, change, undecided, done, notDone, open }
}

export const NewDecision = z
  .strictObject({
    numbers: z
      .array(z.int().min(0).openapi({ example: 0 }))
      .min(1)
      .max(10_000)
      .openapi({ description: 'Numbers of the accounts: all get the same decision.' }),
    decision: z
      .enum([...reviewDecisions])
      .nullable()
      .openapi({ description: 'null: takes the decisions back.', example: 'keep' }),
    change: createFilledTextSchema({ max: reasonLengthMax })
      .optional()
      .openapi({ description: 'What has to change; only for `change`.', example: 'No longer an administrator.' }),
    reason: createFilledTextSchema({ max: reasonLengthMax })
      .optional()
      .openapi({ description: 'Needed for every decision.', example: 'Needs it for the work.' }),
    userId: personId,
  })
  .openapi('NewAccessDecision')

const DecisionSchema = z
  .object({
    is: z.enum([...reviewDecisions]),
    change: z.string().nullable().openapi({ example: null }),
    reason: z.string().openapi({ example: 'Needs it for the work.' }),
    by: z.string().openapi({ example: 'ada@acme.example' }),
    at: timestamp,
  })
  .openapi('AccessDecision')

export const ReviewedAccountSchema = z
  .object({
    number: z.int().openapi({ example: 0 }),
    connectionId: z.string().openapi({ example: exampleConnectionId }),
    part: z.string().nullable().openapi({ example: null }),
    assignedTo: z
      .string()
      .nullable()
      .openapi({ description: 'The manager who decides. null: a reviewer of the system.' }),
    record: z.custom<ReviewedAccount['record']>().openapi({
      type: 'object',
      additionalProperties: true,
      description: 'The account as it was when the review began (docs/inventories.md).',
      example: { id: 'u1', name: 'Ada', kind: 'person', status: 'active', email: 'ada@acme.example' },
    }),
    owner: z
      .object({
        is: z.enum(['person', 'service', 'out-of-scope', 'ambiguous', 'nobody', 'unknown']),
        name: z.string().nullable().openapi({ example: 'Ada' }),
        email: z.string().nullable().openapi({ example: 'ada@acme.example' }),
        department: z.string().nullable().openapi({ example: null }),
        hasLeft: z.boolean().nullable().openapi({ description: 'null: the directory does not tell.' }),
        because: z.string().nullable().openapi({ example: null }),
      })
      .nullable()
      .openapi({ description: 'null: the organization has no directory.' }),
    decision: DecisionSchema.nullable(),
    outcome: z
      .object({
        is: z.enum(['done', 'not_done', 'could_not_tell']),
        because: z.string().openapi({ example: 'The account is no longer in the complete list.' }),
        readAt: timestamp.nullable(),
        digest: z
          .string()
          .nullable()
          .openapi({ description: 'SHA-256 of the inventory that shows it.', example: null }),
      })
      .nullable()
      .openapi({ description: 'Whether a removal or change was done. null: no inventory was read since.' }),
    last: z
      .object({
        is: z.enum([...reviewDecisions]),
        reason: z.string().openapi({ example: 'Needs it for the work.' }),
        by: z.string().openapi({ example: 'ada@acme.example' }),
        at: timestamp,
        reviewId: z.string().openapi({ example: exampleReviewId }),
      })
      .nullable()
      .openapi({ description: 'What the last finished review decided.' }),
  })
  .openapi('ReviewedAccount')

export function toWireAccount(account: ReviewedAccount): z.input<typeof ReviewedAccountSchema> {
  const { number, connectionId, part, assignedTo, record, owner, decision, outcome, last } = account
  return {
    number,
    connectionId,
    part,
    assignedTo,
    record,
    owner: owner
      ? {
          is: owner.is,
          name: toNullable(owner.name),
          email: toNullable(owner.email),
          department: toNullable(owner.department),
          hasLeft: toNullable(owner.hasLeft),
          because: toNullable(owner.because),
        }
      : null,
    decision: decision && {
      is: decision.is,
      change: decision.change,
      reason: decision.reason,
      by: decision.by,
      at: new Date(decision.atMs).toISOString(),
    },
    outcome: outcome && {
      is: outcome.is,
      because: outcome.because,
      digest: outcome.digest,
      readAt: formatTime(outcome.atMs),
    },
    last: last
      ? {
          is: last.is,
          reason: last.reason,
          by: last.by,
          at: new Date(last.atMs).toISOString(),
          reviewId: last.reviewId,
        }
      : null,
  }
}

function formatTime(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString()
}
