import { z } from 'zod'
import { compareRuns, findComparisonObstacle } from '../../checks/findings/compare-runs.ts'
import type { RunComparison } from '../../checks/findings/comparison.ts'
import type { RecordedRun } from '../../checks/runs/recorded-run.ts'
import { resultStatuses, severities } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import type { ReportInput } from '../../report/pieces/report.ts'
import { cleanLine } from '../../report/pieces/safe-text.ts'
import type { Format } from '../../report/reports.ts'
import { loadShipped } from '../../service/commands/connector-file/load-connector.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { printReport } from '../../service/commands/print-report.ts'
import type { Terminal } from '../../service/commands/terminal.ts'
import { readRuns } from '../running/read-runs.ts'

export interface ReportCommandOptions extends GlobalOptions {
  readonly format: Format
  /** Folder, .zip or file of an earlier run; runs that it does not fit are reported without it. */
  readonly baseline?: string | undefined
}

/**
 * Writes kept runs in another format. It judges nothing again, so its exit code only reports its own success.
 * @throws CheckwrightError `CLI_FILE_FAILED`, `BUNDLE_INVALID`
 */
export async function runReportCommand(
  paths: readonly string[],
  { json, format, baseline }: ReportCommandOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const earlier = baseline === undefined ? [] : await readDemandedRuns(baseline)
  const reported: ReportInput[] = []
  for (const path of paths) {
    for (const run of await readDemandedRuns(path)) {
      const connector = await loadShipped(run.head.connector.id)
      reported.push({
        run,
        connector,
        comparison: await compareWithEarlier(run, earlier, terminal),
        rest: `see ${path}`,
      })
    }
  }
  await printReport(json ? 'json' : format, reported, { isList: reported.length > 1 }, terminal)
  return exitCodes.fine
}

/** Compares with the first run about the same account. If there is none, it prints that and still reports. */
async function compareWithEarlier(
  run: RecordedRun,
  earlier: readonly RecordedRun[],
  { err }: Terminal,
): Promise<RunComparison | undefined> {
  const fitting = earlier.find((each) => findComparisonObstacle(run.head, each.head) === undefined)
  if (fitting) return compareRuns(run, fitting)
  const [first] = earlier
  if (first) err.line(cleanLine(findComparisonObstacle(run.head, first.head) ?? '', 1000))
  return undefined
}

async function readDemandedRuns(path: string): Promise<readonly RecordedRun[]> {
  const runs = await readRuns(path)
  for (const run of runs) demandShape(head, run.head, path)
  return runs.map((run) => demandKnownStatuses(run, path))
}

/** Anybody may have written the file: a result of an unknown status would be in no count and no list. */
function demandKnownStatuses(run: RecordedRun, path: string): RecordedRun {
  return {
    head: run.head,
    results: async function* (checkId) {
      for await (const each of run.results(checkId)) {
        demandShape(result, each, path)
        yield each
      }
    },
  }
}

function demandShape(schema: z.ZodType, value: unknown, path: string): void {
  const { error } = schema.safeParse(value)
  const [issue] = error?.issues ?? []
  if (!issue) return
  throw new CheckwrightError(
    `"${path}" is not a run of Checkwright: ${issue.path.join('.')}: ${issue.message}. Name a folder or .zip that "run --out" wrote, or what "run --json" printed.`,
    { code: 'BUNDLE_INVALID' },
  )
}

const resultStatus = z.enum(resultStatuses)
const status = z.enum([...resultStatus.options, 'error'])
const severity = z.enum(severities)
const texts = z.array(z.string())

const head = z.object({
  id: z.string(),
  connector: z.object({ id: z.string(), version: z.string() }),
  connectionId: z.string().optional(),
  connectionName: z.string().optional(),
  organizationId: z.string().optional(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  status,
  clockAheadMs: z.number().optional(),
  replayable: z.boolean(),
  notReplayableBecause: z.string().optional(),
  inputs: z.object({}),
  summary: z.object({
    checks: z.record(status, z.int()),
    results: z.record(z.enum([...resultStatus.options, 'waived']), z.int()),
    judged: z.object({ accepted: z.int(), refused: z.int() }).optional(),
    requests: z.int(),
    retries: z.int(),
  }),
  checks: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      severity,
      controls: texts,
      tags: texts,
      status,
      error: z
        .object({
          kind: z.string(),
          code: z.string(),
          message: z.string(),
          missingScopes: texts.optional(),
          retryable: z.boolean(),
          cause: z.string().optional(),
          frames: z
            .array(z.object({ file: z.string(), line: z.int(), column: z.int(), function: z.string().optional() }))
            .optional(),
        })
        .optional(),
      requests: z.int(),
      retries: z.int(),
      durationMs: z.number(),
      logs: z.array(z.object({ level: z.enum(['info', 'warn', 'error']), message: z.string() })),
    }),
  ),
})

const result = z.object({
  status: resultStatus,
  resource: z.object({ type: z.string(), id: z.string(), name: z.string().optional() }),
  title: z.string(),
  description: z.string().optional(),
  severity: severity.optional(),
  remediation: z.string().optional(),
  fix: z.string().optional(),
  evidence: z.json(),
  findingId: z.uuid(),
  waived: z.object({ justification: z.string(), approver: z.string(), expires: z.string() }).optional(),
  judged: z
    .object({
      decision: z.enum(['accepted', 'refused']),
      by: z.string(),
      at: z.string(),
      reason: z.string(),
      files: z.array(z.object({ name: z.string(), sha256: z.string() })),
      expires: z.string(),
    })
    .optional(),
  exchanges: z.array(z.int()).optional(),
})
