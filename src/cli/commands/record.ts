import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KeptRun } from '../../checks/kept-run.ts'
import { type AnyConnector, secretIdsOf } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import { makeRecording, recordedCheck } from '../../evidence/recording/make-recording.ts'
import type { PseudonymCounts } from '../../evidence/recording/pseudonyms.ts'
import type { RecordedCheck, Recording } from '../../evidence/recording/recording.ts'
import { replayRecording } from '../../evidence/recording/replay-recording.ts'
import { type ScrubOptions, scrubRecording } from '../../evidence/recording/scrub-recording.ts'
import { type SecretFinding, secretsIn } from '../../evidence/recording/secret-scan.ts'
import { readLedger } from '../../http/ledger.ts'
import type { Redactor } from '../../http/redact.ts'
import type { Context } from '../context.ts'
import { type ExitCode, exitCodeOfRuns, exitCodes } from '../exit-codes.ts'
import { table } from '../output/table.ts'
import type { Terminal } from '../output/terminal.ts'
import { fileFrom, recordingPlace, writeRecording } from '../recordings.ts'
import { runJob } from '../run-job.ts'
import { type Job, type PlanOptions, planRun } from '../run-plan.ts'

export interface RecordOptions extends PlanOptions, ScrubOptions {
  /** @default `recorded/<id>.json` beside the connector */
  readonly out?: string | undefined
  readonly allowPrivateNetwork?: boolean | undefined
}

/**
 * Runs checks on a real account, and keeps what they were answered for tests: without secrets, and without people.
 * Nothing is written that still looks like a secret, or that does not lead to the same verdicts any more.
 */
