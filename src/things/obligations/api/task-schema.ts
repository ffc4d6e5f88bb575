import { z } from '@hono/zod-openapi'
import { frameworkIds } from '../../../checks/controls/frameworks/shipped-frameworks.ts'
import { toStatementResult } from '../../../checks/obligations/statement-result.ts'
import type { TaskEvidence } from '../../../checks/obligations/task-evidence.ts'
import { taskStates } from '../../../checks/obligations/task-state.ts'
import { taskControlsMax, taskDescriptionMax } from '../../../checks/obligations/template.ts'
import {
  exampleConnectionId,
  exampleRunId,
  toNullable,
  toWireConnectionId,
} from '../../../service/api/schemas/schemas.ts'
import {
  createFilledTextSchema,
  createTextSchema,
  foreignId,
  ownId,
  timestamp,
} from '../../../service/api/schemas/text-schema.ts'
import { titleLengthMax } from '../../../service/records/text-limits.ts'
import { judgedFilesMax } from '../../judgements/judged-files.ts'
import type { StatedTask, Task } from '../tasks.ts'

const exampleTaskId = '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d41'
const exampleStatementId = '019a4c1e-7d53-7a43-9d2e-1f0a5b3c7d42'

export const tag = 'Obligations'

export const framework = z
  .string()
  .refine((id) => frameworkIds.includes(id), `must be one of ${frameworkIds.join(', ')}`)
  .openapi({ type: 'string', enum: [...frameworkIds], example: 'soc2' })

export const taskParams = z.object({ taskId: ownId })

export const personId = foreignId.optional().openapi({
  description: 'The person who does it, with an API key. Ignored with a token, because its person does it.',
  example: 'usr_1',
})

export const control = z.string().max(202).openapi({ example: 'soc2:CC6.2' })

const day = z.iso.date().openapi({ example: '2026-12-31' })

const SatisfiedBy = z
  .strictObject({
    checks: z
      .array(z.string().max(202))
      .max(50)
      .optional()
      .openapi({
        description:
          'As `connector/check`, `cross-check/leavers`, or `*/check` for the check of every connector that has one. All of them together are one way to meet it.',
        example: ['cross-check/leavers'],
      }),
    accessReviews: z.boolean().optional().openapi({ description: 'Finished access reviews meet it.', example: false }),
    statements: z
      .boolean()
      .optional()
      .openapi({ description: 'Statements of people meet it, when somebody accepts them.', example: true }),
  })
  .openapi('SatisfiedBy')

const terms = {
  title: createFilledTextSchema({ max: titleLengthMax }).openapi({ example: 'Restore a backup' }),
  description: createTextSchema({ max: taskDescriptionMax })
    .optional()
    .openapi({ example: 'Keep the record of the test.' }),
  controls: z.array(control).max(taskControlsMax).optional(),
  satisfiedBy: SatisfiedBy.optional().openapi({ description: 'Left out: statements alone.' }),
  everyDays: z
    .int()
    .min(1)
    .max(1_100)
    .openapi({ description: 'Days after which it has to be done again.', example: 92 }),
  dueDay: day.optional().openapi({
    description: 'Last day for the first time, in UTC. Left out: 90 days from now, or one cadence if that is less.',
  }),
  owner: foreignId
    .nullable()
    .optional()
    .openapi({ description: 'The person who takes care of it. null: nobody.', example: 'usr_1' }),
}

export const NewTask = z.strictObject({ ...terms, userId: personId }).openapi('NewTask')

export const TaskChange = z
  .strictObject({ ...terms, title: terms.title.optional(), everyDays: terms.everyDays.optional(), userId: personId })
  .openapi('TaskChange')

const evidenceStates = ['met', 'failing', 'could_not_tell', 'provided', 'missing'] as const

const TaskEvidenceSchema = z
  .object({
    kind: z.enum(['check', 'access_review', 'statement', 'record']),
    state: z.enum(evidenceStates).openapi({
      description: '`provided`: it waits for the decision of a person. `missing`: there is none, or it is too old.',
    }),
    title: z.string().openapi({ example: 'Nobody who left can still sign in' }),
    because: z.string().openapi({ example: 'passes' }),
    at: timestamp.nullable(),
    until: timestamp.nullable().openapi({ description: 'If it met the obligation: until when, or until when it did.' }),
    connector: z.string().nullable().openapi({ example: 'cross-check' }),
    connectionId: z.string().nullable().openapi({ example: exampleConnectionId }),
    connections: z.int().nullable().openapi({
      description:
        'In place of one connection: how many more there are of which it says the same. Of each check and state, ten connections are named. For a viewer who is limited to a period, all of them are.',
      example: null,
    }),
    checkId: z.string().nullable().openapi({ example: 'leavers' }),
    runId: z.string().nullable().openapi({ example: exampleRunId }),
    reviewId: z.string().nullable().openapi({ example: null }),
    statementId: z.string().nullable().openapi({ example: null }),
    judgementId: z.string().nullable().openapi({ example: null }),
  })
  .openapi('TaskEvidence')

