import { z } from '@hono/zod-openapi'
import type { ControlCheck, ControlsReport, OutcomeMapping } from '../../../checks/controls/evaluate-controls.ts'
import { frameworkIds } from '../../../checks/controls/frameworks/shipped-frameworks.ts'
import type { StatementCoverage } from '../../../checks/controls/observe-statements.ts'
import { optionalCategories, type ScopeExclusion } from '../../../checks/controls/scope.ts'
import { resultStatuses } from '../../../define/index.ts'
import { ApiError } from '../../../errors/index.ts'
import {
  exampleConnectionId,
  exampleRunId,
  toNullable,
  toWireConnectionId,
} from '../../../service/api/schemas/schemas.ts'
import { timestamp } from '../../../service/api/schemas/text-schema.ts'
import { findKnownTime } from '../../../service/rights/period.ts'
import { frameworkQuery, ownFrameworkQuery } from '../../api/framework-query.ts'
import { defineRoute } from '../../api/route.ts'
import { judgeConnections } from '../reading/judge-connections.ts'

const dayMs = 86_400_000
const states = ['satisfied', 'not_satisfied', 'undetermined', 'uncovered'] as const
const count = z.int().openapi({ example: 1 })

const ControlCheckSchema = z
  .object({
    connector: z.string().openapi({ example: 'acme' }),
    connectionId: z.string().nullable().openapi({ example: exampleConnectionId }),
    connections: z.int().nullable().openapi({
      description:
        'In place of a connection: how many more connections there are on which the check says the same. Of each check, the first ten are named, and those whose results waivers or judgements may concern.',
      example: null,
    }),
    runId: z.string().nullable().openapi({ example: exampleRunId }),
    reviewId: z.string().nullable().openapi({ description: 'In place of a run: the access review.', example: null }),
    taskId: z.string().nullable().openapi({ description: 'In place of a run: the obligation.', example: null }),
    id: z.string().openapi({ example: 'admin-mfa' }),
    title: z.string().openapi({ example: 'Administrators sign in with a second factor' }),
    state: z.enum(['satisfied', 'not_satisfied', 'undetermined', 'not_applicable']),
    because: z.string().openapi({ example: '1 result fails.' }),
    at: timestamp.nullable(),
    results: z.object(Object.fromEntries([...resultStatuses, 'waived'].map((status) => [status, count]))).nullable(),
    judged: z.object({ accepted: count, refused: count }).nullable().openapi({
      description: 'Results that need review, and that a person has judged: by judgements that hold now.',
    }),
    received: z.boolean().openapi({
      description: 'Another tool reported it, and somebody relies on it. It counts only where nothing was observed.',
      example: false,
    }),
  })
  .openapi('ControlCheck')

const ControlSchema = z
  .object({
    id: z.string().openapi({ example: 'CC6.1' }),
    title: z.string().openapi({ example: 'Logical access security' }),
    group: z.string().nullable().openapi({ example: null }),
    state: z.enum(states).openapi({
      description:
        '`undetermined`: a check could not tell, is missing, or is too old. `uncovered`: no check supports it.',
    }),
    checks: z.array(ControlCheckSchema),
    statements: z
      .object({
        observed: count,
        of: z.int().openapi({ example: 5 }),
        list: z.array(
          z.object({
            id: z.string().openapi({ example: 'unused-accounts-removed' }),
            relation: z.enum(['equal', 'subset-of', 'superset-of', 'intersects']),
            needed: z.boolean(),
            observed: z.boolean(),
          }),
        ),
        related: z.array(z.string()).openapi({
          description: 'Statements that have something in common with the control, and never count for it.',
          example: [],
        }),
      })
      .nullable()
      .openapi({
        description:
          'How much of the control was looked at: of the statements that are mapped to it, those that a check showed or refuted. null: none is mapped.',
      }),
    leftOut: z
      .object({
        category: z.enum(optionalCategories).nullable().openapi({
          description:
            'The category that was left out by choice. null: a group was, or the control alone is not applicable.',
          example: 'soc2:privacy',
        }),
        group: z.string().nullable().openapi({
          description:
            "The group of a framework of the organization's own that was left out by choice. null: none was.",
          example: null,
        }),
        reason: z.string().openapi({ example: 'We keep no personal data of customers.' }),
        by: z.string().nullable().openapi({ description: 'Who said so.', example: 'Ada' }),
        approvedBy: z.string().nullable().openapi({ description: 'Who else approved it.', example: null }),
        expires: z.string().nullable().openapi({
          description: 'Last day on which it is left out, in UTC. null: no last day.',
          example: null,
        }),
      })
      .nullable()
      .openapi({ description: 'Why no sum counts the control. null: it is in scope.' }),
  })
  .openapi('Control')

