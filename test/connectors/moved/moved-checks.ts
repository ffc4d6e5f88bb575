import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { AnyConnector, CheckOutcome } from 'checkwright'
import { runChecks } from 'checkwright/runtime'
import { fixedClock } from 'checkwright/testing'
import { describeRequest } from '../../../src/author/testing/contract/scenario.ts'
import type { HostFetch } from '../../../src/http/transport/transport-options.ts'
import type { SeenScenario } from '../kept-scenarios.ts'

/**
 * What checks came to while they were written by hand, so that the questions that they became come to the same.
 *
 * `<connector>.json` was written once, by the code of the commit before the move: `CHECKWRIGHT_RECORD_MOVED=okta=stale-users
 * npx vitest run test/connectors/moved/moved-checks.test.ts` ran the connector's own tests, kept what the vendor answered in each of them
 * (also to the requests of its inventories), and ran the check on these answers, with the variables of the test and with others.
 * Where a check asks more since, its scenarios have the same vendor's answer to that as well.
 */
export interface MovedChecks {
  readonly checks: Readonly<Record<string, CheckShape>>
  /** Request, status, headers and text. Scenarios name them by their place. */
  readonly answers: readonly (readonly [string, number, Readonly<Record<string, string>>, string])[]
  /** What checks came to. Runs name them by their place. */
  readonly outcomes: readonly MovedOutcome[]
  readonly scenarios: readonly MovedScenario[]
}

/** What people and stores rely on. */
export interface CheckShape {
  readonly severity: string
  readonly onEmpty?: string
  readonly controls: readonly unknown[]
  readonly variables: readonly Readonly<Record<string, unknown>>[]
}

export interface MovedScenario {
  readonly check: string
  /** Name of the test that it is from. */
  readonly test: string
  readonly now: string
  readonly answers: readonly number[]
  /** Variables, and the place of what the check came to with them. The first are those of the test. */
  readonly runs: readonly (readonly [Readonly<Record<string, unknown>>, number])[]
}

export interface MovedOutcome {
  /** `pass`, or `error permission`. */
  readonly status: string
  readonly results: readonly MovedResult[]
}

export interface MovedResult {
  readonly resource: string
  readonly findingId: string
  readonly status: string
  readonly severity?: string | undefined
  readonly remediation?: string | undefined
}

/** What a move changed, and why it is right. Everything else has to be the same. `<connector>.ts` exports it. */
export interface MovedChanges {
  readonly verdicts?: readonly ChangedVerdict[]
  /** Checks whose remediation has other words since. A failing result has one all the same. */
  readonly reworded?: readonly string[]
  /**
   * Variables that a check did not have, by check, each with what every control of the check requires of it. Their defaults decide
   * nothing that was decided otherwise.
   */
  readonly addedVariables?: Readonly<Record<string, Readonly<Record<string, object>>>>
}

export interface ChangedVerdict {
  readonly check: string
  /** Names of the tests whose scenario shows it. */
  readonly tests: readonly string[]
  /** As `listDifferences` writes them. */
  readonly differences: readonly string[]
  readonly because: string
}

const folder = new URL('.', import.meta.url)

export function listMovedConnectors(): string[] {
  return existsSync(folder) ? readdirSync(folder).flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? []) : []
}

export function loadMovedChecks(id: string): MovedChecks {
  return JSON.parse(readFileSync(new URL(`${id}.json`, folder), 'utf8'))
}

export async function loadChanges(id: string): Promise<MovedChanges> {
  const file = new URL(`${id}.ts`, folder)
  return existsSync(file) ? (await import(/* @vite-ignore */ file.pathname)).changes : {}
}

export function describeCheck(connector: AnyConnector, id: string): CheckShape | undefined {
  const check = connector.checks.find((each) => each.id === id)
  if (!check) return undefined
  const { severity, onEmpty, controls = [], variables = [] } = check
  return {
    severity: severity ?? 'medium',
    onEmpty,
    controls: controls.map((control) => (typeof control === 'string' ? { id: control, requires: {} } : control)),
    variables: variables.map(({ label: _label, helpText: _helpText, ...rest }) => rest),
  } as CheckShape
}

/** The shape with what its controls require of variables that were added. */
export function requireAdded(shape: CheckShape, added: Readonly<Record<string, object>>): CheckShape {
  const controls = shape.controls.map((control) => {
    const { id, requires } = control as { readonly id: string; readonly requires: object }
    return { id, requires: Object.fromEntries([...Object.entries(requires), ...Object.entries(added)]) }
  })
  return { ...shape, controls }
}

/** Runs the check of a scenario on the answers of its vendor, as they were before it moved. */
export async function runMoved(
  connector: AnyConnector,
  { answers }: Pick<MovedChecks, 'answers'>,
  scenario: MovedScenario,
  variables: Readonly<Record<string, unknown>>,
): Promise<CheckOutcome> {
  const queues = Map.groupBy(
    scenario.answers.flatMap((at) => (answers[at] ? [answers[at]] : [])),
    ([request]) => request,
  )
  const fetch: HostFetch = async (url, init) => {
    const queue = queues.get(nameRequest(describeRequest(url, init).request)) ?? []
    const [, status, headers, text] = (queue.length > 1 ? queue.shift() : queue[0]) ?? ['', 501, {}, '{}']
    const type = { 'content-type': 'application/json' }
    return new Response([204, 205, 304].includes(status) ? null : text, { status, headers: { ...type, ...headers } })
  }
  const { credentials, settings } = await loadWorld(connector.id)
  const { checks } = await runChecks(connector, {
    credentials,
    settings,
    variables,
    fetch,
    checks: [scenario.check],
    clock: fixedClock(scenario.now),
  })
  const [outcome] = checks
  if (!outcome) throw new Error(`The run of "${scenario.check}" has no outcome.`)
  return outcome
}