export const TaskSchema = z
  .object({
    id: z.string().openapi({ example: exampleTaskId }),
    title: z.string().openapi({ example: 'Restore a backup' }),
    description: z.string().openapi({ example: 'Keep the record of the test.' }),
    controls: z.array(z.string()).openapi({ example: ['soc2:A1.3'] }),
    satisfiedBy: z.object({ checks: z.array(z.string()), accessReviews: z.boolean(), statements: z.boolean() }),
    record: z
      .object({ type: z.string().openapi({ example: 'vendor' }), id: z.string() })
      .nullable()
      .openapi({
        description:
          'The vendor, risk, policy or penetration test that the obligation follows from: its cadence makes it, and its reviews meet it. null: people or a template made it.',
        example: null,
      }),
    everyDays: z.int().openapi({ example: 92 }),
    owner: z.string().nullable().openapi({ example: 'usr_1' }),
    template: z.string().nullable().openapi({ description: 'Id of its template.', example: 'backup-restore-test' }),
    state: z.enum(taskStates).openapi({
      description:
        'Derived from the evidence each time, never set. `provided`: evidence waits to be accepted. `could_not_tell`: a check that should show it has no verdict.',
      example: 'met',
    }),
    because: z.string().openapi({ example: 'Nobody who left can still sign in: passes' }),
    dueDay: z.string().openapi({ description: 'Last day for the next time, in UTC.', example: '2026-12-31' }),
    firstDueDay: z.string().openapi({ description: 'Last day for the first time.', example: '2026-09-30' }),
    metUntil: z.string().nullable().openapi({ description: 'Last day on which it is met.', example: '2026-12-31' }),
    overdueSince: timestamp.nullable(),
    evidence: z.array(TaskEvidenceSchema),
    createdAt: timestamp,
    changedAt: timestamp,
  })
  .openapi('Task')

export function toWireTask(task: Task): z.input<typeof TaskSchema> {
  const { id, title, description, controls, satisfiedBy, everyDays, ownerId, template, firstDueDay } = task
  const { state, because, dueDay, metUntil, overdueSinceMs } = task
  const { checks, accessReviews, statements, record } = satisfiedBy
  return {
    id,
    title,
    description,
    everyDays,
    owner: ownerId,
    template,
    state,
    because,
    dueDay,
    firstDueDay,
    metUntil,
    controls: [...controls],
    satisfiedBy: { checks: [...checks], accessReviews, statements },
    record: record === undefined ? null : { type: record.thing, id: record.id },
    overdueSince: toTime(overdueSinceMs),
    evidence: task.evidence.map(toWireEvidence),
    createdAt: new Date(task.createdAtMs).toISOString(),
    changedAt: new Date(task.changedAtMs).toISOString(),
  }
}

function toWireEvidence(evidence: TaskEvidence): z.input<typeof TaskEvidenceSchema> {
  const { kind, state, title, because, atMs, untilMs, connector, connectionId } = evidence
  return {
    kind,
    state,
    title,
    because,
    at: toTime(atMs),
    until: toTime(untilMs),
    connector: toNullable(connector),
    connectionId:
      connectionId === undefined ? null : toWireConnectionId({ connectionId, connectorId: connector ?? '' }),
    connections: toNullable(evidence.connections),
    checkId: toNullable(evidence.checkId),
    runId: toNullable(evidence.runId),
    reviewId: toNullable(evidence.reviewId),
    statementId: toNullable(evidence.statementId),
    judgementId: toNullable(evidence.judgementId),
  }
}

function toTime(atMs: number | null | undefined): string | null {
  return atMs === null || atMs === undefined ? null : new Date(atMs).toISOString()
}

export const NewStatement = z
  .strictObject({
    text: createTextSchema({ max: 10_000 })
      .optional()
      .openapi({ description: 'What was done. Needed if there is no file.', example: 'We restored the database.' }),
    doneDay: day.optional().openapi({ description: 'Day on which it was done. Left out: today.' }),
    files: z
      .array(ownId)
      .max(judgedFilesMax)
      .optional()
      .openapi({ description: 'Ids of uploads that show it.', example: [] }),
    userId: personId,
  })
  .openapi('NewStatement')

export const StatementSchema = z
  .object({
    id: z.string().openapi({ example: exampleStatementId }),
    taskId: z.string().openapi({ example: exampleTaskId }),
    text: z.string().openapi({ example: 'We restored the database.' }),
    doneDay: z.string().openapi({ example: '2026-12-31' }),
    files: z.array(z.object({ id: z.string(), name: z.string(), sha256: z.string() })),
    userId: z.string().openapi({ example: 'usr_1' }),
    statedBy: z.string().openapi({ example: 'ada@acme.example' }),
    at: timestamp,
    state: z
      .enum(evidenceStates)
      .openapi({ description: '`provided`: nobody has judged it yet.', example: 'provided' }),
    because: z.string().openapi({ example: 'waits until somebody accepts it' }),
    judgementId: z.string().nullable().openapi({ example: null }),
    findingId: z.string().openapi({
      description: 'A judgement names it, with `evidenceSha256`, and the id of the statement as `runId`.',
      example: '5b0f6c1e-7d53-5a43-9d2e-1f0a5b3c7d21',
    }),
    evidenceSha256: z.string().openapi({ description: 'SHA-256 of what was stated, in hexadecimal digits.' }),
  })
  .openapi('Statement')

export function toWireStatement(statement: StatedTask): z.input<typeof StatementSchema> {
  const { id, taskId, text, doneDay, files, userId, statedBy, madeAtMs, evidenceSha256, state, because } = statement
  return {
    id,
    taskId,
    text,
    doneDay,
    userId,
    statedBy,
    evidenceSha256,
    state,
    because,
    files: files.map((file) => ({ ...file })),
    at: new Date(madeAtMs).toISOString(),
    judgementId: toNullable(statement.judgementId),
    findingId: toStatementResult(statement).findingId,
  }
}
