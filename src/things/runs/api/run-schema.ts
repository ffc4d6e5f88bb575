import { z } from '@hono/zod-openapi'
import type { RecordedRun } from '../../../checks/runs/recorded-run.ts'
import type { RunRecord } from '../../../checks/runs/run-store.ts'
import { type CheckHead, type CheckProof, resultStatuses, severities, type WaiverUse } from '../../../define/index.ts'
import { CheckFailureSchema, toWireFailure } from '../../../service/api/schemas/failure-schema.ts'
import {
  connectionIdOrNull,
  exampleConnectionId,
  exampleRunId,
  runStatuses,
  toNullable,
  toWireConnectionId,
} from '../../../service/api/schemas/schemas.ts'
import { timestamp } from '../../../service/api/schemas/text-schema.ts'
import { InventoryOutcomeSchema, toWireInventoryOutcome } from '../../inventories/api/inventory-schema.ts'

export const RunSchema = z
  .object({
    id: z.string().openapi({ example: exampleRunId }),
    connectionId: connectionIdOrNull,
    connector: z.string().openapi({ example: 'acme' }),
    crossCheck: z.string().nullable().openapi({
      description: 'The cross-check that it judges; null for the run of a connection.',
      example: null,
    }),
    status: z.enum([...runStatuses, 'queued', 'running', 'cancelled']).openapi({
      description:
        '`queued` while it waits, then `running` until it ends. `error`: a check could not tell, which is neither pass nor fail.',
      example: 'fail',
    }),
    trigger: z.enum(['request', 'schedule', 'inventory']).openapi({
      description: '`inventory`: lists were read anew that the cross-check judges by.',
      example: 'request',
    }),
    startedAt: timestamp.openapi({ description: 'When it was requested.' }),
    beganAt: timestamp.nullable().openapi({ description: 'When it began.' }),
    finishedAt: timestamp.nullable(),
    attempts: z.int().openapi({
      description: 'Number of attempts: 1, unless a process ended in the middle of one.',
      example: 1,
    }),
    scoped: z.boolean().openapi({
      description: 'Its request brought waivers or variables: the run changes no finding, control or trend.',
      example: false,
    }),
  })
  .openapi('Run')

const count = z.int().openapi({ example: 1 })

export const RunSummary = z
  .object({
    checks: z.object(Object.fromEntries(runStatuses.map((status) => [status, count]))),
    results: z.object(Object.fromEntries([...resultStatuses, 'waived'].map((status) => [status, count]))),
    judged: z.object({ accepted: count, refused: count }).optional().openapi({
      description: 'Results that need review, and that a person has judged. Left out where there are none.',
    }),
    errors: count,
    requests: count,
    retries: count,
  })
  .openapi('RunSummary')

const UndecidedSchema = z
  .object({
    count: z.int().openapi({ example: 1 }),
    first: z.array(
      z.object({
        resource: z.object({
          type: z.string().openapi({ example: 'account' }),
          id: z.string().openapi({ example: 'usr-7' }),
          name: z.string().nullable().openapi({ example: 'grace@acme.example' }),
        }),
        because: z.string().openapi({ example: 'Acme does not say whether there is a second factor.' }),
        kind: z.string().openapi({ example: 'permission' }),
        missingScopes: z.array(z.string()),
      }),
    ),
  })
  .openapi('Undecided')

const ProofSchema = z
  .object({
    witnesses: z.string().openapi({ description: 'SHA-256 of the witnesses.' }),
    code: z.string().openapi({ description: 'SHA-256 of the code that was tried.' }),
    cases: z.int().openapi({ description: 'Number of witnesses that are about the check.', example: 28 }),
    mutants: z.int().openapi({ description: 'Number of deliberate mistakes in it.', example: 66 }),
    killed: z.int().openapi({ description: 'How many of them a witness notices.', example: 48 }),
    notToldApart: z.int().openapi({ description: 'For how many no answer was found that shows them.', example: 18 }),
    siblings: z
      .object({ read: count, explained: count, unread: count })
      .nullable()
      .openapi({ description: 'Members beside those that it reads; null if no description was at hand.' }),
    words: z
      .object({ named: count, open: count })
      .nullable()
      .openapi({ description: 'Words of members that decide; null if no description was at hand.' }),
    secondReader: z
      .object({ drawn: count, agreed: count })
      .openapi({ description: 'Witnesses that a second person labelled from the source alone.' }),
  })
  .openapi('CheckProof')

const CheckHeadSchema = z
  .object({
    id: z.string().openapi({ example: 'admin-mfa' }),
    title: z.string().openapi({ example: 'Administrators sign in with a second factor' }),
    severity: z.enum(severities),
    controls: z.array(z.string()).openapi({ example: ['soc2:CC6.1'] }),
    tags: z.array(z.string()).openapi({ example: ['mfa'] }),
    volatile: z.array(z.string()).openapi({
      description: 'Members of the evidence that change without meaning. A judgement holds whatever they are.',
      example: [],
    }),
    status: z.enum(runStatuses),
    error: CheckFailureSchema.nullable().openapi({ description: 'Why the check could not tell.' }),
    complete: z.boolean().openapi({ description: 'Whether the check saw everything that it has to judge.' }),
    undecided: UndecidedSchema.nullable().openapi({
      description:
        'Resources that it could not tell, the first 100 of them by name. The error is CHECK_UNDECIDED then.',
    }),
    proof: ProofSchema.nullable().openapi({
      description:
        'What the judgement of the check was tried on; null if on nothing, or if the code that was tried is not the one that ran.',
    }),
    results: z.int().openapi({ description: 'Number of results.', example: 2 }),
    requests: count,
    retries: count,
    durationMs: z.number().openapi({ example: 120 }),
  })
  .openapi('CheckOutcome')

