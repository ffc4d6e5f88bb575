import { type AnyConnector, nameConnector } from '../../define/index.ts'
import { type CheckwrightError, createUsageError } from '../../errors/index.ts'
import { toRecordedCheck, toRecordedInventory } from '../../evidence/recording/make-recording.ts'
import type { Recording } from '../../evidence/recording/recording.ts'
import {
  type RecordedReplay,
  type RecordingReplay,
  replayRecording,
} from '../../evidence/recording/replay-recording.ts'
import { blockNetwork } from '../../evidence/replay/offline.ts'
import { cleanLine } from '../../report/pieces/safe-text.ts'
import { describeEdit } from '../../service/commands/connector-file/describe-edit.ts'
import { isFile } from '../../service/commands/connector-file/load-connector.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import type { Terminal } from '../../service/commands/terminal.ts'
import { countNoun } from '../../text/count-noun.ts'
import {
  findRecordings,
  isRecordingName,
  loadRecordedConnector,
  readRecording,
  recordedFolder,
  writeRecording,
} from '../running/recordings.ts'

export interface TestOptions extends GlobalOptions {
  /** Write the present results of the checks into the recordings. */
  readonly update?: boolean | undefined
  /** Again on every save. */
  readonly watch?: boolean | undefined
  readonly format?: 'table' | 'json' | undefined
}

/** One recording, replayed. */
interface TestedRecording {
  readonly file: string
  readonly recording: Recording
  readonly replay: RecordingReplay
  readonly updated: boolean
  /** Undefined if the connector's file is the recorded one. */
  readonly editedSince: string | undefined
}

/**
 * Replays recordings, offline, and shows checks with different results.
 * @returns 0 for the expected or updated results; 6 for different ones
 */
export async function runTestCommand(
  paths: readonly string[],
  options: TestOptions,
  context: Context,
): Promise<ExitCode> {
  const files = await findRecordingsAt(paths)
  const atHand = paths.filter((path) => isFile(path) && !isRecordingName(path))
  if (!options.watch) return testOnce(files, atHand, options, context.terminal)
  const { watchLoop } = await import('../watch/watch-loop.ts')
  const work = async () => testOnce(await findRecordingsAt(paths), atHand, options, context.terminal)
  return watchLoop({ files, work }, options, context)
}

async function findRecordingsAt(paths: readonly string[]): Promise<readonly string[]> {
  const files = (await Promise.all((paths.length > 0 ? paths : ['.']).map(findRecordings))).flat()
  if (files.length === 0) throw createNothingRecordedError(paths)
  return [...new Set(files)]
}

async function testOnce(
  files: readonly string[],
  atHand: readonly string[],
  { update = false, format, json = format === 'json' }: TestOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const tested: TestedRecording[] = []
  for (const file of files) {
    const each = await testRecording(file, atHand, update)
    tested.push(each)
    if (!json) printTested(each, terminal)
  }
  demandSomethingTested(tested)
  const failed = tested.filter(({ replay, updated }) => !replay.same && !updated)
  if (json) terminal.json(tested.map(toTestData))
  else printTestEnd(tested, failed, update, terminal)
  return failed.length === 0 ? exitCodes.fine : exitCodes.notVerified
}

async function testRecording(file: string, atHand: readonly string[], update: boolean): Promise<TestedRecording> {
  const recording = await readRecording(file)
  const connector = await loadRecordedConnector(file, recording, atHand)
  const replay = await blockNetwork(() => replayRecording(recording, connector))
  const isLacking = [...replay.inventories, ...replay.checks].some(
    ({ missing, reached }) => missing.length + reached.length > 0,
  )
  const updated = update && !replay.same && !isLacking
  if (updated) await writeRecording(file, updateRecording(recording, replay, connector))
  return { file, recording, replay, updated, editedSince: describeEdit(recording.connector, connector) }
}

/** @throws CheckwrightError `CLI_USAGE` where nothing ran: no recording has a check or a list */
function demandSomethingTested(tested: readonly TestedRecording[]): void {
  if (tested.some(({ replay }) => replay.checks.length + replay.inventories.length > 0)) return
  throw createUsageError(
    `Nothing was tested: there is no check and no list in ${tested.map(({ file }) => file).join(', ')}. Record again: checkwright record ./acme.ts`,
  )
}

/** The recording for the present connector, without exchanges that its checks no longer need. */
function updateRecording(
  recording: Recording,
  { checks, inventories }: RecordingReplay,
  present: AnyConnector,
): Recording {
  const asks = (user: string, exchange: number) =>
    checks.some(({ id, outcome, unasked }) => id === user && outcome && !unasked.includes(exchange)) ||
    inventories.some(({ id, outcome, unasked }) => id === user && outcome && !unasked.includes(exchange + 1))
  const lists = inventories.flatMap(({ outcome }) => (outcome ? [toRecordedInventory(outcome)] : []))
  return {
    ...recording,
    connector: {
      ...nameConnector(present),
      file: recording.connector.file,
    },
    checks: checks.flatMap(({ outcome }) => (outcome ? [toRecordedCheck(outcome)] : [])),
    inventories: lists.length > 0 ? lists : recording.inventories,
    exchanges: recording.exchanges
      .map((exchange, at) => ({ ...exchange, checks: exchange.checks.filter((id) => asks(id, at)) }))
      .filter((exchange) => exchange.checks.length > 0),
  }
}

