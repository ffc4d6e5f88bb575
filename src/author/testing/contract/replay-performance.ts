import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toRecordedRun } from '../../../checks/runs/recorded-run.ts'
import type { AnyConnector } from '../../../define/index.ts'
import { beginBundle } from '../../../evidence/bundle/bundle-draft.ts'
import { createKeySigner, generateSigningKey } from '../../../evidence/bundle/signer.ts'
import { type Replay, replayBundle } from '../../../evidence/replay/replay.ts'
import { openTempFolder } from '../../../http/files/temp-folder.ts'
import type { Performance } from './stage.ts'

/** The checks of a run, run again on its bundle, as an auditor would. */
export async function replayPerformance(
  connector: AnyConnector,
  { result, exchanges }: Pick<Performance, 'result' | 'exchanges'>,
): Promise<Replay> {
  await using folder = await openTempFolder('contract')
  const path = join(folder.path, 'run')
  const draft = await beginBundle(path)
  await writeFile(draft.exchangesFile, exchanges)
  await draft.finish(toRecordedRun(result), createKeySigner(generateSigningKey().privateKey))
  // A check that gave up during a request leaves an exchange without an answer, which can be replayed.
  return await replayBundle(path, connector, { force: true })
}
