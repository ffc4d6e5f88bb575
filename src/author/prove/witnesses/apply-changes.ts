import type { AnyConnector } from '../../../define/index.ts'
import type { RecordedExchange, Recording } from '../../../evidence/recording/recording.ts'
import { isObject } from '../../../text/is-object.ts'
import { findSpots, parsePointer, readSpot, type Spot } from './pointer.ts'
import { parseBody, toRecordedBody } from './recorded-body.ts'
import { readRelativeTime, recognizeTimeForm, writeTime } from './relative-time.ts'
import { createRequestMatcher } from './request-pattern.ts'
import { recognizeTextForm } from './text-form.ts'
import type { ChangeEntry } from './witness-schema.ts'

/** Why a change cannot be made, and which of its members is wrong. */
export interface ChangeProblem {
  readonly member?: keyof ChangeEntry | undefined
  readonly message: string
}

type WorldAnswer = NonNullable<RecordedExchange['response']>

/** A world in which answers differ, or why they cannot. */
export function applyChange(
  world: Recording,
  change: ChangeEntry,
  connector: Pick<AnyConnector, 'definition'>,
): Recording | ChangeProblem {
  const shape = findShapeProblem(change)
  if (shape) return shape
  const matches = createRequestMatcher(change, connector)
  if (!matches) return { member: 'request', message: 'must be a method and a path, such as "GET /users"' }
  const found = world.exchanges.filter((exchange) => exchange.response && matches(exchange))
  if (found.length === 0)
    return { member: 'request', message: `is no request of this world; it has ${listRequests(world)}` }
  const nowMs = Date.parse(world.inputs.now)
  const changed = new Map(
    found.map((exchange) => [exchange, changeAnswer(exchange.response as WorldAnswer, change, nowMs)]),
  )
  const problems = [...changed.values()].filter((each) => 'message' in each)
  // A place that one page of a list does not have may be on another.
  if (problems.length === changed.size) return problems[0] as ChangeProblem
  return {
    ...world,
    exchanges: world.exchanges.flatMap((exchange) => {
      const response = changed.get(exchange)
      return response === undefined || 'message' in response ? [exchange] : repeatAttempts({ ...exchange, response })
    }),
  }
}

const actions = ['is', 'remove', 'add', 'repeat', 'status', 'header'] as const

function findShapeProblem(change: ChangeEntry): ChangeProblem | undefined {
  const named = actions.filter((action) => change[action] !== undefined)
  if (named.length === 0) return { message: `says no change; write one of ${actions.join(', ')}` }
  const [first, second] = named.filter((action) => action !== 'header' && action !== 'status')
  if (second !== undefined) return { member: second, message: `stands beside "${first}"; write two changes` }
  if (change.at === undefined && first !== undefined && first !== 'is')
    return { member: first, message: 'needs a place in the answer: at' }
  return undefined
}

function changeAnswer(answer: WorldAnswer, change: ChangeEntry, nowMs: number): WorldAnswer | ChangeProblem {
  const { at = '', status = answer.status, header = {} } = change
  const { json, text, base64, ...rest } = answer
  const head = { ...rest, status, headers: { ...answer.headers, ...header } }
  const isInside = [change.is, change.remove, change.add, change.repeat].some((each) => each !== undefined)
  if (!isInside) return change.status === undefined ? { ...head, json, text, base64 } : head
  const steps = parsePointer(at)
  if (!steps) return { member: 'at', message: 'must be a place, such as users[0].mfa or users[id=7]' }
  const root = { body: parseBody({ json, text, base64 }) }
  const closeWay = openWay(root, steps)
  const last = steps.at(-1)
  // Where a member is added, what leads there is what holds it.
  const isNew = change.add !== undefined && last !== undefined && last !== 'each' && 'member' in last
  const own = findSpots(root, steps)
  const spots = isNew && own.length === 0 ? listNewSpots(root, steps.slice(0, -1), last.member) : own
  if (spots.length === 0 && (at !== '' || root.body === undefined))
    return { member: 'at', message: `leads nowhere in this answer${describeWay(root, steps)}` }
  // From the end on, because an item that is taken out moves those behind it.
  for (const spot of spots.toReversed()) {
    const problem = changeSpot(spot, change, nowMs, own.length === 0)
    if (problem) return problem
  }
  closeWay()
  return { ...head, ...toRecordedBody(root.body, answer) }
}

