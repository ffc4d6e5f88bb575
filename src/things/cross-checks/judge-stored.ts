import { type Judgements, openJudgements } from '../../checks/judgements/open-judgements.ts'
import type { CrossCheck } from '../../crosscheck/define/cross-check.ts'
import type { CrossCheckInputs, CrossCheckSource } from '../../crosscheck/define/inputs.ts'
import type { DisposableCrossCheckRun } from '../../crosscheck/run/cross-check-run.ts'
import { runCrossCheck } from '../../crosscheck/run/run-cross-check.ts'
import type { AnyVariableValue, Waiver } from '../../define/index.ts'
import { CheckError, CheckwrightError } from '../../errors/index.ts'
import { isScopedRequest, type QueuedRun, type RunRequest } from '../../service/queue/queue.ts'
import { loadCrossCheckInputs } from '../directory/load-inputs.ts'
import { refreshDirectory } from '../directory/refresh-directory.ts'
import { type RuntimeParts, toIsoTime } from '../parts/runtime-parts.ts'
import { createCancellation } from '../runs/run-checks.ts'
import { joinWaivers } from '../runs/stored-run.ts'
import { addPolicies } from './load-policies.ts'
import { chooseRunVariables } from './stored-variables.ts'

interface Judging {
  readonly run: QueuedRun
  readonly crossCheck: CrossCheck
  readonly signal: AbortSignal
}

/** Judges a cross-check by what the store has. Whatever keeps it from judging is the outcome. Close the run afterwards. */
export async function judgeStored(
  parts: RuntimeParts,
  { run, crossCheck, signal }: Judging,
): Promise<DisposableCrossCheckRun> {
  const { runId: id, request } = run
  const { clock, crossChecks } = parts
  const cancelled = createCancellation(signal, request.timeoutMs)
  const options = { id, clock, known: crossChecks.all, signal: cancelled.signal }
  try {
    const { inputs, source, judgements } = await loadInputs(parts, run, crossCheck)
    return await runCrossCheck(crossCheck, inputs, source, { ...options, judgements }).then((run) =>
      markScoped(run, request),
    )
  } catch (error) {
    if (!(error instanceof CheckwrightError)) throw error
    return judgeNothing(crossCheck, run, { ...options, nowMs: clock.nowMs(), error })
  } finally {
    cancelled.release()
  }
}

/** @throws CheckError `INVENTORIES_NOT_KEPT` */
async function loadInputs(
  parts: RuntimeParts,
  { organizationId, request }: QueuedRun,
  crossCheck: CrossCheck,
): Promise<{
  readonly inputs: CrossCheckInputs
  readonly source: CrossCheckSource
  readonly judgements: Judgements | undefined
}> {
  const nowMs = parts.clock.nowMs()
  // Somebody who vanished since the last run is gone from now on.
  await refreshDirectory(parts, organizationId, { nowMs })
  const loaded = await loadCrossCheckInputs(parts, organizationId, { nowMs, withoutLists: true })
  if (!loaded.keepsInventories)
    throw new CheckError(
      'The organization does not keep the lists of its connections, so there is nothing to judge by. Let it keep them in the settings.',
      { code: 'INVENTORIES_NOT_KEPT' },
    )
  const { inputs, source } = crossCheck.needs.policies ? await addPolicies(parts, loaded) : loaded
  const waivers = joinWaivers(request.waivers, await parts.store.waivers.list({ organizationId }))
  const run = await parts.store.judgements.listInForce({ organizationId, connectionId: organizationId, atMs: nowMs })
  const values = request.variables as Readonly<Record<string, AnyVariableValue>> | undefined
  const variables = await chooseRunVariables(parts, crossCheck, organizationId, values)
  return {
    inputs: {
      ...inputs,
      waivers: (waivers as readonly Waiver[] | undefined) ?? inputs.waivers,
      variables: variables ?? inputs.variables,
    },
    source,
    judgements: run.length === 0 ? undefined : openJudgements(run, new Date(nowMs)),
  }
}

/** Why it could not be judged, as its outcome. Its inputs do not show that, so they give no other run. */
async function judgeNothing(
  crossCheck: CrossCheck,
  { organizationId, request }: QueuedRun,
  {
    error,
    nowMs,
    ...options
  }: Parameters<typeof runCrossCheck>[3] & {
    readonly error: CheckwrightError
    readonly nowMs: number
  },
): Promise<DisposableCrossCheckRun> {
  const refusing: CrossCheck = {
    ...crossCheck,
    run: () => {
      throw error
    },
  }
  const inputs = { organizationId, now: toIsoTime(nowMs), systems: [], directory: { sources: [], departures: [] } }
  const run = await runCrossCheck(refusing, inputs, { records: () => [], links: () => [] }, options)
  const notReplayableBecause = `The cross-check did not begin (${error.code}).`
  return markScoped({ ...run, head: { ...run.head, replayable: false, notReplayableBecause } }, request)
}

/** A run with its own waivers or variables speaks for itself alone. */
function markScoped(run: DisposableCrossCheckRun, request: RunRequest): DisposableCrossCheckRun {
  return isScopedRequest(request) ? { ...run, head: { ...run.head, scoped: true } } : run
}
