import type { TimeForm } from '../../../data/expressions/convert-time.ts'
import type { ConnectorFile } from '../../../data/format/connector-file.ts'
import { type AnyConnector, type Check, toInventoryId } from '../../../define/index.ts'
import type { RecordedExchange, Recording } from '../../../evidence/recording/recording.ts'
import { isObject } from '../../../text/is-object.ts'
import { tryCheck } from '../trials/try-checks.ts'
import { formatVerdict, type TrialVerdict } from '../trials/verdict.ts'
import { applyChange } from '../witnesses/apply-changes.ts'
import { joinBodyText, parseBody } from '../witnesses/recorded-body.ts'
import { recognizeTimeForm, writeTime } from '../witnesses/relative-time.ts'
import type { ChangeEntry } from '../witnesses/witness-schema.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A world with one change, and what the check says of it. */
export interface Input {
  readonly change: ChangeEntry
  readonly answers: Recording
  readonly verdict: TrialVerdict
}

/** What of a rule the values of an answer are chosen by. */
export interface Constants {
  readonly numbers: readonly number[]
  readonly texts: readonly string[]
}

const itemsMax = 2

/**
 * Changes of one member of a world that a check reads: values at the bounds of its rule, each word, and nothing. Each place gets its
 * most telling value before any gets its second.
 * @param most how many are tried
 */
export async function listInputs(
  connector: AnyConnector,
  check: Check,
  world: Recording,
  {
    vocabulary,
    constants,
    most,
    readsOthers = true,
  }: {
    readonly vocabulary: Vocabulary
    readonly constants: Constants
    readonly most: number
    /** Whether a mistake may read a member that the check does not. @default true */
    readonly readsOthers?: boolean | undefined
  },
): Promise<readonly Input[]> {
  const before = formatVerdict(await tryCheck(connector, world, check))
  const inputs: Input[] = []
  const attempt = async (change: ChangeEntry, isOfRead = true): Promise<boolean> => {
    const answers = applyChange(world, change, connector)
    if ('message' in answers) return false
    const verdict = await tryCheck(connector, answers, check)
    const differs = formatVerdict(verdict) !== before
    if (differs || isOfRead || readsOthers) inputs.push({ change, answers, verdict })
    return differs
  }
  const nowMs = Date.parse(world.inputs.now)
  const ranked: ChangeEntry[][] = []
  for (const exchange of selectOwnExchanges(world, check)) {
    const named = nameRequest(exchange)
    const body = exchange.response && parseBody(exchange.response)
    await attempt({ ...named, status: 403 })
    await attempt({ ...named, status: 404 })
    await attempt({ ...named, at: '', is: emptyLists(body) as never })
    const read = new Map<string, boolean>()
    for (const { at, path, value, isItem } of listPlaces(body)) {
      // An item that a filter leaves out shows nothing of the members that are read of the others.
      const known = read.get(path) || (await attempt({ ...named, at, is: { unexpected: 7 } }, false))
      read.set(path, known)
      if (!known) continue
      const others = isItem ? [] : listValues(path, value, { vocabulary, constants, nowMs })
      const changes: readonly Partial<ChangeEntry>[] = [
        ...others.slice(0, 1).map((is) => ({ is: is as never })),
        { remove: true },
        ...(isItem ? [{ repeat: 1 }] : others.slice(1).map((is) => ({ is: is as never }))),
      ]
      ranked.push(changes.map((change) => ({ ...named, at, ...change })))
    }
  }
  const ranksMax = Math.max(0, ...ranked.map(({ length }) => length))
  const inOrder = Array.from({ length: ranksMax }, (_, rank) =>
    ranked.flatMap((changes) => changes.slice(rank, rank + 1)),
  )
  for (const change of inOrder.flat().slice(0, most)) await attempt(change)
  return inputs
}

/** The exchanges that a check asked for when the world was made, or a list that it reads. */
export function selectOwnExchanges({ exchanges }: Recording, { id, reads = [] }: Check): readonly RecordedExchange[] {
  const own = [id, ...reads.map(({ inventory }) => toInventoryId(inventory))]
  return exchanges.filter(({ checks, response }) => response && checks.some((each) => own.includes(each)))
}

/** An answer of an account that has nothing. */
export function emptyLists(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return []
  if (typeof value === 'number' && /total|count/i.test(name)) return 0
  if (typeof value === 'number' && /last_?page|pages$/i.test(name)) return 1
  if (/next|cursor/i.test(name)) return null
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, emptyLists(each, member)]))
}

