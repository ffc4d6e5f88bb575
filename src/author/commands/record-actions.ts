import { join } from 'node:path'
import type { RecordedRun } from '../../checks/runs/recorded-run.ts'
import { type AnyConnector, type InventoryContext, listSecretIds } from '../../define/index.ts'
import { CheckwrightError, createUsageError } from '../../errors/index.ts'
import { isOwnMachine, readHost } from '../../evidence/recording/hosts.ts'
import { makeRecording } from '../../evidence/recording/make-recording.ts'
import type { Recording } from '../../evidence/recording/recording.ts'
import type { ScrubbedRecording, ScrubOptions } from '../../evidence/recording/scrub-recording.ts'
import { settleRecording } from '../../evidence/recording/settle-recording.ts'
import { readLedger } from '../../http/exchanges/ledger.ts'
import { openTempFolder } from '../../http/files/temp-folder.ts'
import { type Redactor, redactedMark } from '../../http/redact/redact.ts'
import { cleanLine } from '../../report/pieces/safe-text.ts'
import type { Context } from '../../service/commands/context.ts'
import { type ExitCode, exitCodeOfRuns, exitCodes } from '../../service/commands/exit-codes.ts'
import { formatColumns } from '../../service/commands/format-columns.ts'
import type { Terminal } from '../../service/commands/terminal.ts'
import { countNoun } from '../../text/count-noun.ts'
import { shell } from '../../text/quote-for-shell.ts'
import { locateRecording, relateConnectorFile, writeRecording } from '../running/recordings.ts'
import { runJob } from '../running/run-job.ts'
import { type PlanOptions, planRun } from '../running/run-plan.ts'

export interface RecordOptions extends PlanOptions, ScrubOptions {
  /** @default `recorded/<id>.json` beside the connector */
  readonly out?: string | undefined
  readonly allowPrivateNetwork?: boolean | undefined
}

/**
 * Runs checks on a real account, and records the answers for tests, without secrets and without people. It writes
 * nothing that still looks like a secret, or that leads to other verdicts.
 */
export async function runRecordCommand(target: string, options: RecordOptions, context: Context): Promise<ExitCode> {
  const { terminal, interrupt } = context
  const { jobs } = await planRun(target, options, terminal)
  const [job, ...others] = jobs
  if (!job || others.length > 0)
    throw createUsageError(`A recording has one connector, and ${target} exports ${jobs.length}. Name another file.`)
  const out = options.out ?? locateRecording(target, job.connector)
  await using folder = await openTempFolder('record')
  return await interrupt.runInterruptibly(async (signal) => {
    const exchanges = { file: join(folder.path, 'exchanges.ndjson') }
    const heard = { ...job, connector: tellSecrets(job.connector, terminal.secrets) }
    const { run, openRun } = await runJob(heard, { exchanges, waivers: undefined }, options, context, signal)
    try {
      const refused = await refuseToRecord(run, signal, terminal)
      if (refused !== undefined) return refused
      const raw = await makeRecording(job.connector, run, readLedger(exchanges.file), relateConnectorFile(out, target))
      const settled = await settleRecording(raw, job.connector, terminal.secrets, options)
      const { recording, counts, unreplaced, doubtful, unmatched } = settled
      await writeRecording(out, recording)
      if (options.json)
        terminal.json({
          file: out,
          ...summarizeRecording(recording),
          pseudonyms: counts,
          unreplaced,
          doubtful,
          unmatched,
        })
      else printRecorded(out, settled, raw, terminal)
      printDoubtful(doubtful, terminal)
      return tellUnreplaced(settled, terminal)
    } finally {
      await openRun?.close()
    }
  })
}

/** What may name somebody: its author decides. */
function printDoubtful(doubtful: ScrubbedRecording['doubtful'], { err }: Terminal): void {
  for (const { member, value } of doubtful.slice(0, unreplacedMax))
    err.line(cleanLine(`? ${member}: "${value}" is in the file as it is, and may be the login of somebody.`, 300))
  if (doubtful.length > unreplacedMax) err.line(`? and ${doubtful.length - unreplacedMax} more.`)
  const members = [...new Set(doubtful.map(({ member }) => `--personal ${member}`))].slice(0, unreplacedMax)
  if (members.length > 0)
    err.line(cleanLine(`To replace them: ${members.join(' ')}. To keep one without this line: --keep <text>.`, 500))
}

