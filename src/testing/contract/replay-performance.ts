import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keptRun } from '../../checks/results/kept-run.ts'
import type { AnyConnector } from '../../define/index.ts'
import { beginBundle } from '../../evidence/bundle/bundle-draft.ts'
import { createKeySigner, generateSigningKey } from '../../evidence/bundle/signer.ts'
import { type Replay, replayBundle } from '../../evidence/replay/replay.ts'
import type { Performance } from './stage.ts'

/** The checks of a run, run again on its bundle, as an auditor would. */
export async function replayPerformance(
  connector: AnyConnector,
  { result, exchanges }: Pick<Performance, 'result' | 'exchanges'>,
): Promise<Replay> {
  const path = join(tmpdir(), `checkwright-contract-${randomUUID()}`)
  const draft = await beginBundle(path)
  try {
    await writeFile(draft.exchangesFile, exchanges)
    await draft.finish(keptRun(result), createKeySigner(generateSigningKey().privateKey))
    // A check that gave up during a request leaves an exchange without an answer, which can be replayed.
    return await replayBundle(path, connector, { force: true })
  } finally {
    await draft.discard()
    await rm(path, { recursive: true, force: true })
  }
}
