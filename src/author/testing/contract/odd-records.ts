import type { AnyConnector, CheckOutcome, ResultRecord } from '../../../define/index.ts'
import { type AnyObject, isObject } from '../../../text/is-object.ts'
import { parseJson } from '../../../text/parse-json.ts'
import { replayScenario, type Scenario } from './scenario.ts'

/** What one odd record in a list does to the others. */
export interface HiddenFinding {
  readonly check: string
  /** The changed answer: `GET api.acme.example/users/{}`. */
  readonly operation: string
  /** Dotted path of the list in the answer; empty for the answer itself. */
  readonly list: string
  /** What is odd about the record in front: `null`, or a member and what stands there. */
  readonly odd: string
  readonly effect: 'finding is hidden' | 'pass appears'
  readonly resource: string
}

/** One change of a scenario. */
interface Try {
  readonly place: Pick<HiddenFinding, 'check' | 'operation' | 'list' | 'odd'>
  /** The changed answer, by its number. */
  readonly index: number
  readonly changeText: () => string
  /** What must still be found. */
  readonly findings: readonly ResultRecord[]
}

export interface OddRecordOptions {
  /** Which changes may be tried, by a text that names the check, the list and the change. @default all */
  readonly isTried?: ((place: string) => boolean) | undefined
  /** How many of them are tried for each scenario, spread over its lists. A vendor of many lists would take minutes. @default 60 */
  readonly triesMax?: number | undefined
  /** Answers of a login, which stay the same. @default none */
  readonly isLogin?: ((operation: string) => boolean) | undefined
  /** Runs the check of a scenario. @default on a vendor that repeats the answers */
  readonly replay?: ((scenario: Scenario) => Promise<CheckOutcome>) | undefined
}

/**
 * Puts one odd record in front of each list of whose items a check reports some as failing, and reports findings that are hidden
 * then, and passing results that nobody has seen before. Lists in XML stay as they are.
 */
export async function findHidden(
  connector: AnyConnector,
  scenarios: readonly Scenario[],
  {
    isTried = () => true,
    isLogin = () => false,
    triesMax = 60,
    replay = (scenario) => replayScenario(connector, scenario),
  }: OddRecordOptions = {},
): Promise<HiddenFinding[]> {
  const found: HiddenFinding[] = []
  for (const scenario of scenarios) {
    const places = scenario.answers.flatMap(({ operation, status, text }, index) =>
      status < 300 && !isLogin(operation) ? listPlaces(text).map((list) => ({ index, operation, list })) : [],
    )
    if (places.length === 0) continue
    const base = await replay(scenario)
    if (!base.results.some(({ status }) => status === 'fail')) continue
    const tries: Try[] = []
    for (const { index, operation, list } of places) {
      const { text } = scenario.answers[index] as Scenario['answers'][number]
      const items = readList(parseJson(text), list)
      const all = listFindings(base, items)
      // The odd record is a copy of one of them, and nothing is asked of what it is about.
      const [source] = items.filter((item) => !all.some(({ resource: { id } }) => isNamedIn(id, collectTexts(item))))
      const copied = collectTexts(source ?? items[0])
      const findings = all.filter(({ resource: { id } }) => !isNamedIn(id, copied))
      if (findings.length === 0) continue
      for (const odd of listOdd(source ?? items[0])) {
        const place = { check: scenario.check, operation, list: list.join('.'), odd: odd.name }
        if (!isTried(JSON.stringify(place))) continue
        tries.push({
          place,
          index,
          findings,
          changeText: () => putInFront(text, list, odd.item, Math.max(0, items.indexOf(source))),
        })
      }
    }
    for (const { place, index, findings, changeText } of spread(tries, triesMax)) {
      const answer = scenario.answers[index] as Scenario['answers'][number]
      const answers = scenario.answers.with(index, { ...answer, text: changeText() })
      const wrong = compareOutcomes(base, findings, await replay({ ...scenario, answers }))
      if (wrong) found.push({ ...place, ...wrong })
    }
  }
  return found
}

/** At most so many of a list, from all of its parts. */
function spread<T>(items: readonly T[], most: number): readonly T[] {
  const share = Math.min(1, most / items.length)
  return items.filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share))
}

/** A line for each different one. */
export function formatHidden(found: readonly HiddenFinding[]): string[] {
  const lines = found.map(
    ({ check, operation, list, odd, effect }) => `${check}: ${odd} in front of "${list}": ${effect} (${operation})`,
  )
  return [...new Set(lines)]
}