/** What an author called personal and is in the file as it is, or is not there. */
function tellUnreplaced(
  { unreplaced, unmatched }: Pick<ScrubbedRecording, 'unreplaced' | 'unmatched'>,
  { err }: Terminal,
): ExitCode {
  for (const text of unmatched) err.line(cleanLine(`! --personal ${text}: no member of this name is there.`, 300))
  if (unreplaced.length === 0) return unmatched.length === 0 ? exitCodes.fine : exitCodes.undecided
  for (const { member, value } of unreplaced.slice(0, unreplacedMax))
    err.line(
      cleanLine(
        `! --personal ${member}: "${value}" is in the file as it is. It has no letters, or names nobody, or is a word of the connector.`,
        300,
      ),
    )
  if (unreplaced.length > unreplacedMax) err.line(`! and ${unreplaced.length - unreplacedMax} more.`)
  err.line(
    'If they identify nobody, keep them by --keep <text>. Otherwise change them in the file before you share it.',
  )
  return exitCodes.undecided
}

const unreplacedMax = 10

/** Why there is nothing to record; undefined if there is. @throws CheckwrightError `RUN_NOT_REPLAYABLE` */
async function refuseToRecord(run: RecordedRun, signal: AbortSignal, { err }: Terminal): Promise<ExitCode | undefined> {
  if (signal.aborted) return exitCodes.interrupted
  const code = await exitCodeOfRuns([run])
  if (code === exitCodes.usage || code === exitCodes.refused) {
    const [first] = run.head.checks
    err.line(`The recording was not written. ${first?.error?.message ?? 'No check started.'}`)
    return code
  }
  const { replayable, notReplayableBecause = 'The run gives no reason.' } = run.head
  if (replayable) return undefined
  throw new CheckwrightError(
    `The recording was not written, because the run cannot be replayed. ${notReplayableBecause} Name the other checks with --check, or record a smaller account.`,
    { code: 'RUN_NOT_REPLAYABLE' },
  )
}

/**
 * The same connector, with checks and lists that report their secrets before they begin: for a stored connection nothing else has
 * them.
 */
function tellSecrets(connector: AnyConnector, secrets: Redactor): AnyConnector {
  const { definition } = connector
  const ids = listSecretIds(definition)
  const tell = (ctx: InventoryContext) => {
    const values: Readonly<Record<string, unknown>> = ctx.credentials
    for (const id of ids) if (typeof values[id] === 'string') secrets.add(values[id])
    if ('accessToken' in ctx && typeof ctx.accessToken === 'string') secrets.add(ctx.accessToken)
  }
  return {
    ...connector,
    checks: connector.checks.map((check) => ({
      ...check,
      run: (ctx) => {
        tell(ctx)
        return check.run(ctx)
      },
    })),
    inventories: connector.inventories.map((inventory) => ({
      ...inventory,
      list: (ctx) => {
        tell(ctx)
        return inventory.list(ctx)
      },
    })),
  }
}

/** An address of the machine itself. */
function isSameForAll(value: unknown): boolean {
  const host = typeof value === 'string' ? readHost(value) : undefined
  return host !== undefined && isOwnMachine(host)
}

function summarizeRecording({ connector, checks, exchanges }: Recording) {
  return {
    connector,
    exchanges: exchanges.length,
    checks: checks.map(({ id, status, results }) => ({ id, status, results: results.length })),
  }
}

function printRecorded(
  out: string,
  { recording, counts }: Pick<ScrubbedRecording, 'recording' | 'counts'>,
  raw: Pick<Recording, 'inputs'>,
  { out: output, err }: Terminal,
): void {
  const { checks, exchanges } = summarizeRecording(recording)
  output.write(
    formatColumns(
      checks.map(({ id, status, results }) => [id, status, countNoun(results, 'result')]),
      output,
    ),
  )
  const kinds = Object.entries(counts).filter(([, count]) => count > 0)
  const replaced =
    kinds.length === 0 ? 'nobody in it' : `${kinds.map(([kind, count]) => `${count} ${kind}`).join(', ')} replaced`
  output.line()
  output.line(`${out}: ${countNoun(exchanges, 'exchange')}, ${replaced}`)
  const values = (['settings', 'credentials'] as const).flatMap((place) =>
    Object.entries(recording.inputs[place]).flatMap(([id, value]) =>
      value === redactedMark || isSameForAll(value) || value !== raw.inputs[place][id] ? [] : { id, place },
    ),
  )
  if (values.length > 0)
    err.line(
      `It contains the value that you entered as ${values.map(({ id }) => id).join(', ')}. To replace it with a pseudonym, add ${values.map(({ id, place }) => `--personal ${place}.${id}`).join(' ')}.`,
    )
  const binaries = recording.exchanges.filter(({ response }) => response?.base64 !== undefined).length
  if (binaries > 0)
    err.line(`Answers that are not text are kept unchanged: ${binaries}. Check them for names of people.`)
  err.line('Read it before you commit it. No program finds all names of people in free text.')
  err.line(`Next: ${shell`checkwright test ${out}`}`)
}
