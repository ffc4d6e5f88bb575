import type { AnyConnector } from '../../define/index.ts'
import { Redactor } from '../../http/redact/redact.ts'
import { readExchanges } from '../replay/exchange-index.ts'
import { useReplayable } from '../replay/replay.ts'
import { makeRecording } from './make-recording.ts'
import type { Recording } from './recording.ts'
import { settleRecording } from './settle-recording.ts'

/**
 * A recording of the run in a bundle, without people. Its secrets were taken out when the bundle was written.
 * @param file path of the connector's file, relative to the recording's folder; undefined for a shipped one
 * @throws CheckwrightError `BUNDLE_INVALID`, `RUN_NOT_REPLAYABLE`, `RECORDING_DIFFERS`, `RECORDING_REFUSED`
 */
export function recordBundle(path: string, connector: AnyConnector, file: string | undefined): Promise<Recording> {
  return useReplayable(path, connector, {}, async (run, source) => {
    const raw = await makeRecording(connector, run, readExchanges(source), file)
    return (await settleRecording(raw, connector, new Redactor())).recording
  })
}
