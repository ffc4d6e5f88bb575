import type { DataProblem } from '../../data/data-problem.ts'
import type { AnyConnector, Check } from '../../define/index.ts'
import type { Description } from '../../descriptions/description.ts'
import type { RecordedExchange, Recording } from '../../evidence/recording/recording.ts'
import { blockNetwork } from '../../evidence/replay/offline.ts'
import { isObject } from '../../text/is-object.ts'
import { tryChecks } from './trials/try-checks.ts'
import { compareVerdict, compareWorld, describeStatus, type TrialVerdict } from './trials/verdict.ts'
import { createLocatorCheck } from './witnesses/locator.ts'
import type { Witnesses } from './witnesses/read-witnesses.ts'
import { parseBody } from './witnesses/recorded-body.ts'

/**
 * What is wrong with witnesses and only shows when checks run on them: a world that decides nothing, an expectation that the world
 * fulfils without the change, a change that leads to requests without an answer.
 * @param description the vendor's own, in which each locator must exist
 */
export function examineWitnesses(
  connector: AnyConnector,
  witnesses: Witnesses,
  description?: Description,
): Promise<readonly DataProblem[]> {
  return blockNetwork(() => examine(connector, witnesses, description))
}

async function examine(
  connector: AnyConnector,
  { worlds, witnesses }: Witnesses,
  description: Description | undefined,
): Promise<readonly DataProblem[]> {
  const problems: DataProblem[] = []
  const bases = new Map<string, ReadonlyMap<string, TrialVerdict>>()
  for (const [name, world] of worlds) {
    const verdicts = await tryChecks(connector, world)
    bases.set(name, verdicts)
    const found = [
      ...[...verdicts].flatMap(([check, verdict]) => findOpenCheck(check, verdict)),
      ...findShortLists(world),
      ...(await findSpareAnswers(connector, world, verdicts)),
    ]
    problems.push(...found.map((message) => ({ path: ['worlds', name], message })))
  }
  const findLocatorProblem = description && createLocatorCheck(description, connector.definition.baseUrl)
  for (const [index, { world, change, expect, source, answers }] of witnesses.entries()) {
    const at = (...rest: readonly PropertyKey[]) => ['witnesses', index, ...rest]
    if (change) {
      const named = connector.checks.filter(({ id }) => Object.hasOwn(expect, id))
      for (const [check, { missing }] of await tryChecks(connector, answers, named)) {
        const base = bases.get(world)?.get(check)
        const recorded = worlds.get(world)
        // Where the check does not come to what the world says, one of both is wrong, and nobody knows what holds already.
        if (recorded && base && compareWorld(recorded, check, base).length > 0) continue
        const [request] = missing
        if (request !== undefined)
          problems.push({ path: at('change'), message: `leads to ${request}, which the world has no answer to` })
        else if (base && compareVerdict(base, expect[check], base).length === 0)
          problems.push({
            path: at('expect', check),
            message: 'already holds in the world as it is; choose a resource whose verdict the change turns',
          })
      }
    }
    const lost = source && findLocatorProblem?.(source.locator)
    if (lost !== undefined) problems.push({ path: at('source', 'locator'), message: lost })
  }
  return problems
}

function findOpenCheck(check: string, verdict: TrialVerdict): readonly string[] {
  if (verdict.status !== 'error') return []
  const [request] = verdict.missing
  const why = request === undefined ? describeStatus(verdict) : `no answer to ${request}`
  return [`decides nothing for "${check}" (${why}); each check needs a result of its own`]
}

const depthMax = 3

/** Lists with one item, in which a mistake about the first item is one about all. Of the lists of several parents, one is enough. */
function findShortLists({ exchanges }: Recording): readonly string[] {
  const items = new Map<string, number>()
  for (const { request, response } of exchanges) {
    const visit = (value: unknown, path: string, depth: number) => {
      if (Array.isArray(value)) {
        const list = `${request.method} ${new URL(request.url).pathname} ${path}`.trim()
        if (value.length === 0 || isObject(value[0])) items.set(list, (items.get(list) ?? 0) + value.length)
      } else if (isObject(value) && depth < depthMax)
        for (const [name, member] of Object.entries(value))
          visit(member, path === '' ? name : `${path}.${name}`, depth + 1)
    }
    if (response) visit(parseBody(response), '', 0)
  }
  const lists = [...items]
  return lists
    .filter(([list, count]) => count === 1 && !lists.some(([other, more]) => more > 1 && isOfOtherParent(list, other)))
    .map(([list]) => `has one item in the list ${list}, so nothing shows that items are told apart; add a second`)
}

/** `GET /teams/1/members` and `GET /teams/2/members`, of one check or another. */
function isOfOtherParent(list: string, other: string): boolean {
  const [steps, otherSteps] = [list.split('/'), other.split('/')]
  if (steps.length !== otherSteps.length || steps.at(-1) !== otherSteps.at(-1)) return false
  return steps.filter((step, index) => step !== otherSteps[index]).length === 1
}

/** Answers without which every check says the same. Those to the same request stand for each other. */
async function findSpareAnswers(
  connector: AnyConnector,
  world: Recording,
  verdicts: ReadonlyMap<string, TrialVerdict>,
): Promise<readonly string[]> {
  const spare: RecordedExchange[] = []
  const decided = connector.checks.filter(({ id }) => verdicts.get(id)?.status !== 'error')
  const byRequest = Map.groupBy(world.exchanges, ({ request }) => JSON.stringify(request))
  for (const exchanges of byRequest.values()) {
    const rest = { ...world, exchanges: world.exchanges.filter((each) => !exchanges.includes(each)) }
    const isAsked = ({ id }: Check) => exchanges.some(({ checks }) => checks.includes(id))
    let isNeeded = false
    // Those that asked for it first: one that could not tell is enough.
    for (const check of decided.toSorted((a, b) => Number(isAsked(b)) - Number(isAsked(a)))) {
      const verdict = (await tryChecks(connector, rest, [check])).get(check.id)
      isNeeded = verdict?.status === 'error'
      if (isNeeded) break
    }
    if (!isNeeded) spare.push(...exchanges.slice(0, 1))
  }
  return spare.map(
    ({ request: { method, url } }) => `has an answer to ${method} ${url} that no check needs; take it out`,
  )
}
