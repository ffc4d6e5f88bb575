import { serveTask } from '../../../sandbox/serve-task.ts'
import { loadConnectors } from '../../../service/commands/connector-file/load-connector.ts'
import { limitOwnTime, trialMsMax } from '../trials/limit-own-time.ts'
import { tryOutcome } from '../trials/try-checks.ts'
import { readWitnesses } from '../witnesses/read-witnesses.ts'
import { findNearWitnesses } from './near-witnesses.ts'
import { digestFile, type TrialReply, type TrialTask } from './trial-task.ts'
import { findOwnWitnesses, listWorldAnswers, replaceAnswer } from './world-answers.ts'

serveTask(async function* (task: TrialTask): AsyncGenerator<TrialReply> {
  yield await tryTask(task)
})

async function tryTask({ target, connector: id, fileSha256, ...asked }: TrialTask): Promise<TrialReply> {
  const { connectors } = await loadConnectors(target)
  const connector = connectors.find((each) => each.id === id && digestFile(each) === fileSha256)
  const path = connector && findOwnWitnesses(connector)
  const check = connector?.checks.find((each) => each.id === asked.check)
  if (!connector || path === undefined || !check) return undefined
  const witnesses = await readWitnesses(path, connector)
  const found = listWorldAnswers(witnesses, check).find(({ answer }) => answer.id === asked.answer)
  if (!found) return undefined
  const { world, exchange } = found
  const changed = replaceAnswer(world, exchange, asked.json)
  const ended = limitOwnTime(trialMsMax)
  const { outcome, missing } = await tryOutcome(connector, changed, check, ended)
  const { status, error, results, undecided } = outcome
  const near = findNearWitnesses(witnesses, check, exchange, JSON.parse(asked.json))
  const atMs = Date.parse(world.inputs.now)
  return { status, error, results, undecided, missing, near, atMs, isEnded: ended.aborted }
}