export function describeOutcome({ status, error, results }: CheckOutcome): MovedOutcome {
  return {
    status: error ? `${status} ${error.kind}` : status,
    results: results
      .map(({ resource, findingId, status: judged, severity, remediation }) => ({
        resource: `${resource.type} ${resource.id}`,
        findingId,
        status: judged,
        severity,
        remediation: remediation || undefined,
      }))
      .sort((a, b) => (a.findingId < b.findingId ? -1 : 1)),
  }
}

/** What differs, for people: `user bob: fail → pass`. Where both could not tell all, the later one may know more. */
export function listDifferences(before: MovedOutcome, after: MovedOutcome, isReworded: boolean): string[] {
  const isError = before.status.startsWith('error') && after.status.startsWith('error')
  const [old, young] = [byFinding(before), byFinding(after)]
  const ids = [...new Set([...old.keys(), ...young.keys()])]
  return [
    ...(before.status === after.status ? [] : [`check: ${before.status} → ${after.status}`]),
    ...ids.flatMap((id) => {
      const [one, other] = [old.get(id), young.get(id)]
      if (one === undefined && isError) return []
      const resource = (one ?? other)?.resource
      const pairs = [
        [one?.resource ?? 'none', other?.resource ?? 'none'],
        [one?.status ?? 'none', other?.status ?? 'none'],
        [one?.severity ?? 'none', other?.severity ?? 'none'],
        isReworded
          ? [one?.remediation !== undefined, other?.remediation !== undefined]
          : [one?.remediation ?? 'none', other?.remediation ?? 'none'],
      ]
      if (one === undefined || other === undefined) return [`${resource}: ${pairs[1]?.join(' → ')}`]
      return pairs.filter(([a, b]) => a !== b).map((pair) => `${resource}: ${pair.join(' → ')}`)
    }),
  ].sort()
}

function byFinding({ results }: MovedOutcome): ReadonlyMap<string, MovedResult> {
  return new Map(results.map((result) => [result.findingId, result]))
}

/** Writes what checks of a connector come to in the scenarios of its tests. */
export async function recordMoved(
  connector: AnyConnector,
  chosen: readonly string[],
  scenarios: readonly SeenScenario[],
): Promise<void> {
  const [answers, outcomes] = [createTable<MovedChecks['answers'][number]>(), createTable<MovedOutcome>()]
  const own = scenarios.filter(({ connector: id, check }) => id === connector.id && chosen.includes(check))
  const recorded = new Map<string, MovedScenario>()
  for (const { check, test, now, variables, answers: given } of own) {
    const numbers = given.map(({ request, status, headers, text }) =>
      answers.place([nameRequest(request), status, dropCommonHeaders(headers), text]),
    )
    const key = JSON.stringify([check, now, variables, numbers])
    if (recorded.has(key)) continue
    const scenario: MovedScenario = { check, test, now, answers: numbers, runs: [] }
    const runs: MovedScenario['runs'][number][] = []
    for (const each of [variables, ...varyVariables(connector, check, variables)]) {
      const outcome = await runMoved(connector, { answers: answers.rows }, scenario, each)
      runs.push([each, outcomes.place(describeOutcome(outcome))])
    }
    recorded.set(key, { ...scenario, runs })
  }
  const checks = Object.fromEntries(chosen.map((id) => [id, describeCheck(connector, id)]))
  const lines = (list: readonly unknown[]) => list.map((each) => JSON.stringify(each)).join(',\n')
  const parts = { answers: answers.rows, outcomes: outcomes.rows, scenarios: [...recorded.values()] }
  const text = Object.entries(parts).map(([name, rows]) => `"${name}":[\n${lines(rows)}]`)
  writeFileSync(new URL(`${connector.id}.json`, folder), `{"checks":${JSON.stringify(checks)},\n${text.join(',\n')}}\n`)
}

/** Rows that are written once, however often they come. */
function createTable<Row>() {
  const rows: Row[] = []
  const places = new Map<string, number>()
  const place = (row: Row) => {
    const key = JSON.stringify(row)
    const at = places.get(key) ?? rows.push(row) - 1
    places.set(key, at)
    return at
  }
  return { rows, place }
}

/** Values that a connection may have stored: a stricter and a looser one for each number, the other one for each yes or no. */
function varyVariables(connector: AnyConnector, checkId: string, given: Readonly<Record<string, unknown>>) {
  const { variables = [] } = connector.checks.find(({ id }) => id === checkId) ?? {}
  return variables.flatMap((variable) => {
    if (variable.type === 'boolean') return [{ ...given, [variable.id]: !(given[variable.id] ?? variable.default) }]
    if (variable.type !== 'number') return []
    const { id, min = 0, max = 10_000 } = variable
    const usual = variable.default ?? min
    return [min, usual - 1, usual + 1, Math.min(max, usual * 20)].map((value) => ({
      ...given,
      [id]: Math.max(min, Math.min(max, value)),
    }))
  })
}

/** Tests sign with keys that are made anew, so that requests for a token differ. */
function nameRequest(request: string): string {
  return request.trimEnd().replace(/^(POST \S+\/token)\s.*$/s, '$1')
}

function dropCommonHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name, value]) => !(name === 'content-type' && value.startsWith('application/json')),
    ),
  )
}

/** What the connector's own tests connect with. */
async function loadWorld(id: string): Promise<{
  readonly credentials: Readonly<Record<string, unknown>>
  readonly settings?: Readonly<Record<string, string>>
}> {
  const tests = new URL(`../../../connectors/${id}/test/`, import.meta.url)
  const name = readdirSync(tests).find((each) => each.endsWith('-api.ts'))
  return import(/* @vite-ignore */ new URL(name ?? '', tests).pathname)
}