export async function record(target: string, options: RecordOptions, context: Context): Promise<ExitCode> {
  const { terminal, interrupt } = context
  const { jobs } = await planRun(target, options, terminal)
  const [job, ...others] = jobs
  if (!job || others.length > 0)
    throw new CheckwrightError(
      `A recording is of one connector, and ${target} exports ${jobs.length}. Name another file.`,
      {
        code: 'CLI_USAGE',
      },
    )
  const out = options.out ?? recordingPlace(target, job.connector)
  const folder = await mkdtemp(join(tmpdir(), 'checkwright-record-'))
  try {
    return await interrupt.handled(async (signal) => {
      const exchanges = { file: join(folder, 'exchanges.ndjson') }
      const heard = { ...job, connector: overheard(job.connector, terminal.secrets) }
      const { run, held } = await runJob(heard, { exchanges, waivers: undefined }, options, context, signal)
      try {
        const refused = await refusal(run, signal, terminal)
        if (refused !== undefined) return refused
        const raw = await makeRecording(job.connector, run, readLedger(exchanges.file), fileFrom(out, target))
        await keep(out, raw, job, options, terminal)
        return exitCodes.fine
      } finally {
        await held?.close()
      }
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function keep(out: string, raw: Recording, job: Job, options: RecordOptions, terminal: Terminal): Promise<void> {
  const { connector } = job
  const { recording: scrubbed, counts } = scrubRecording(raw, connector, options)
  // What it expects of its checks is what they come to on what it holds, and not on whom they were answered about.
  const replay = await replayRecording({ ...scrubbed, checks: raw.checks }, connector)
  const checks = replay.checks.flatMap(({ outcome }) => (outcome ? [recordedCheck(outcome)] : []))
  const differing = raw.checks.flatMap((before, at) =>
    differencesOf(before, checks[at], replay.checks[at]?.missing ?? []),
  )
  if (differing.length > 0) throw differs(differing)
  const recording = { ...scrubbed, checks }
  const found = secretsIn(recording, terminal.secrets)
  if (found.length > 0) throw looksSecret(found)
  await writeRecording(out, recording)
  if (options.json) terminal.json({ file: out, ...summaryOf(recording), pseudonyms: counts })
  else tell(out, recording, counts, terminal)
}

/** Why there is nothing to record; undefined when there is. @throws CheckwrightError `RUN_NOT_REPLAYABLE` */
async function refusal(run: KeptRun, signal: AbortSignal, { err }: Terminal): Promise<ExitCode | undefined> {
  if (signal.aborted) return exitCodes.interrupted
  const code = await exitCodeOfRuns([run])
  if (code === exitCodes.usage || code === exitCodes.refused) {
    const [first] = run.head.checks
    err.line(`Nothing was recorded. ${first?.error?.message ?? 'No check has begun.'}`)
    return code
  }
  const { replayable, notReplayableBecause = 'It does not say why.' } = run.head
  if (replayable) return undefined
  throw new CheckwrightError(
    `Nothing was recorded, because the run cannot be replayed. ${notReplayableBecause} Leave that check out by naming the others with --check, or record a smaller account.`,
    { code: 'RUN_NOT_REPLAYABLE' },
  )
}

/** The same connector, whose checks tell what is secret before they begin: of a stored connection nobody else knows it. */
function overheard(connector: AnyConnector, secrets: Redactor): AnyConnector {
  const { definition } = connector
  const ids = secretIdsOf(definition)
  return {
    ...connector,
    checks: connector.checks.map((check) => ({
      ...check,
      run: (ctx) => {
        const values: Readonly<Record<string, unknown>> = ctx.credentials
        for (const id of ids) if (typeof values[id] === 'string') secrets.add(values[id])
        if ('accessToken' in ctx && typeof ctx.accessToken === 'string') secrets.add(ctx.accessToken)
        return check.run(ctx)
      },
    })),
  }
}

function differencesOf(before: RecordedCheck, after: RecordedCheck | undefined, missing: readonly string[]): string[] {
  const [was, is] = [countsOf(before), after ? countsOf(after) : 'nothing']
  if (was === is && missing.length === 0) return []
  return [
    `${before.id}: ${was} → ${is}`,
    ...missing.map((request) => `${before.id} asks for ${request}, which nobody answered`),
  ]
}

function countsOf({ status, complete, error, results }: RecordedCheck): string {
  const counts = Map.groupBy(results, (result) => result.status)
  const listed = [...counts].map(([each, { length }]) => `${length} ${each}`).sort()
  return [
    error ? `${status} (${error.kind}, ${error.code})` : status,
    ...(complete ? [] : ['incomplete']),
    ...listed,
  ].join(', ')
}

function differs(lines: readonly string[]): CheckwrightError {
  return new CheckwrightError(
    `Nothing was recorded: without names and addresses ${lines.length === 1 ? 'a check comes' : 'checks come'} to something else.\n${list(lines)}\nA word that names nobody stays by --keep <text>.`,
    { code: 'RECORDING_DIFFERS' },
  )
}

function looksSecret(found: readonly SecretFinding[]): CheckwrightError {
  const lines = found.map(({ path, what }) => `${path}: ${what}`)
  return new CheckwrightError(
    `Nothing was recorded, because something in it still looks like a secret:\n${list(lines)}\nName the member in the "sensitive" list of the connector, or hand the value to ctx.secret, and record again.`,
    { code: 'RECORDING_REFUSED' },
  )
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join('\n')
}

function summaryOf({ connector, checks, exchanges }: Recording) {
  return {
    connector,
    exchanges: exchanges.length,
    checks: checks.map(({ id, status, results }) => ({ id, status, results: results.length })),
  }
}

function tell(out: string, recording: Recording, counts: PseudonymCounts, { out: output, err }: Terminal): void {
  const { checks, exchanges } = summaryOf(recording)
  output.write(
    table(
      checks.map(({ id, status, results }) => [id, status, `${results} results`]),
      output,
    ),
  )
  const kinds = Object.entries(counts).filter(([, count]) => count > 0)
  const replaced =
    kinds.length === 0 ? 'nobody in it' : `${kinds.map(([kind, count]) => `${count} ${kind}`).join(', ')} replaced`
  output.line(`\n${out}: ${exchanges} exchanges, ${replaced}`)
  err.line('Read it before you commit it: what is written about people in free text, only people find.')
  err.line(`Replay it: checkwright test ${out}`)
}
