import type { AnyConnector, CheckOutcome, ResultRecord } from '../../../define/index.ts'
import { listLeafMembers, listMutations, type Mutation, type MutationKind, mutateText } from './mutations.ts'
import { noteCalls } from './noted-calls.ts'
import { replayScenario, type Scenario } from './scenario.ts'

/** A verdict that stays or becomes good although its reason is gone. */
export interface Ungrounded {
  readonly check: string
  /** The changed answer: `GET api.acme.example/users/{}`. */
  readonly operation: string
  readonly member: string
  readonly kind: MutationKind
  readonly effect: 'pass stays' | 'fail becomes pass' | 'finding is gone'
  /** A resource with such a verdict. */
  readonly resource: string
}

export interface MemberOptions {
  /** Number of scenarios with the same outcome in which a member is tried. @default 1 */
  readonly tries?: number | undefined
  /** Which members are tried, by a text that names the check, the operation and the member. @default all */
  readonly isTried?: ((place: string) => boolean) | undefined
  /** Answers of a login, which stay the same. @default none */
  readonly isLogin?: ((operation: string) => boolean) | undefined
}

/**
 * Changes the members of the scenarios' answers one after the other, and reports verdicts that stay good. Skips members
 * that decide nothing of a scenario, and resources of which they decide nothing: no value of theirs changes the verdict, because others decide it. Also skips cursors that are absent or null
 * if the check, or an inventory that it reads, declares by `next` that the list then ends.
 */
export async function findUngrounded(
  connector: AnyConnector,
  scenarios: readonly Scenario[],
  { tries = 1, isTried = () => true, isLogin = () => false }: MemberOptions = {},
): Promise<Ungrounded[]> {
  const values = collectValues(scenarios)
  const tried = new Map<string, number>()
  const found: Ungrounded[] = []
  const ends = new Set<string>()
  const isEnd = ({ check, member, kind }: Ungrounded) =>
    (kind === 'removed' || kind === 'null') && ends.has(JSON.stringify([check, member]))
  for (const scenario of scenarios) {
    // Also the calls of the inventories that the check reads.
    const noting = noteCalls(connector, ({ next }) => ends.add(JSON.stringify([scenario.check, next])))
    let replayed: CheckOutcome | undefined
    for (const operation of new Set(scenario.answers.map((answer) => answer.operation))) {
      if (isLogin(operation)) continue
      const members = groupMutations(scenario, operation)
      const toPlace = (member: string) => JSON.stringify([scenario.check, operation, member])
      const chosen = [...members.keys()].filter((member) => isTried(toPlace(member)))
      if (chosen.length === 0) continue
      replayed ??= await replayScenario(noting, scenario)
      const base = replayed
      // Without results, there is no wrong verdict.
      if (base.status === 'error') break
      const names = chosen.filter((member) => (tried.get(toPlace(member) + base.status) ?? 0) < tries)
      const read = names.length > fewMembers ? await findRead(connector, scenario, base, operation, names) : names
      for (const member of read) {
        const mutations = members.get(member) ?? []
        const place = toPlace(member)
        tried.set(place + base.status, (tried.get(place + base.status) ?? 0) + 1)
        const others = values.get(`${operation} ${member}`) ?? []
        const all = [...mutations, ...others.map((value) => ({ member, kind: 'another value', value }) as const)]
        found.push(...(await judgeMember(connector, scenario, base, operation, all)))
      }
    }
  }
  return found.filter((each) => !isEnd(each))
}

// More of them show nothing new.
const valuesMax = 5

/** Values of members elsewhere: a different one means something else. */
function collectValues(scenarios: readonly Scenario[]): Map<string, unknown[]> {
  const seen = new Map<string, Map<unknown, unknown>>()
  for (const { answers } of scenarios)
    for (const { operation, text, status } of answers)
      for (const [member, value] of status < 300 ? listLeafMembers(text) : []) {
        const place = `${operation} ${member}`
        const values = seen.get(place) ?? new Map()
        seen.set(place, values)
        if (value !== null && values.size < valuesMax) values.set(JSON.stringify(value), value)
      }
  return new Map([...seen].map(([place, values]) => [place, values.size > 1 ? [...values.values()] : []]))
}

function groupMutations(scenario: Scenario, operation: string): Map<string, Mutation[]> {
  const nowMs = Date.parse(scenario.now)
  const answers = scenario.answers.filter((answer) => answer.operation === operation && answer.status < 300)
  const mutations = answers.flatMap(({ text }) => listMutations(text, nowMs))
  const once = new Map(mutations.map((mutation) => [`${mutation.member} ${mutation.kind}`, mutation]))
  return Map.groupBy(once.values(), ({ member }) => member)
}

/** This few are tried one by one, which is faster than finding those that are read. */
const fewMembers = 16

/**
 * The members that the check reads: changing them changes the outcome. A vendor's answer has hundreds and a check reads
 * ten, so the search changes half of them at once and drops halves without effect.
 */
async function findRead(
  connector: AnyConnector,
  scenario: Scenario,
  base: CheckOutcome,
  operation: string,
  members: readonly string[],
): Promise<readonly string[]> {
  if (members.length === 0) return []
  const isRead = async (kind: MutationKind) => {
    const mutations = members.map((member) => ({ member, kind }))
    const { answers } = mutateAnswers(scenario, operation, mutations)
    return formatOutcome(await replayScenario(connector, { ...scenario, answers })) !== formatOutcome(base)
  }
  if (!(await isRead('wrong type')) && !(await isRead('another value'))) return []
  if (members.length <= 2) return members
  const half = Math.ceil(members.length / 2)
  const halves = [members.slice(0, half), members.slice(half)]
  const found = await Promise.all(halves.map((each) => findRead(connector, scenario, base, operation, each)))
  return found.flat()
}

