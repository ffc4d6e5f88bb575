import type { RunHead } from '../../checks/results/kept-run.ts'
import { runCheck } from '../../checks/run-check.ts'
import type { Check, CheckOutcome } from '../../define/index.ts'
import { runOffline } from './offline.ts'
import type { ReplayedInventories } from './replay-inventories.ts'
import { openReplayScope, type RecordedWork, type ReplaySurroundings } from './replay-scope.ts'

/** What a check came to on what it was answered then. */
export interface ReplayedCheck {
  readonly outcome: CheckOutcome
  /** What it asked for and was not kept: `GET https://…`. */
  readonly missing: readonly string[]
  /** Where it reached beside its context: `connect to api.acme.example:443`. What came of it, the record does not say. */
  readonly reached: readonly string[]
  /** Numbers of exchanges that it did not ask for again. */
  readonly unasked: readonly number[]
}

/**
 * Runs one check without network, credentials and store, on exchanges that were kept.
 * @param recorded numbers of its exchanges, the variables that it had, and what it ended in then
 * @param inventories those that the run read, replayed before
 */
export async function replayCheck(
  check: Check,
  recorded: RecordedWork,
  surroundings: ReplaySurroundings,
  inventories: ReplayedInventories,
): Promise<ReplayedCheck> {
  const { scope, transport, close } = openReplayScope(check.id, recorded, surroundings)
  const memory = { before: parseState(surroundings.inputs.stateBefore[check.id]), save: async () => undefined }
  const { value: outcome, reached } = await runOffline(() =>
    runCheck(extendTimeout(check), { ...scope, inventories }, memory),
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
