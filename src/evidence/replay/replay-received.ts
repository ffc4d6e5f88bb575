import { join } from 'node:path'
import type { RunHead } from '../../checks/runs/recorded-run.ts'
import { CheckwrightError } from '../../errors/index.ts'
import { openTempFolder } from '../../http/files/temp-folder.ts'
import { keepOriginal } from '../../received/keep-original.ts'
import { parseApart } from '../../received/parsing/parse-apart.ts'
import { isReceivedFormat } from '../../received/received-item.ts'
import { receiveRun } from '../../received/runs/receive-run.ts'
import type { ReceivedRun } from '../../received/runs/received-run.ts'
import { type BundleSource, receivedFile } from '../bundle/bundle-source.ts'
import { openBundle } from '../bundle/open-bundle.ts'
import { readRun } from '../bundle/run-text.ts'
import { compareResultLists, compareValues, compareVerdicts, type ReplayDifference } from './compare-results.ts'
import { openRecordedJudgements } from './recorded-judgements.ts'

/** A check of another tool, read again from its file. */
export interface ReceivedCheckReplay {
  readonly id: string
  readonly same: boolean
  readonly results: number
  readonly differences: readonly ReplayDifference[]
}

/** The run of a file of another tool, made again of the file in its bundle. */
export interface ReceivedReplay {
  /** Whether every check came to the same status and results, and the file to the same counts. */
  readonly same: boolean
  readonly run: Pick<RunHead, 'id' | 'connector' | 'code' | 'startedAt' | 'status'>
  /** The code of the replay; another one than that of the run can explain differences. */
  readonly code: RunHead['code']
  readonly checks: readonly ReceivedCheckReplay[]
  /** What else differs: counts, the tool, its times. */
  readonly differences: readonly ReplayDifference[]
}

/** Whether a bundle is of a file that was imported. @throws CheckwrightError `BUNDLE_INVALID` */
export async function isReceivedBundle(path: string): Promise<boolean> {
  const source = await openBundle(path)
  try {
    return source.has(receivedFile)
  } finally {
    await source.close()
  }
}

/**
 * Parses the file in a bundle again, and compares what comes of it. Use `verifyBundle` to check the signature.
 * @throws CheckwrightError `BUNDLE_INVALID`, `RUN_NOT_REPLAYABLE`; `IMPORT_REFUSED` when the file can no longer be read
 */
export async function replayReceivedBundle(path: string): Promise<ReceivedReplay> {
  const source = await openBundle(path)
  await using folder = await openTempFolder('replay')
  try {
    return await replayOriginal(source, join(folder.path, 'original'))
  } finally {
    await source.close()
  }
}

async function replayOriginal(source: BundleSource, path: string): Promise<ReceivedReplay> {
  const run = await readRun(() => source.read('run.json'))
  const { head } = run
  const { received, inputs, connectionId, organizationId } = head
  if (received === undefined || !isReceivedFormat(received.format))
    throw new CheckwrightError('The bundle has a file of another tool, and run.json does not say of which format.', {
      code: 'RUN_NOT_REPLAYABLE',
    })
  const original = await keepOriginal(path, received.file.name, source.read(receivedFile))
  const now = new Date(inputs.now)
  const judged = []
  for (const { id } of head.checks)
    for await (const { findingId, judged: by } of run.results(id)) if (by) judged.push({ findingId, judged: by })
  await using again: ReceivedRun = await receiveRun(parseApart(path, received.format), {
    file: { ...original.file, name: received.file.name },
    original: original.read,
    id: head.id,
    now,
    nowMs: () => now.getTime(),
    connectionId,
    organizationId,
    judgements: openRecordedJudgements(judged, inputs),
    isOriginalStored: true,
  })
  const checks: ReceivedCheckReplay[] = []
  for (const recorded of head.checks) {
    const replayed = again.head.checks.find(({ id }) => id === recorded.id)
    const before = await Array.fromAsync(run.results(recorded.id))
    const after = await Array.fromAsync(again.results(recorded.id))
    const differences = replayed
      ? [...compareVerdicts(recorded, replayed), ...compareResultLists(before, after)]
      : [{ of: 'check', recorded: recorded.id }]
    checks.push({ id: recorded.id, same: differences.length === 0, results: after.length, differences })
  }
  const differences = [
    ...again.head.checks
      .filter(({ id }) => !head.checks.some((each) => each.id === id))
      .map(({ id }) => ({ of: 'check', replayed: id })),
    // Whether it was older than another file of its source, this file does not say.
    ...compareValues('received', { ...received, setAside: undefined }, { ...again.head.received, setAside: undefined }),
  ]
  const { id, connector, code, startedAt, status } = head
  return {
    same: differences.length === 0 && checks.every(({ same }) => same),
    run: { id, connector, code, startedAt, status },
    code: again.head.code,
    checks,
    differences,
  }
}
