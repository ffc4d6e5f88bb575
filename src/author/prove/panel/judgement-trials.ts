import { DataFileError } from '../../../data/data-file.ts'
import type { AnyConnector, Check, ConnectorDefinition } from '../../../define/index.ts'
import { ApiError } from '../../../errors/index.ts'
import type { RecordedBody, RecordedExchange, Recording } from '../../../evidence/recording/recording.ts'
import { findFile } from '../../../service/commands/connector-file/beside.ts'
import { parseJson } from '../../../text/parse-json.ts'
import type { JudgementTrials, ReplaceableAnswer } from '../../../things/parts/judgement-trials.ts'
import { findWitnesses } from '../locate-witnesses.ts'
import { selectOwnExchanges } from '../mutants/list-inputs.ts'
import { tryOutcome } from '../trials/try-checks.ts'
import { readWays } from '../witnesses/list-ways.ts'
import { readWitnesses, type Witnesses } from '../witnesses/read-witnesses.ts'
import { joinBodyText, parseBody } from '../witnesses/recorded-body.ts'
import { findNearWitnesses } from './near-witnesses.ts'

/** As long as a mistake in a check may take. */
const trialMsMax = 5_000
/** A person waits for one. More than these are not of a person. */
const waitingMax = 8
/** Worlds take memory, and people look at one connector at a time. */
const openMax = 4

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

export const judgementTrials: JudgementTrials = {
  async loadWays(connector) {
    const path = locate(connector)
    return path === undefined ? new Map() : ((await withoutMistakes(() => readWays(path))) ?? new Map())
  },
  async listAnswers(connector, id) {
    const check = connector.checks.find((each) => each.id === id)
    const witnesses = await openWitnesses(connector)
    if (!check || !witnesses) return []
    return listWorldAnswers(witnesses, check).map(({ answer }) => answer)
  },
  async tryAnswer(connector, { check: id, answer, json }) {
    const check = connector.checks.find((each) => each.id === id)
    const witnesses = await openWitnesses(connector)
    const found = check && witnesses && listWorldAnswers(witnesses, check).find((each) => each.answer.id === answer.id)
    if (!found) throw new ApiError('There is no such answer.', { code: 'NOT_FOUND' })
    const { world, exchange } = found
    const ended = AbortSignal.timeout(trialMsMax)
    const { outcome, missing } = await inTurn(() =>
      tryOutcome(connector, replaceAnswer(world, exchange, json), check, ended),
    )
    const { status, error, results, undecided } = outcome
    const near = findNearWitnesses(witnesses, check, exchange, JSON.parse(json))
    const atMs = Date.parse(world.inputs.now)
    return { status, error, results, undecided, missing, near, atMs, isEnded: ended.aborted }
  },
}

/** One at a time, because a process has other work. @throws ApiError `API_RATE_LIMITED` */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= waitingMax)
    throw new ApiError('Other answers are being tried. Wait a moment, and try yours again.', {
      code: 'API_RATE_LIMITED',
    })
  waiting++
  const turn = last.then(work, work)
  last = turn.catch(() => undefined)
  return turn.finally(() => waiting--)
}

/** By definition, the newest last. */
const opened = new Map<ConnectorDefinition, Promise<Witnesses | undefined>>()

function openWitnesses(connector: AnyConnector): Promise<Witnesses | undefined> {
  const { definition } = connector
  const path = locate(connector)
  const open =
    opened.get(definition) ??
    (path === undefined ? Promise.resolve(undefined) : withoutMistakes(() => readWitnesses(path, connector)))
  opened.delete(definition)
  opened.set(definition, open)
  for (const old of [...opened.keys()].slice(0, -openMax)) opened.delete(old)
  return open
}

/** Where the witnesses of a connector are: beside its file, or in the package. */
function locate(connector: AnyConnector): string | undefined {
  return findWitnesses(findFile(connector) ?? connector.id)
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

interface OpenAnswer {
  readonly answer: ReplaceableAnswer
  readonly world: Recording
  readonly exchange: RecordedExchange
}

/** Answers in JSON that a check reads. */
function listWorldAnswers({ worlds }: Witnesses, check: Check): readonly OpenAnswer[] {
  return [...worlds].flatMap(([name, world]) => {
    const own = new Set(selectOwnExchanges(world, check))
    return world.exchanges.flatMap((exchange, index) => {
      const json = exchange.response && own.has(exchange) ? formatJson(exchange.response) : undefined
      if (json === undefined) return []
      const { method, url } = exchange.request
      const { pathname, search } = new URL(url)
      const request = `${method} ${pathname}${search}`
      return [{ answer: { id: `${name}.${index}`, world: name, request, json }, world, exchange }]
    })
  })
}

/** As a person reads it. Undefined for what is no JSON. */
function formatJson(body: RecordedBody): string | undefined {
  return parseJson(joinBodyText(body)) === undefined ? undefined : JSON.stringify(parseBody(body), null, 2)
}

function replaceAnswer(world: Recording, exchange: RecordedExchange, json: string): Recording {
  return {
    ...world,
    exchanges: world.exchanges.map((each) => {
      if (each !== exchange || !each.response) return each
      const { json: _json, base64: _base64, ...head } = each.response
      return { ...each, response: { ...head, text: json } }
    }),
  }
}
