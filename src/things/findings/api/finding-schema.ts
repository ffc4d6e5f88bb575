import { z } from '@hono/zod-openapi'
import type { Finding } from '../../../checks/findings/finding-store.ts'
import { CheckFailureSchema } from '../../../service/api/schemas/failure-schema.ts'
import { createPageSchema } from '../../../service/api/schemas/page-cursor.ts'
import { ResultSchema, toWireResult } from '../../../service/api/schemas/result-schema.ts'
import {
  connectionIdOrNull,
  exampleRunId,
  toNullable,
  toWireConnectionId,
} from '../../../service/api/schemas/schemas.ts'
import { timestamp } from '../../../service/api/schemas/text-schema.ts'
import { totalMembers } from '../../../service/api/schemas/total.ts'
import { formatDay } from '../../../text/calendar-day.ts'
import type { FindingDetail } from '../findings.ts'

export const findingStates = ['open', 'regressed', 'resolved'] as const
export const findingOrders = ['changed', 'due', 'severity'] as const

const resolutions = ['passed', 'not_applicable', 'gone', 'retired', 'accepted', 'needs_review'] as const

const judgementId = z.string().nullable()

const FindingSchema = ResultSchema.extend({
  connectionId: connectionIdOrNull,
  connector: z.string().openapi({ example: 'acme' }),
  state: z
    .enum(findingStates)
    .openapi({ description: '`regressed`: it fails again after it was resolved.', example: 'open' }),
  resolution: z.enum(resolutions).nullable().openapi({
    description:
      '`gone`: a check that saw everything no longer saw it. `retired`: its connector no longer has the check. `accepted`: somebody accepted the result, which needed review. `needs_review`: somebody had refused it, and that judgement no longer holds for it. null while it fails.',
    example: null,
  }),
  judgementId: judgementId.openapi({
    description:
      'The judgement that refused the result, whose `status` is `manual`. null: the check found it failing, or it is resolved.',
    example: null,
  }),
  firstSeenAt: timestamp,
  at: timestamp.openapi({ description: 'When the run `runId` last saw it fail.' }),
  changedAt: timestamp.openapi({ description: 'When it entered its state.' }),
  owner: z.string().nullable().openapi({ description: 'Id of the person who takes care of it.', example: 'usr_1' }),
  due: z
    .string()
    .nullable()
    .openapi({ description: 'The day by which it has to be resolved. null: it is.', example: '2026-12-31' }),
  dueReason: z
    .string()
    .nullable()
    .openapi({ description: 'Why somebody set the day. null: it follows from the severity.', example: null }),
  overdue: z.boolean().openapi({ description: 'It fails, and its day is over.', example: false }),
}).openapi('Finding')

export const UndecidedCheck = z
  .object({
    connectionId: connectionIdOrNull,
    connector: z.string().openapi({ example: 'acme' }),
    checkId: z.string().openapi({ example: 'audits-kept' }),
    runId: z.string().openapi({ example: exampleRunId }),
    at: timestamp,
    error: CheckFailureSchema.nullable(),
  })
  .openapi('UntoldCheck')

export const FindingPage = createPageSchema(FindingSchema)
  .extend({
    ...totalMembers,
    couldNotTell: z.array(UndecidedCheck).openapi({
      description:
        'On the first page: checks of the chosen connections whose latest outcome is `error`. They may hide findings.',
    }),
  })
  .openapi('FindingPage')

export const FindingDetailSchema = FindingSchema.extend({
  history: z
    .array(
      z
        .object({
          change: z.enum(findingStates),
          resolution: z.enum(resolutions).nullable(),
          runId: z.string().openapi({ example: exampleRunId }),
          judgementId: judgementId.openapi({
            description: 'The judgement that decided about the result. null: its check did.',
            example: null,
          }),
          at: timestamp,
        })
        .openapi('FindingChange'),
    )
    .openapi({ description: 'Its latest 100 changes, the newest first.' }),
  changes: z
    .array(
      z
        .object({
          member: z.enum(['owner', 'due']),
          earlier: z.string().nullable().openapi({ example: null }),
          later: z
            .string()
            .nullable()
            .openapi({ description: 'Id of a person, or a day. null: nobody.', example: 'usr_1' }),
          reason: z.string().nullable().openapi({ example: null }),
          userId: z.string().nullable().openapi({ description: 'Who did it, if known.', example: 'usr_2' }),
          at: timestamp,
        })
        .openapi('FindingEdit'),
    )
    .openapi({ description: 'The latest 100 changes of owner and due day, the newest first.' }),
}).openapi('FindingDetail')

export function toWireDetail(finding: FindingDetail, nowMs: number): z.input<typeof FindingDetailSchema> {
  return {
    ...toWireFinding(finding, nowMs),
    history: finding.history.map(({ change, resolution, runId, judgementId, atMs }) => ({
      change,
      resolution,
      runId,
      judgementId,
      at: new Date(atMs).toISOString(),
    })),
    changes: finding.changes.map(({ member, earlier, later, reason, userId, atMs }) => ({
      member,
      earlier,
      later,
      reason,
      userId,
      at: new Date(atMs).toISOString(),
    })),
  }
}

export function toWireFinding(finding: Finding, nowMs: number): z.input<typeof FindingSchema> {
  const { connectorId, checkId, severity, controls, state, resolution, runId, result } = finding
  const isFailing = state !== 'resolved'
  return {
    ...toWireResult(runId, { id: checkId, severity, controls }, result),
    connectionId: toWireConnectionId(finding),
    connector: connectorId,
    state,
    resolution: toNullable(resolution ?? undefined),
    owner: finding.ownerId,
    due: isFailing ? formatDay(finding.dueAtMs) : null,
    dueReason: isFailing ? finding.dueReason : null,
    judgementId: finding.judgementId,
    overdue: isFailing && finding.dueAtMs < nowMs,
    firstSeenAt: new Date(finding.firstSeenAtMs).toISOString(),
    at: new Date(finding.lastSeenAtMs).toISOString(),
    changedAt: new Date(finding.changedAtMs).toISOString(),
  }
}