/** The request as a change names it, with all that tells it from others. */
export function nameRequest({ request }: RecordedExchange): Pick<ChangeEntry, 'request' | 'body'> {
  const { host, pathname, search } = new URL(request.url)
  const body = joinBodyText(request)
  return { request: `${request.method} ${host}${pathname}${search}`, body: body === '' ? undefined : body }
}

interface Place {
  /** Where, as a change names it. */
  readonly at: string
  /** The same for all items of a list. */
  readonly path: string
  readonly value: unknown
  readonly isItem: boolean
}

function* listPlaces(value: unknown, at = '', path = ''): Generator<Place> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.slice(0, itemsMax).entries()) {
      const [own, all] = [`${at}[${index}]`, `${path}[]`]
      yield { at: own, path: all, value: item, isItem: true }
      yield* listPlaces(item, own, all)
    }
  } else if (isObject(value))
    for (const [name, member] of Object.entries(value)) {
      const step = /^[^.[\]]+$/.test(name) ? (at === '' ? name : `.${name}`) : `[${JSON.stringify(name)}]`
      yield { at: at + step, path: path + step, value: member, isItem: false }
      yield* listPlaces(member, at + step, path + step)
    }
}

interface ValueRules {
  readonly vocabulary: Vocabulary
  readonly constants: Constants
  readonly nowMs: number
}

const dayMs = 86_400_000
const everyRange: readonly (readonly string[])[] = [
  ['0.0.0.0/0'],
  ['::/0'],
  ['0.0.0.0/1', '128.0.0.0/1'],
  ['10.0.0.0/8'],
]

/** Seconds until the year 2000: no vendor is older. */
const firstTime = 946_684_800

function listTimes(form: TimeForm, { constants, nowMs }: Pick<ValueRules, 'constants' | 'nowMs'>): readonly unknown[] {
  const days = [...new Set([0, 1, 30, 365, ...constants.numbers].flatMap((days) => [days, -days]))]
  return days.flatMap((days) => [0, -1, 1].map((seconds) => writeTime(nowMs + days * dayMs + seconds * 1000, form)))
}

/** Other values of a member, the most telling first. */
function listValues(path: string, value: unknown, { vocabulary, constants, nowMs }: ValueRules): readonly unknown[] {
  if (typeof value === 'boolean') return [!value, null]
  const form = recognizeTimeForm(value, nowMs)
  const times = form === undefined ? [] : listTimes(form, { constants, nowMs })
  if (typeof value === 'number') {
    const numbers = new Set([
      0,
      value + 1,
      value - 1,
      ...constants.numbers.flatMap((each) => [each, each + 1, each - 1]),
    ])
    // A small number may be a length, or stand where there is no time.
    const isPlain = form === undefined || value < firstTime
    return [...(isPlain ? [...numbers].filter((each) => each !== value) : []), null, ...times]
  }
  if (form !== undefined) return [null, ...times]
  const [name = '', holder] = path
    .split(/[.[\]]+/)
    .filter((each) => each !== '')
    .toReversed()
  if (typeof value === 'string' || value === null) {
    const ports = constants.numbers.map(String)
    const texts = [...vocabulary.wordsOf(name, holder), 'unknownFutureValue', ...constants.texts, ...ports, '']
    return [...new Set<unknown>([...texts, ...everyRange.flat(), '1-65535', true, null])].filter(
      (each) => each !== value,
    )
  }
  if (Array.isArray(value)) {
    const isOfTexts = value.every((each) => typeof each === 'string')
    return [[], null, ...(isOfTexts ? [...everyRange, ...constants.texts.map((each) => [each])] : [])]
  }
  return [null]
}

/** The numbers and texts that a rule compares with. */
export function readConstants({ variables = [], ...check }: Check, file: ConnectorFile | undefined): Constants {
  const entry = JSON.stringify(file?.checks?.find((each) => 'id' in each && each.id === check.id) ?? {})
  const numbers = [...entry.matchAll(/(?<![\w.'])\d{1,5}(?![\w.'])/g)].map(([digits]) => Number(digits))
  const texts = [...entry.matchAll(/'([^']{1,40})'/g)].map(([, text = '']) => text)
  const defaults = variables.flatMap(({ default: value }) => (typeof value === 'number' ? [value] : []))
  return { numbers: [...new Set([...defaults, ...numbers])], texts: [...new Set(texts)] }
}
