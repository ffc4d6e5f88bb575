import { z } from '@hono/zod-openapi'
import type { ControlCheck, ControlsReport } from '../../../checks/controls/evaluate-controls.ts'
import { frameworkIds } from '../../../checks/controls/frameworks/shipped-frameworks.ts'
import { resultStatuses } from '../../../define/index.ts'
import {
  exampleConnectionId,
  exampleRunId,
  toNullable,
  toWireConnectionId,
} from '../../../service/api/schemas/schemas.ts'
import { timestamp } from '../../../service/api/schemas/text-schema.ts'
import { findKnownTime } from '../../../service/rights/period.ts'
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
          summary: z.object(Object.fromEntries(states.map((state) => [state, count]))),
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
  scope: 'integrations:read',
  permission: 'controls:read',
  query: z.strictObject({
    framework: z
      .string()
      .refine((id) => frameworkIds.includes(id), `must be one of ${frameworkIds.join(', ')}`)
      .optional()
      .openapi({
        type: 'string',
        enum: [...frameworkIds],
        description: 'Left out: all.',
        example: 'soc2',
      }),
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
  handle: async ({ query: { framework, staleAfterDays }, caller }, { runtime }) => {
    const ids = framework === undefined ? frameworkIds : [framework]
    const staleAfterMs = staleAfterDays === undefined ? undefined : staleAfterDays * dayMs
    const within = findKnownTime(caller, runtime.workspace.clock.nowMs())
    return toWireControlsReport(
      await judgeConnections(runtime, caller.organizationId, { frameworks: ids, staleAfterMs, within }),
    )
  },
})

function toWireControlsReport({ now, staleAfterMs, frameworks }: ControlsReport): z.input<typeof ControlsReportSchema> {
  return {
    now,
    staleAfterDays: staleAfterMs / dayMs,
    data: frameworks.map(({ id, title, version, controls, summary }) => ({
      id,
      title,
      summary,
      version: toNullable(version),
      controls: controls.map(({ id, title, group, state, checks }) => ({
        id,
        title,
        state,
        group: toNullable(group),
        checks: checks.map(toWireControlCheck),
      })),
    })),
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
  }
}
