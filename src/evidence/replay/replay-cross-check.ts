import { describeCode } from '../../checks/results/describe-code.ts'
import type { CrossCheck } from '../../crosscheck/define/cross-check.ts'
import type { CrossCheckRunHead } from '../../crosscheck/run/cross-check-run.ts'
import { runCrossCheck } from '../../crosscheck/run/run-cross-check.ts'
import type { ResultRecord, RunCode } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import type { BundleSource } from '../bundle/bundle-source.ts'
import { openBundle } from '../bundle/open-bundle.ts'
import { readSignedRun } from '../bundle/run-text.ts'
import { isCrossCheckRun } from '../bundle/signed-run.ts'
import { compareResultLists, compareVerdicts, type ReplayDifference } from './compare-results.ts'
import { createInvalidError, openJudgedInputs, readCrossCheckRun } from './judged-inputs.ts'
import { openRecordedJudgements } from './recorded-judgements.ts'

/** A cross-check, judged again by what its bundle has. */
export interface CrossCheckReplay {
  /** Whether it came to the same verdict, results and scopes. */
  readonly same: boolean
  readonly run: Pick<CrossCheckRunHead, 'id' | 'organizationId' | 'code' | 'startedAt' | 'status'>
  /** The code of the replay; another one than that of the run can explain differences. */
  readonly code: RunCode
  readonly results: number
  readonly differences: readonly ReplayDifference[]
}

/**
 * Judges the cross-check of a bundle again, by its inventories, links and inputs alone. Use `verifyBundle` to check the signature.
 * @throws CheckwrightError `BUNDLE_INVALID`; `RUN_NOT_REPLAYABLE` when it is another one's, or ended outside of its inputs
 */
export async function replayCrossCheckBundle(path: string, crossCheck: CrossCheck): Promise<CrossCheckReplay> {
  const source = await openBundle(path)
  try {
    return await replaySource(path, source, crossCheck)
  } finally {
    await source.close()
  }
}

/** The cross-check that a bundle is of; undefined: it is of a connector. @throws CheckwrightError `BUNDLE_INVALID` */
export async function findBundleCrossCheck(path: string): Promise<string | undefined> {
  const source = await openBundle(path)
  try {
    if (!source.has('run.json')) throw createInvalidError(`"${path}" has no plain file run.json.`)
    const run = await readSignedRun(() => source.read('run.json'))
    return isCrossCheckRun(run) ? run.head.checks[0]?.id : undefined
  } finally {
    await source.close()
  }
}

/** The cross-check and organization of a bundle. @throws CheckwrightError `BUNDLE_INVALID` if it is not that of a cross-check */
export async function readCrossCheckSubject(
  path: string,
): Promise<{ readonly crossCheckId: string; readonly organizationId: string }> {
  const source = await openBundle(path)
  try {
    const { organizationId, checks } = (await readCrossCheckRun(path, source)).head
    return { crossCheckId: checks[0]?.id ?? '', organizationId }
  } finally {
    await source.close()
  }
}

async function replaySource(path: string, source: BundleSource, crossCheck: CrossCheck): Promise<CrossCheckReplay> {
  const run = await readCrossCheckRun(path, source)
  const { head } = run
  const [recorded] = head.checks
  if (recorded?.id !== crossCheck.id)
    throw createRefusal(`The run is of the cross-check "${recorded?.id}", not of "${crossCheck.id}".`)
  if (!head.replayable) throw createRefusal(`The run cannot be replayed. ${head.notReplayableBecause ?? ''}`)
  const judged = await openJudgedInputs(source, head)
  const inputs = { ...head.inputs, organizationId: head.organizationId }
  const before = await Array.fromAsync(run.results(crossCheck.id))
  await using again = await runCrossCheck(crossCheck, inputs, judged, {
    id: head.id,
    judgements: openRecordedJudgements(before, inputs),
  })
  const after = await Array.fromAsync(again.results(crossCheck.id))
  const [replayed] = again.head.checks
  const differences = [
    ...(replayed ? compareVerdicts(recorded, replayed) : []),
    ...compareResultLists(withWaivers(before), withWaivers(after)),
    ...compareParts('scopes', head.scopes, again.head.scopes),
    ...compareParts('oldestReadAt', head.oldestReadAt, again.head.oldestReadAt),
    ...compareParts('waivers', head.waivers, again.head.waivers),
  ]
  const { id, organizationId, code, startedAt, status } = head
  return {
    same: differences.length === 0,
    run: { id, organizationId, code, startedAt, status },
    code: describeCode(crossCheck),
    results: after.length,
    differences,
  }
}

/** What was accepted is decided by the inputs, too. */
function withWaivers(results: readonly ResultRecord[]): readonly ResultRecord[] {
  return results.map(({ waived, ...result }) => ({
    ...result,
    evidence: waived ? { evidence: result.evidence, waived: { ...waived } } : result.evidence,
  }))
}

function compareParts(of: string, recorded: unknown, replayed: unknown): readonly ReplayDifference[] {
  const [before = '', after = ''] = [JSON.stringify(recorded), JSON.stringify(replayed)]
  return before === after ? [] : [{ of, recorded: before.slice(0, 120), replayed: after.slice(0, 120) }]
}

function createRefusal(message: string): CheckwrightError {
  return new CheckwrightError(message, { code: 'RUN_NOT_REPLAYABLE' })
}
