import type { Judgements } from '../../checks/judgements/open-judgements.ts'
import { runCheck } from '../../checks/run-check.ts'
import type { RunHead } from '../../checks/runs/recorded-run.ts'
import type { Check, CheckOutcome } from '../../define/index.ts'
import { runOffline } from './offline.ts'
import type { ReplayedInventories } from './replay-inventories.ts'
import { openReplayScope, type RecordedWork, type ReplaySurroundings } from './replay-scope.ts'

/** A check's outcome on the recorded answers. */
export interface ReplayedCheck {
  readonly outcome: CheckOutcome
  /** Requests that were not kept: `GET https://…`. */
  readonly missing: readonly string[]
  /** Connections outside its context: `connect to api.acme.example:443`. The record does not have their results. */
  readonly reached: readonly string[]
  /** Numbers of exchanges that it did not request again. */
  readonly unasked: readonly number[]
}

/**
 * Runs one check without network, credentials and store, on kept exchanges.
 * @param recorded numbers of its exchanges, its variables, and its original error
 * @param inventories those that the run read, replayed before
 * @param judgements those that the run applied. @default none
 */
export async function replayCheck(
  check: Check,
  recorded: RecordedWork,
  surroundings: ReplaySurroundings,
  inventories: ReplayedInventories,
  judgements?: Judgements,
): Promise<ReplayedCheck> {
  const { scope, transport, close } = openReplayScope(check.id, recorded, surroundings)
  const { confine = runOffline } = surroundings
  const memory = { before: parseState(surroundings.inputs.stateBefore[check.id]), save: async () => undefined }
  const { value: outcome, reached } = await confine(() =>
    runCheck(extendTimeout(check), { ...scope, inventories, judgements }, memory),
  )
  await close()
  return { outcome, missing: transport.missing, reached, unasked: transport.left }
}

const timeoutMsLeast = 600_000

/** The time that a replay takes is not the run's: it says nothing about whether the work ended in time. */
function extendTimeout<Work extends { readonly timeoutMs?: number | undefined }>(work: Work): Work {
  return { ...work, timeoutMs: Math.max(work.timeoutMs ?? 0, timeoutMsLeast) }
}

type State = Extract<RunHead['inputs']['stateBefore'][string], { readonly [key: string]: unknown }>

function parseState(value: RunHead['inputs']['stateBefore'][string] | undefined): State {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as State) : {}
}
