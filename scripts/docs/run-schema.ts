import * as z from 'zod'
import type { CrossCheckRunHead } from '../../src/crosscheck/run/cross-check-run.ts'
import type { CheckOutcome, ErrorKind, FailureCause, InventoryKind, ResultStatus } from '../../src/define/index.ts'
import type { Loose } from './loose-type.ts'

/**
 * The `checkwright.run/v1` of a cross-check, as `--format json`, the API and the `run.json` of a bundle have it. The types below
 * are held to those of the code in both directions.
 */
const json = z.json()
const time = z.iso.datetime().describe('ISO 8601, UTC.')
/** A date that people or vendors wrote: what is none is refused when the run judges, and not when it is read. */
const text = z.string()
const count = z.number().int().min(0)
const day = z.string().describe('YYYY-MM-DD, to the end of that day in UTC.')
const severity = z.enum(['critical', 'high', 'medium', 'low', 'info'])
const statuses = ['pass', 'fail', 'manual', 'not_applicable'] as const satisfies readonly ResultStatus[]
const runStatus = z.enum([...statuses, 'error'])
const errorKind = z.enum([
  'auth',
  'permission',
  'not_found',
  'plan',
  'rate_limited',
  'timeout',
  'upstream',
  'network',
  'schema_drift',
  'incomplete_data',
  'config',
  'check_bug',
] satisfies readonly ErrorKind[])
const failureCause = z.enum([
  'limit',
  'proxy',
  'address',
  'clock',
  'app',
  'permission',
  'form',
  'grant',
  'reconnect',
  'account',
  'credentials',
] satisfies readonly FailureCause[])
const inventoryKinds = [
  'account',
  'person',
  'device',
  'credential',
  'application',
  'vulnerability',
  'training',
] as const satisfies readonly InventoryKind[]
const inventoryKind = z.enum(inventoryKinds)
const variableValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

const resource = z.strictObject({
  type: text,
  id: text.describe('Of an account `<connection>/<id>`, of a person the id of their record.'),
  name: text.optional(),
})
const failure = z.strictObject({
  kind: errorKind,
  code: text.describe('docs/errors.md lists them.'),
  message: text,
  missingScopes: z.array(text).optional(),
  retryable: z.boolean(),
  cause: failureCause.optional(),
  frames: z.array(z.strictObject({ file: text, line: count, column: count, function: text.optional() })).optional(),
})
const undecided = z.strictObject({
  resource,
  because: text,
  kind: errorKind,
  missingScopes: z.array(text).optional(),
})
const waived = z.strictObject({ justification: text, approver: text, expires: day })
const judged = z.strictObject({
  id: text,
  decision: z.enum(['accepted', 'refused']),
  by: text,
  at: text,
  reason: text,
  files: z.array(z.strictObject({ id: text, name: text, sha256: text })),
  expires: day,
  evidenceSha256: text,
})
const result = z.strictObject({
  status: z.enum(statuses),
  resource,
  title: text,
  description: text.optional(),
  severity: severity.optional(),
  remediation: text.optional(),
  evidence: json,
  findingId: z.uuid().describe('The same for the same resource in every run.'),
  waived: waived.optional(),
  judged: judged.optional(),
  exchanges: z.array(count).optional(),
})
const bound = z.strictObject({
  min: z.number().optional(),
  max: z.number().optional(),
  oneOf: z.array(z.union([z.string(), z.boolean()])).optional(),
  includes: z.array(text).optional(),
  empty: z.literal(true).optional(),
})
const check = z.strictObject({
  id: text,
  title: text,
  severity,
  controls: z.array(text),
  controlBounds: z.record(z.string(), z.record(z.string(), bound)).optional(),
  states: z.record(z.string(), z.record(z.string(), z.union([z.string(), z.number()]))).optional(),
  variables: z.record(z.string(), json).optional(),
  tags: z.array(text),
  volatile: z.array(text).optional(),
  status: runStatus,
  error: failure.optional(),
  complete: z.boolean(),
  exchanges: z.array(count).describe('Always empty: a cross-check asks nobody.'),
  results: z.array(result),
  requests: count,
  retries: count,
  durationMs: count,
  logs: z.array(
    z.strictObject({ level: z.enum(['info', 'warn', 'error']), message: text, fields: json.optional(), time: text }),
  ),
  undecided: z
    .strictObject({ count, first: z.array(undecided).max(100), contradicted: count.optional() })
    .optional()
    .describe('Resources that could not be told. The status is `error` then.'),
})