type MemberPath = readonly string[]

// Vendors have the list itself, or a few members above it.
const listDepthMax = 3

/** Where an answer has lists of objects. */
function listPlaces(text: string): readonly MemberPath[] {
  const places: MemberPath[] = []
  const visit = (value: unknown, path: MemberPath) => {
    if (Array.isArray(value)) {
      if (isObject(value[0])) places.push(path)
    } else if (isObject(value) && path.length < listDepthMax)
      for (const [name, member] of Object.entries(value)) visit(member, [...path, name])
  }
  visit(parseJson(text), [])
  return places
}

function readList(value: unknown, path: MemberPath): readonly unknown[] {
  const found = path.reduce((at, name) => (isObject(at) ? at[name] : undefined), value)
  return Array.isArray(found) ? found : []
}

/** Failing results about items of the list: of at least two items that results are about, so that the list is what is judged. */
function listFindings({ results }: CheckOutcome, items: readonly unknown[]): readonly ResultRecord[] {
  const texts = items.map(collectTexts)
  const named = results.filter(({ resource: { id } }) => texts.filter((each) => isNamedIn(id, each)).length === 1)
  const judged = new Set(named.map(({ resource: { id } }) => texts.findIndex((each) => isNamedIn(id, each))))
  return judged.size < 2 ? [] : named.filter(({ status }) => status === 'fail')
}

function isNamedIn(id: string, texts: ReadonlySet<string>): boolean {
  return texts.has(id) || id.split(/[/#:]/).some((part) => part.length > 1 && texts.has(part))
}

/** Records that no check was written for, each with its name for people. */
function* listOdd(item: unknown): Generator<{ readonly name: string; readonly item: unknown }> {
  yield { name: 'null', item: null }
  if (!isObject(item)) return
  for (const [name, value] of Object.entries(item)) {
    yield { name: `a record without "${name}"`, item: omit(item, name) }
    yield { name: `a record whose "${name}" is null`, item: { ...item, [name]: null } }
    const other = typeof value === 'string' ? { unexpected: 7 } : 'unexpected'
    yield { name: `a record whose "${name}" is of another type`, item: { ...item, [name]: other } }
    if (typeof value === 'string')
      yield { name: `a record whose "${name}" is unknown`, item: { ...item, [name]: 'unknownFutureValue' } }
  }
}

function omit(item: AnyObject, name: string): AnyObject {
  const { [name]: _, ...rest } = item
  return rest
}

/** @param instead the place of the item that goes, so that a page that begins behind this one is asked for as before */
function putInFront(text: string, path: MemberPath, item: unknown, instead: number): string {
  const put = (value: unknown, [name, ...rest]: MemberPath): unknown => {
    if (name === undefined) return [item, ...(value as readonly unknown[]).toSpliced(instead, 1)]
    const members = value as AnyObject
    return { ...members, [name]: put(members[name], rest) }
  }
  return JSON.stringify(put(parseJson(text), path))
}

function compareOutcomes(
  base: CheckOutcome,
  findings: readonly ResultRecord[],
  outcome: CheckOutcome,
): Pick<HiddenFinding, 'effect' | 'resource'> | undefined {
  const failing = new Set(outcome.results.filter(({ status }) => status === 'fail').map(formatKey))
  const undecided = new Set(outcome.undecided?.first.map(formatKey))
  const hidden = findings.find((each) => !failing.has(formatKey(each)) && !undecided.has(formatKey(each)))
  if (hidden) return { effect: 'finding is hidden', resource: formatKey(hidden) }
  const passing = new Set(base.results.filter(({ status }) => status === 'pass').map(formatKey))
  const failed = new Set(findings.map(formatKey))
  const appeared = outcome.results.find(
    (each) => each.status === 'pass' && !passing.has(formatKey(each)) && failed.has(formatKey(each)),
  )
  return appeared && { effect: 'pass appears', resource: formatKey(appeared) }
}

function collectTexts(value: unknown): ReadonlySet<string> {
  const texts = new Set<string>()
  const walk = (each: unknown) => {
    if (typeof each === 'string' || typeof each === 'number') texts.add(String(each))
    else if (typeof each === 'object' && each !== null) Object.values(each).forEach(walk)
  }
  walk(value)
  return texts
}

function formatKey({ resource: { type, id } }: Pick<ResultRecord, 'resource'>): string {
  return `${type} ${id}`
}