/** Puts values in place of the texts on the way that hold one. Returns what writes them as texts again. */
function openWay(root: { body: unknown }, steps: Parameters<typeof findSpots>[1]): () => void {
  const closings: (() => void)[] = []
  for (const length of steps.keys())
    for (const { holder, key } of findSpots(root, steps.slice(0, length)) as readonly OpenSpot[]) {
      const text = holder[key]
      const form = typeof text === 'string' ? recognizeTextForm(text) : undefined
      if (!form) continue
      holder[key] = form.read(text as string)
      closings.push(() => {
        holder[key] = form.write(holder[key])
      })
    }
  return () => {
    for (const close of closings.toReversed()) close()
  }
}

interface OpenSpot {
  readonly holder: Record<string | number, unknown>
  readonly key: string | number
}

function listNewSpots(root: { body: unknown }, way: Parameters<typeof findSpots>[1], member: string): readonly Spot[] {
  return findSpots(root, way).flatMap((spot) => {
    const holder = readSpot(spot)
    return isObject(holder) ? [{ holder: holder as Record<string, unknown>, key: member }] : []
  })
}

function changeSpot(spot: Spot, change: ChangeEntry, nowMs: number, isNew: boolean): ChangeProblem | undefined {
  const { holder, key } = spot as OpenSpot
  const before = holder[key]
  if (change.remove) {
    if (Array.isArray(holder)) holder.splice(Number(key), 1)
    else delete holder[key]
    return undefined
  }
  if (change.repeat !== undefined) {
    if (!Array.isArray(holder)) return { member: 'at', message: 'is no item of a list, which "repeat" takes' }
    holder.splice(Number(key), 0, ...Array.from({ length: change.repeat }, () => structuredClone(before)))
    return undefined
  }
  const value = toValue(change.is === undefined ? change.add : change.is, before, change.as, nowMs)
  if (change.add === undefined || isNew) holder[key] = value
  else if (Array.isArray(before)) before.push(value)
  else return { member: 'at', message: 'is neither a list nor a member that is not there, which "add" takes' }
  return undefined
}

/** The value that is written, with each time in it that is told from the run on. */
function toValue(value: unknown, before: unknown, as: ChangeEntry['as'], nowMs: number): unknown {
  const ms = readRelativeTime(value, nowMs)
  if (ms !== undefined) return writeTime(ms, as ?? recognizeTimeForm(before, nowMs) ?? 'iso')
  if (Array.isArray(value)) return value.map((each) => toValue(each, undefined, as, nowMs))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, toValue(each, undefined, as, nowMs)]))
}

const attemptsMax = 4

/** A refusal that is tried again is the same each time. */
function repeatAttempts(exchange: RecordedExchange): readonly RecordedExchange[] {
  const { status = 0 } = exchange.response ?? {}
  if (status !== 429 && status < 500) return [exchange]
  const again = Array.from({ length: attemptsMax - 1 }, (_, index) => ({ ...exchange, attempt: index + 2 }))
  return [exchange, ...again]
}

const shownMax = 20

function listRequests({ exchanges }: Recording): string {
  const names = new Set(exchanges.map(({ request: { method, url } }) => `${method} ${new URL(url).pathname}`))
  return [...names].slice(0, shownMax).join(', ')
}

/** What there is where the way ends. */
function describeWay(root: { body: unknown }, steps: Parameters<typeof findSpots>[1]): string {
  const length = steps.findLastIndex((_, index) => findSpots(root, steps.slice(0, index)).length > 0)
  const [spot] = findSpots(root, steps.slice(0, Math.max(length, 0)))
  const value = spot && readSpot(spot)
  if (Array.isArray(value)) return `: the list there has ${value.length} items`
  if (!isObject(value)) return ''
  return `: what is there has ${Object.keys(value).slice(0, shownMax).join(', ')}`
}
