import { ApiError } from '../../../errors/index.ts'
import type { SandboxLimits } from '../../../sandbox/limits.ts'
import { locateProgram } from '../../../sandbox/locate-program.ts'
import { ProgramEnd } from '../../../sandbox/program-end.ts'
import { askProgram } from '../../../sandbox/run-program.ts'
import type { AnswerTrial } from '../../../things/parts/judgement-trials.ts'
import { FairTurns } from './fair-turns.ts'
import { trialLimits, trialsAtOnceMax, waitingMax } from './limits.ts'
import type { TrialReply, TrialTask } from './trial-task.ts'

/**
 * Judges an answer in a process of its own: whatever it does to a check, it does not do to the service.
 * @throws ApiError `API_RATE_LIMITED` while others of the organization wait; `NOT_FOUND` if the connector's file was edited
 */
export function tryApart(
  organizationId: string,
  task: TrialTask,
  limits: SandboxLimits = trialLimits,
): Promise<AnswerTrial> {
  const turn = turns.take(organizationId, () => askTrial(task, limits))
  if (turn) return turn
  const message = 'Other answers are being tried. Wait a moment, and try yours again.'
  return Promise.reject(new ApiError(message, { code: 'API_RATE_LIMITED' }))
}

const turns = new FairTurns({ atOnceMax: trialsAtOnceMax, waitingMax })

async function askTrial(task: TrialTask, limits: SandboxLimits): Promise<AnswerTrial> {
  try {
    const trial = await askProgram<TrialReply>(program, task, limits)
    if (trial) return trial
  } catch (error) {
    if (!(error instanceof ProgramEnd)) throw error
    return { status: 'error', results: [], missing: [], near: [], atMs: undefined, isEnded: true }
  }
  throw new ApiError('The file of this connector was edited after the service loaded it. Restart the service.', {
    code: 'NOT_FOUND',
  })
}

const program = locateProgram('trial-program', import.meta.url)
