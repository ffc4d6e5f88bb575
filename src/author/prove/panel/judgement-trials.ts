import { digestConnectorCode } from '../../../checks/results/describe-code.ts'
import { DataFileError } from '../../../data/data-file.ts'
import type { AnyConnector, ConnectorDefinition } from '../../../define/index.ts'
import { ApiError } from '../../../errors/index.ts'
import { findFile } from '../../../service/commands/connector-file/beside.ts'
import { loadShipped } from '../../../service/commands/connector-file/load-connector.ts'
import type { JudgementTrials } from '../../../things/parts/judgement-trials.ts'
import { readWays } from '../witnesses/list-ways.ts'
import { readWitnesses, type Witnesses } from '../witnesses/read-witnesses.ts'
import { openMax } from './limits.ts'
import { digestFile } from './trial-task.ts'
import { tryApart } from './try-apart.ts'
import { findOwnWitnesses, listWorldAnswers } from './world-answers.ts'

export const judgementTrials: JudgementTrials = {
  async loadWays(connector) {
    const path = findOwnWitnesses(connector)
    return path === undefined ? new Map() : ((await withoutMistakes(() => readWays(path))) ?? new Map())
  },
  async listAnswers(connector, id) {
    const check = connector.checks.find((each) => each.id === id)
    const witnesses = await openWitnesses(connector)
    if (!check || !witnesses) return []
    return listWorldAnswers(witnesses, check).map(({ answer }) => answer)
  },
  async tryAnswer(connector, { organizationId, check, answer, json }) {
    const target = await findTarget(connector)
    if (target === undefined) throw new ApiError('There is no such answer.', { code: 'NOT_FOUND' })
    const task = {
      target,
      connector: connector.id,
      fileSha256: digestFile(connector),
      check,
      answer: answer.id,
      json,
    }
    return tryApart(organizationId, task)
  },
}

/** What another process loads to have the same judgements. Undefined for what a program made: its code is in no file. */
async function findTarget(connector: AnyConnector): Promise<string | undefined> {
  const file = findFile(connector)
  if (file !== undefined) return file
  const shipped = await loadShipped(connector.id)
  return shipped && digestConnectorCode(shipped) === digestConnectorCode(connector) ? connector.id : undefined
}

/** By definition, the newest last. */
const opened = new Map<ConnectorDefinition, Promise<Witnesses | undefined>>()

function openWitnesses(connector: AnyConnector): Promise<Witnesses | undefined> {
  const { definition } = connector
  const open = opened.get(definition) ?? loadWitnessesOf(connector)
  opened.delete(definition)
  opened.set(definition, open)
  for (const old of [...opened.keys()].slice(0, -openMax)) opened.delete(old)
  return open
}

async function loadWitnessesOf(connector: AnyConnector): Promise<Witnesses | undefined> {
  const path = findOwnWitnesses(connector)
  if (path === undefined || (await findTarget(connector)) === undefined) return undefined
  return withoutMistakes(() => readWitnesses(path, connector))
}

/** Witnesses of another connector, or with mistakes, are none; `validate` tells their author. */
async function withoutMistakes<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof DataFileError) return undefined
    throw error
  }
}