const WaiverUseSchema = z
  .object({
    state: z.enum(['applied', 'unused', 'undetermined', 'expired']),
    results: count,
    justification: z.string().openapi({ example: 'Replaced in June.' }),
    approver: z.string().openapi({ example: 'ada@acme.example' }),
    expires: z.string().openapi({ format: 'date', example: '2026-12-31' }),
    source: z.string().nullable().openapi({ example: null }),
    note: z.string().nullable().openapi({ example: null }),
  })
  .openapi('WaiverUse')

export const RunDetail = RunSchema.extend({
  connectorVersion: z.string().nullable().openapi({ example: '1.0.0' }),
  replayable: z.boolean().nullable().openapi({ description: 'Whether the recorded exchanges suffice to replay it.' }),
  notReplayableBecause: z.string().nullable().openapi({ example: null }),
  summary: RunSummary.nullable().openapi({ description: 'null until it has ended.' }),
  checks: z
    .array(CheckHeadSchema)
    .openapi({ description: 'The checks without their results. Empty until it has ended.' }),
  inventories: z
    .array(InventoryOutcomeSchema)
    .openapi({ description: 'The lists that it read, without their records. Empty until it has ended.' }),
  waivers: z.array(WaiverUseSchema),
  scopes: z
    .array(
      z.object({
        connectionId: z.string().openapi({ example: exampleConnectionId }),
        complete: z.boolean(),
        because: z.string().nullable().openapi({ example: null }),
      }),
    )
    .openapi({
      description: 'How much of each connection a cross-check saw: findings resolve within what is complete.',
    }),
  oldestReadAt: timestamp.nullable().openapi({
    description: 'When the oldest list was read that a cross-check judged by.',
    example: null,
  }),
}).openapi('RunDetail')

export function toWireRun(run: RunRecord): z.input<typeof RunSchema> {
  const { id, connectorId, status, trigger, startedAtMs, beganAtMs, finishedAtMs, attempts, scoped } = run
  return {
    id,
    connector: connectorId,
    crossCheck: run.crossCheckId,
    status,
    trigger,
    attempts,
    scoped,
    connectionId: toWireConnectionId(run),
    startedAt: new Date(startedAtMs).toISOString(),
    beganAt: beganAtMs === null ? null : new Date(beganAtMs).toISOString(),
    finishedAt: finishedAtMs === null ? null : new Date(finishedAtMs).toISOString(),
  }
}

/** @param counts how many results each check has, by check id */
export function toWireRunDetail(
  run: RunRecord & { readonly recorded: RecordedRun | undefined },
  counts: Readonly<Record<string, number>>,
): z.input<typeof RunDetail> {
  const head = run.recorded?.head
  return {
    ...toWireRun(run),
    connectorVersion: toNullable(head?.connector.version),
    replayable: toNullable(head?.replayable),
    notReplayableBecause: toNullable(head?.notReplayableBecause),
    summary: toNullable(head?.summary),
    checks: (head?.checks ?? []).map((check) => toWireOutcome(check, counts[check.id] ?? 0)),
    inventories: (head?.inventories ?? []).map(toWireInventoryOutcome),
    waivers: (head?.waivers ?? []).map(toWireWaiverUse),
    scopes: (head?.crossCheck?.scopes ?? []).map(({ connectionId, complete, because }) => ({
      connectionId,
      complete,
      because: toNullable(because),
    })),
    oldestReadAt: toNullable(head?.crossCheck?.oldestReadAt),
  }
}

function toWireOutcome(check: CheckHead, results: number): z.input<typeof CheckHeadSchema> {
  const { id, title, severity, controls, tags, volatile = [], status, error, complete, undecided } = check
  const { requests, retries, durationMs, proof } = check
  return {
    id,
    title,
    severity,
    status,
    complete,
    requests,
    retries,
    durationMs,
    controls: [...controls],
    tags: [...tags],
    volatile: [...volatile],
    error: toWireFailure(error),
    undecided: undecided ? toWireUndecided(undecided) : null,
    proof: proof === undefined || proof === 'none' ? null : toWireProof(proof),
    results,
  }
}

function toWireProof({ siblings, words, ...proof }: CheckProof): z.input<typeof ProofSchema> {
  return { ...proof, siblings: toNullable(siblings), words: toNullable(words) }
}

function toWireUndecided({ count, first }: NonNullable<CheckHead['undecided']>): z.input<typeof UndecidedSchema> {
  return {
    count,
    first: first.map(({ resource: { type, id, name }, because, kind, missingScopes = [] }) => ({
      resource: { type, id, name: toNullable(name) },
      because,
      kind,
      missingScopes: [...missingScopes],
    })),
  }
}

function toWireWaiverUse(waiver: WaiverUse): z.input<typeof WaiverUseSchema> {
  const { state, results, justification, approver, expires, source, note } = waiver
  return { state, results, justification, approver, expires, source: toNullable(source), note: toNullable(note) }
}
