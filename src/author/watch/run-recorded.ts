import { chooseChecks } from '../../checks/choose-checks.ts'
import { toRecordedRun } from '../../checks/runs/recorded-run.ts'
import type { AnyConnector } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import { type RecordedReplay, replayRecording, toReplayedRun } from '../../evidence/recording/replay-recording.ts'
import { blockNetwork } from '../../evidence/replay/offline.ts'
import { cleanLine } from '../../report/pieces/safe-text.ts'
import type { Format } from '../../report/reports.ts'
import { tellCheckWarnings } from '../../service/commands/check-warnings.ts'
import { loadConnectors } from '../../service/commands/connector-file/load-connector.ts'
import type { GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodeOfRuns, type Strictness } from '../../service/commands/exit-codes.ts'
import { createNarration, type NarrationOptions } from '../../service/commands/narration.ts'
import { printReport } from '../../service/commands/print-report.ts'
import type { Terminal } from '../../service/commands/terminal.ts'
import { shell } from '../../text/quote-for-shell.ts'
import { readRecording } from '../running/recordings.ts'

export interface RecordedRunOptions extends GlobalOptions, Strictness, NarrationOptions {
  readonly check?: readonly string[] | undefined
  readonly format: Format
  /** The recording. */
  readonly recorded: string
}

/** Runs checks on a recording instead of an account, and shows the results like those of any run. */
export async function runRecorded(
  target: string,
  options: RecordedRunOptions,
  terminal: Terminal,
  onLoaded: () => void = () => undefined,
): Promise<ExitCode> {
  const recording = await readRecording(options.recorded)
  const connector = await loadEditedConnector(recording.connector.id, target)
  onLoaded()
  chooseChecks(connector, options.check)
  const { onEvent, end } = createNarration(options, terminal)
  const replay = await blockNetwork(() =>
    replayRecording(recording, connector, { checks: options.check, unrecorded: true, onEvent }),
  )
  end()
  const run = toRecordedRun(toReplayedRun(recording, connector, replay))
  await printReport(options.json ? 'json' : options.format, [{ run, connector }], { isList: false }, terminal)
  tellCheckWarnings(run.head.checks, terminal)
  tellOthers(replay.checks, options.recorded, terminal)
  return exitCodeOfRuns([run], options)
}

/** If a file exports several connectors, the recorded one. */
export async function loadEditedConnector(id: string, target: string): Promise<AnyConnector> {
  const { connectors } = await loadConnectors(target)
  const connector = connectors.find((each) => each.id === id)
  if (connector) return connector
  throw new CheckwrightError(
    `The recording is of the connector "${id}", and ${target} defines another one. Name the file of the right connector.`,
    {
      code: 'RECORDING_INVALID',
    },
  )
}

/** Authors work on checks with changing results, so a difference is a notice and not an error. */
function tellOthers(checks: readonly RecordedReplay[], file: string, { err }: Terminal): void {
  const others = checks.filter(({ same }) => !same).map(({ id }) => id)
  if (others.length > 0)
    err.line(cleanLine(`Different from the recording: ${others.join(', ')} (${shell`checkwright test ${file}`})`))
}