function createNothingRecordedError(paths: readonly string[]): CheckwrightError {
  const isOfFiles = paths.length > 0 && paths.every((path) => isFile(path))
  const where = paths.length > 0 ? paths.join(', ') : 'this folder'
  return createUsageError(
    `There is no recording ${isOfFiles ? 'of' : 'below'} ${where}: a JSON file in a folder called "${recordedFolder}". Make one: checkwright record ./acme.ts`,
  )
}

function printTested({ file, recording, replay, updated, editedSince }: TestedRecording, { out }: Terminal): void {
  const { id, version } = recording.connector
  out.line(out.paint('bold', cleanLine(`${file}  ${id} ${version}`)))
  if (editedSince !== undefined) out.line(`  ${out.paint('dim', cleanLine(editedSince, 300))}`)
  const names = [...replay.inventories, ...replay.checks].map(({ id }) => formatName(id))
  const width = Math.max(0, ...names.map((name) => name.length))
  for (const { id: list, same, records, differences, missing } of replay.inventories) {
    const mark = same ? out.paint('green', '✓') : updated ? out.paint('yellow', '↻') : out.paint('red', '✗')
    out.line(`  ${mark} ${formatName(list).padEnd(width)}   ${countNoun(records, 'record')}`)
    for (const line of [
      ...missing.map((request) => `requests ${request}, which was not recorded`),
      ...differences.map(({ of, recorded, replayed }) => `${of}: ${recorded ?? 'nothing'} → ${replayed ?? 'nothing'}`),
    ])
      out.line(`      ${cleanLine(line)}`)
  }
  for (const check of replay.checks) {
    const mark = check.same ? out.paint('green', '✓') : updated ? out.paint('yellow', '↻') : out.paint('red', '✗')
    const count = check.outcome?.results.length ?? 0
    const status = check.outcome?.status ?? 'is gone'
    out.line(`  ${mark} ${formatName(check.id).padEnd(width)}   ${status}, ${countNoun(count, 'result')}`)
    for (const line of formatReplayLines(check, recording)) out.line(`      ${cleanLine(line)}`)
  }
  if (replay.unrecorded.length > 0)
    out.line(`  ${out.paint('dim', cleanLine(`not recorded: ${replay.unrecorded.join(', ')}`))}`)
}

/** The id of a check, or `list account` for that of an inventory. */
function formatName(id: string): string {
  return cleanLine(id.replace(/^inventory:/, 'list '), 60)
}

function formatReplayLines(
  { differences, missing, reached, unasked, same, outcome }: RecordedReplay,
  { exchanges }: Recording,
): readonly string[] {
  if (same) return []
  return [
    ...missing.map((request) => `requests ${request}, which was not recorded`),
    ...reached.map((what) => `tries to ${what} outside its context; use ctx instead`),
    ...differences.map(
      ({ of, field, recorded, replayed }) =>
        `${of}${field === undefined ? '' : `, ${field}`}: ${recorded ?? 'nothing'} → ${replayed ?? 'nothing'}`,
    ),
    ...(outcome?.error ? [outcome.error.message] : []),
    ...unasked.map((at) => `no longer requests ${exchanges[at]?.request.url}`),
  ]
}

function printTestEnd(
  tested: readonly TestedRecording[],
  failed: readonly TestedRecording[],
  update: boolean,
  { out }: Terminal,
): void {
  const checks = tested.flatMap(({ replay }) => replay.checks)
  const other = checks.filter(({ same }) => !same).length
  const updated = tested.filter((each) => each.updated).length
  out.line()
  if (other === 0)
    out.line(
      `${countNoun(checks.length, 'check')} gave the recorded results, in ${countNoun(tested.length, 'recording')}.`,
    )
  if (updated > 0) out.line(`${countNoun(updated, 'recording')} updated. Review the changes before you commit them.`)
  if (failed.length === 0) return
  out.line(`${other} of ${checks.length} checks have other results.`)
  out.line(
    update
      ? 'A check sent a request that the recording does not have. Record again: checkwright record. A check may use only its context.'
      : 'If you want these results: checkwright test --update',
  )
}

function toTestData({ file, recording, replay, updated }: TestedRecording) {
  return {
    file,
    connector: recording.connector,
    same: replay.same,
    updated,
    checks: replay.checks.map(({ outcome, ...check }) => ({
      ...check,
      status: outcome?.status,
      results: outcome?.results.length,
    })),
    unrecorded: replay.unrecorded,
  }
}