const anyOf = z.union([text, z.array(text)])
const waiver = {
  connector: anyOf,
  check: anyOf,
  resource: anyOf.optional(),
  resourceType: anyOf.optional(),
  tag: anyOf.optional(),
  connection: anyOf.optional(),
  allConnections: z.literal(true).optional(),
  justification: text,
  approver: text,
  expires: day,
  source: text.optional(),
}
const inventory = z.strictObject({
  of: z.enum([...inventoryKinds, 'acknowledgement']),
  part: text.optional(),
  complete: z.boolean().describe('Whether everything was seen that it covers.'),
  error: z.strictObject({ kind: errorKind, code: text, message: text }).optional(),
  readAt: text.describe('When reading began. Of a file its date.'),
  tells: z.array(text),
  count,
  digest: text.describe('SHA-256 of its canonical lines, hexadecimal.'),
})
const system = z.strictObject({
  connectionId: text,
  connector: z.strictObject({ id: text, version: text }),
  name: text,
  state: z.enum(['connected', 'disconnected']),
  lists: z.array(inventoryKind),
  isFile: z.literal(true).optional(),
  enforcedDomains: z.array(text).optional(),
  vouchedDomains: z.array(text).optional(),
  signsInBy: text.optional(),
  exempt: z.strictObject({ reason: text, by: text, expires: text, at: text }).optional(),
  inventories: z.array(inventory),
})
const inputs = z.strictObject({
  now: text.describe('The time by which it judged.'),
  systems: z.array(system),
  directory: z.strictObject({
    sources: z
      .array(
        z.strictObject({
          connectionId: text,
          covers: z.enum(['employees', 'contractors', 'both']),
          accountsArePeople: z.boolean().optional(),
        }),
      )
      .describe('In their order: the first that covers a person decides.'),
    departures: z.array(z.strictObject({ personId: text, since: text })),
  }),
  aliases: z
    .array(z.strictObject({ address: text, personId: text, actor: text, reason: text, at: text, expires: text }))
    .optional(),
  policies: z
    .array(z.strictObject({ id: text, name: text, versionId: text, number: count, publishedAt: text }))
    .optional()
    .describe(
      'Of which a version holds. Who has acknowledged it is the list `acknowledgement` of the system `policies`.',
    ),
  variables: z.record(z.string(), variableValue).optional(),
  waivers: z.array(z.strictObject(waiver)).optional(),
})

const crossCheckRunSchema = z
  .strictObject({
    schema: z.literal('checkwright.run/v1'),
    kind: z.literal('cross-check'),
    id: text,
    organizationId: text,
    code: z
      .strictObject({
        checkwright: text.describe('Version of Checkwright.'),
        sha256: text.describe('SHA-256 of its data and of the text of its functions.'),
        files: text.optional().describe('SHA-256 of the files that a command loaded it from.'),
      })
      .describe('The code of the cross-check.'),
    startedAt: text.describe('The time by which it judged, ISO 8601.'),
    finishedAt: time,
    status: runStatus,
    edition: z
      .strictObject({ of: text.describe('SHA-256 of its manifest.json.') })
      .optional()
      .describe('It is the pseudonymous edition of another bundle: ids, addresses and names are replaced.'),
    scoped: z.literal(true).optional().describe('It changes no finding, control or trend.'),
    replayable: z.boolean(),
    notReplayableBecause: text.optional(),
    inputs: inputs.describe(
      'All that it judged by, beside records and links, which a bundle has in files of their own.',
    ),
    scopes: z
      .array(z.strictObject({ connectionId: text, complete: z.boolean(), because: text.optional() }))
      .describe('How much of each connection was seen. Findings resolve as gone within complete ones.'),
    oldestReadAt: time.optional(),
    checks: z.array(check).length(1),
    waivers: z
      .array(
        z.strictObject({
          ...waiver,
          state: z.enum(['applied', 'unused', 'undetermined', 'expired']),
          results: count,
          note: text.optional(),
        }),
      )
      .optional(),
    summary: z.strictObject({
      checks: z.strictObject({ pass: count, fail: count, manual: count, not_applicable: count, error: count }),
      results: z.strictObject({ pass: count, fail: count, manual: count, not_applicable: count, waived: count }),
      judged: z.strictObject({ accepted: count, refused: count }).optional(),
      errors: count,
      requests: count,
      retries: count,
    }),
  })
  .describe('The run of a cross-check. It has no connector and no connection.')

type CrossCheckRun = Omit<CrossCheckRunHead, 'checks'> & { readonly checks: readonly CheckOutcome[] }

/** Neither has a member or a word that the other does not have. */
export const isHeldToCode: [
  Loose<CrossCheckRun> extends Loose<z.output<typeof crossCheckRunSchema>> ? true : never,
  Loose<z.output<typeof crossCheckRunSchema>> extends Loose<CrossCheckRun> ? true : never,
] = [true, true]

export function createRunSchema(): object {
  return z.toJSONSchema(crossCheckRunSchema)
}