async function judgeMember(
  connector: AnyConnector,
  scenario: Scenario,
  base: CheckOutcome,
  operation: string,
  mutations: readonly Mutation[],
): Promise<readonly Ungrounded[]> {
  const tried: { readonly mutation: Mutation; readonly outcome: CheckOutcome; readonly nearby: ReadonlySet<string> }[] =
    []
  for (const mutation of mutations) {
    const { answers, nearby } = mutateAnswers(scenario, operation, [mutation])
    const outcome = await replayScenario(connector, { ...scenario, answers })
    if (outcome.status !== 'error') tried.push({ mutation, outcome, nearby })
  }
  if (!tried.some(({ outcome }) => countVerdicts(outcome) !== countVerdicts(base))) return []
  const turned = listTurned(
    base,
    tried.map(({ outcome }) => outcome),
  )
  return tried.flatMap(({ mutation: { member, kind }, outcome, nearby }) => {
    if (kind === 'another value') return []
    const wrong = judgeOutcome(base, outcome, nearby, turned)
    return wrong ? [{ check: scenario.check, operation, member, kind, ...wrong }] : []
  })
}

/**
 * Resources that some value of a member makes good or bad. Of the others it decides nothing, because other members do, or only whether they
 * are judged at all.
 */
function listTurned(base: CheckOutcome, outcomes: readonly CheckOutcome[]): ReadonlySet<string> {
  const before = toVerdicts(base)
  const isBad = (status: ResultRecord['status'] | undefined) => status === 'fail' || status === 'manual'
  const turned = outcomes.flatMap((outcome) =>
    outcome.results.filter((result) => isBad(result.status) !== isBad(before.get(formatKey(result)))).map(formatKey),
  )
  return new Set(turned)
}

const toVerdicts = ({ results }: CheckOutcome) =>
  new Map(results.map((result) => [formatKey(result), result.status] as const))

/** The answers to an operation with changed members, and texts near these. */
export function mutateAnswers(scenario: Scenario, operation: string, mutations: readonly Mutation[]) {
  const nowMs = Date.parse(scenario.now)
  const nearby = new Set<string>()
  const answers = scenario.answers.map((answer) => {
    if (answer.operation !== operation || answer.status >= 300) return answer
    const mutated = mutateText(answer.text, mutations, nowMs)
    if (mutated.text !== answer.text)
      for (const text of [...mutated.nearby, ...splitRequest(answer.request)]) nearby.add(text)
    return { ...answer, text: mutated.text }
  })
  return { answers, nearby }
}

function judgeOutcome(
  base: CheckOutcome,
  outcome: CheckOutcome,
  nearby: ReadonlySet<string>,
  turned: ReadonlySet<string>,
): Pick<Ungrounded, 'effect' | 'resource'> | undefined {
  const before = toVerdicts(base)
  const better = outcome.results.find((each) => each.status === 'pass' && before.get(formatKey(each)) === 'fail')
  if (better) return { effect: 'fail becomes pass', resource: formatKey(better) }
  const gone = base.results.find(({ status }) => status === 'fail')
  if (gone && countJudged(outcome) < countJudged(base)) return { effect: 'finding is gone', resource: formatKey(gone) }
  const stays = selectConcerned(outcome.results, nearby).find(
    (result) => result.status === 'pass' && turned.has(formatKey(result)),
  )
  return stays && { effect: 'pass stays', resource: formatKey(stays) }
}

/**
 * The results about the changed object; all results if none names it, such as those about a whole account. A part that
 * all results share, such as the subscription in an id of Azure, names none of them.
 */
function selectConcerned(results: readonly ResultRecord[], nearby: ReadonlySet<string>): readonly ResultRecord[] {
  const named = results.map((result) => listNames(result).filter((part) => part.length > 1 && nearby.has(part)))
  const [first = [], ...others] = named
  const shared = first.filter((part) => others.every((parts) => parts.includes(part)))
  const concerned = results.filter((_, index) => named[index]?.some((part) => !shared.includes(part)))
  return concerned.length > 0 ? concerned : results
}

function listNames({ resource: { id, name = id } }: ResultRecord): readonly string[] {
  return [id, name, ...id.split(/[/:#]/)]
}

function countJudged({ results }: CheckOutcome): number {
  return results.filter(({ status }) => status === 'fail' || status === 'manual').length
}

/** The set of verdicts, without their resources, because another name of a resource decides nothing. */
function countVerdicts({ status, results }: CheckOutcome): string {
  return [status, ...results.map((result) => result.status).sort()].join()
}

function formatOutcome({ status, error, results }: CheckOutcome): string {
  return JSON.stringify([status, error?.message, results.map(({ exchanges: _, ...result }) => result)])
}

function formatKey({ resource: { type, id } }: ResultRecord): string {
  return `${type} ${id}`
}

/** The parts of a request, and neighbours in its path: a repository is named by `octo-org/app`. */
function splitRequest(request: string): string[] {
  const parts = request.split(/[\s?&=]+/)
  return parts.flatMap((part) => {
    const segments = part.split(/\/+/)
    return segments.flatMap((_, from) =>
      segments.slice(from).map((_, more) => segments.slice(from, from + more + 1).join('/')),
    )
  })
}
