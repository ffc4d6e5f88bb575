import { fail } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type AnyConnector, isConnector } from '../../define/index.ts'
import { parseRecording } from '../../evidence/recording/read-recording.ts'
import { type RecordedReplay, replayRecording } from '../../evidence/recording/replay-recording.ts'
import { countNoun } from '../../text/count-noun.ts'
import type { TestFunction } from './contract/connector-contract.ts'
import { refuseUnknown } from './vendor/refuse-arguments.ts'

export interface RecordedOptions {
  /** The runner's `test`. */
  readonly test: TestFunction
}

/**
 * Registers a test for each check of a recording: it runs again on the recorded answers and must reach the recorded
 * results. Offline, without an account, in milliseconds. `checkwright record` makes recordings; `checkwright test
 * --update` updates them.
 *
 * ```ts
 * import { test } from 'vitest' // or from 'node:test'
 * recordedChecks(acme, new URL('recorded/acme.json', import.meta.url), { test })
 * ```
 *
 * @throws TypeError for a mistake in the arguments
 * @throws CheckwrightError `RECORDING_INVALID`; the file system's error when there is no such file
 */
export function recordedChecks(connector: AnyConnector, file: URL | string, options: RecordedOptions): void {
  const subject = 'recordedChecks()'
  if (!isConnector(connector)) throw new TypeError(`${subject}: the first argument must be a connector.`)
  refuseUnknown(subject, options, ['test'])
  const { test } = options
  if (typeof test !== 'function') throw new TypeError(`${subject} needs the test function of your runner: { test }.`)
  const recording = parseRecording(readFileSync(file, 'utf8'), String(file))
  for (const { id, status, results } of recording.checks) {
    test(`recorded/${id}: ${status}, ${countNoun(results.length, 'result')}`, async () => {
      const { checks } = await replayRecording(recording, connector, { checks: [id] })
      const [check] = checks
      if (check && !check.same) fail(formatReplayFailure(check))
    })
  }
}

function formatReplayFailure({ id, differences, missing }: RecordedReplay): string {
  const lines = [
    ...missing.map((request) => `requests ${request}, which was not recorded`),
    ...differences.map(
      ({ of, field, recorded, replayed }) =>
        `${of}${field === undefined ? '' : `, ${field}`}: ${recorded ?? 'nothing'} → ${replayed ?? 'nothing'}`,
    ),
  ]
  const list = lines.map((line) => `\n  ${line}`).join('')
  return `Check "${id}" gives another result than the recorded one:${list}\nIf you want these results: checkwright test --update`
}