const ControlsReportSchema = z
  .object({
    now: timestamp,
    staleAfterDays: z.number().openapi({ example: 30 }),
    data: z.array(
      z
        .object({
          id: z.string().openapi({ example: 'soc2' }),
          title: z.string().openapi({ example: 'SOC 2' }),
          version: z.string().nullable().openapi({ example: '2017' }),
          controls: z.array(ControlSchema),
          summary: z
            .object(Object.fromEntries(states.map((state) => [state, count])))
            .openapi({ description: 'Of the controls in scope.' }),
          leftOut: z.int().openapi({ description: 'Controls that are out of scope.', example: 0 }),
          mapping: z
            .object({
              sha256: z.string().openapi({ example: 'f'.repeat(64) }),
              reader: z.string().openapi({ description: 'Who read which statements count.', example: 'Checkwright' }),
              read: z.string().openapi({ description: 'The day of the reading.', example: '2026-11-30' }),
              changedAt: z.array(timestamp).openapi({
                description: 'When another mapping began to count. Earlier days are judged by the one of their time.',
                example: [],
              }),
            })
            .nullable()
            .openapi({ description: 'Which statements count for which controls. null: none is mapped.' }),
        })
        .openapi('FrameworkOutcome'),
    ),
  })
  .openapi('ControlsReport')

export const judgeControls = defineRoute({
  method: 'get',
  path: '/v1/integrations/controls',
  operationId: 'IntegrationsController_judgeControls_v1',
  tag: 'Controls',
  summary: 'Judge the controls of frameworks by the latest results',
  description:
    'Every connection that is not disconnected counts, even if it never ran. A control is satisfied only if every check that supports it passes, with fresh evidence. For a viewer who is limited to a period: as they stood at its end, by its runs.',
  problems: [404],
  scope: 'integrations:read',
  permission: 'controls:read',
  query: z.strictObject({
    framework: frameworkQuery,
    ownFramework: ownFrameworkQuery,
    staleAfterDays: z
      .string()
      .regex(/^[1-9]\d{0,3}$/, 'must be a whole number from 1 to 9999')
      .transform(Number)
      .optional()
      .openapi({
        type: 'integer',
        minimum: 1,
        maximum: 9_999,
        description: 'Older evidence does not count.',
        example: 30,
      }),
  }),
  answer: { status: 200, description: 'The state of the frameworks.', schema: ControlsReportSchema },
  handle: async ({ query: { framework, ownFramework, staleAfterDays }, caller }, { runtime }) => {
    const named = [framework, ownFramework].filter((id) => id !== undefined)
    const ids = named.length === 0 ? frameworkIds : named
    const staleAfterMs = staleAfterDays === undefined ? undefined : staleAfterDays * dayMs
    const within = findKnownTime(caller, runtime.workspace.clock.nowMs())
    const report = await judgeConnections(runtime, caller.organizationId, { frameworks: ids, staleAfterMs, within })
    if (ownFramework !== undefined && !report.frameworks.some(({ id }) => id === ownFramework))
      throw new ApiError('There is no such own framework.', { code: 'NOT_FOUND' })
    return toWireControlsReport(report)
  },
})

function toWireControlsReport({ now, staleAfterMs, frameworks }: ControlsReport): z.input<typeof ControlsReportSchema> {
  return {
    now,
    staleAfterDays: staleAfterMs / dayMs,
    data: frameworks.map(({ id, title, version, controls, summary, leftOut = 0, mapping }) => ({
      id,
      title,
      summary,
      leftOut,
      version: toNullable(version),
      mapping: mapping ? toWireMapping(mapping) : null,
      controls: controls.map(({ id, title, group, state, checks, statements, leftOut: why }) => ({
        id,
        title,
        state,
        group: toNullable(group),
        checks: checks.map(toWireControlCheck),
        statements: statements ? toWireCoverage(statements) : null,
        leftOut: why ? toWireLeftOut(why) : null,
      })),
    })),
  }
}

function toWireCoverage({ observed, of, statements, related }: StatementCoverage) {
  return { observed, of, list: [...statements], related: [...related] }
}

function toWireMapping({ sha256, reader, read, changedAt = [] }: OutcomeMapping) {
  return { sha256, reader, read, changedAt: [...changedAt] }
}

function toWireLeftOut({ category, group, reason, by, approvedBy, expires }: ScopeExclusion) {
  return {
    category: toNullable(category),
    group: toNullable(group),
    reason,
    by: toNullable(by),
    approvedBy: toNullable(approvedBy),
    expires: toNullable(expires),
  }
}

function toWireControlCheck(check: ControlCheck): z.input<typeof ControlCheckSchema> {
  const {
    connector,
    connectionId,
    connections,
    runId,
    reviewId,
    taskId,
    id,
    title,
    state,
    because,
    at,
    results,
    judged,
    received = false,
  } = check
  return {
    connector,
    id,
    title,
    state,
    because,
    connectionId: connectionId === undefined ? null : toWireConnectionId({ connectionId, connectorId: connector }),
    connections: toNullable(connections),
    runId: toNullable(runId),
    reviewId: toNullable(reviewId),
    taskId: toNullable(taskId),
    at: toNullable(at),
    results: toNullable(results),
    judged: toNullable(judged),
    received,
  }
}
