import type { AnyConnector, CheckOutcome } from 'checkwright'
import { runChecks } from 'checkwright/runtime'
import { type FakeVendor, type FixedClock, fixedClock } from 'checkwright/testing'
import { expect } from 'vitest'
import { type Answered, keepAnswers } from '../../src/author/testing/contract/scenario.ts'
import { keepScenario, scenarioFolder } from './kept-scenarios.ts'
import { keepAnswersOfLists } from './moved/moved-answers.ts'
import { note } from './note.ts'
import { expectNoVerdictOnRefusal } from './refused-and-empty.ts'
import { expectLeastPrivilege } from './scopes/least-privilege.ts'
import { watchUses } from './watch-uses.ts'

/** Runs one check of a connector against a server in its vendor's place. */
export type RunCheckOn = (
  api: FakeVendor,
  check: string,
  variables?: Readonly<Record<string, unknown>>,
  clock?: FixedClock,
) => Promise<CheckOutcome>

export interface RunnerOptions {
  readonly credentials: Readonly<Record<string, unknown>>
  /** Of the platform, where the connector has such. */
  readonly settings?: Readonly<Record<string, string>> | undefined
  /** The moment at which the checks run, ISO 8601. */
  readonly now: string
}

/** Checks whose scopes were taken away already; the first verdict of each suffices. */
const proven = new Set<string>()

export function checkRunner(connector: AnyConnector, { credentials, settings, now }: RunnerOptions): RunCheckOn {
  return async (api, check, variables = {}, clock = fixedClock(now)) => {
    const before = api.requests.length
    // A test may run the check at another moment.
    const begun = new Date(clock.nowMs()).toISOString()
    const answers: Answered[] = []
    const isFirst = !proven.has(`${connector.id} ${check}`)
    const fetch = scenarioFolder !== undefined || isFirst ? keepAnswers(api.fetch, answers) : api.fetch
    const watched = watchUses(connector)
    const { checks } = await runChecks(watched.connector, {
      credentials,
      settings,
      variables,
      checks: [check],
      fetch,
      clock,
    })
    watched.end()
    if (isFirst && ['pass', 'fail', 'manual'].includes(checks[0]?.status ?? '')) {
      proven.add(`${connector.id} ${check}`)
      const scenario = { check, credentials, settings, variables, now: begun, answers: [...answers] }
      await expectLeastPrivilege(connector, scenario)
      await expectNoVerdictOnRefusal(connector, scenario)
    }
    const [outcome] = checks
    if (outcome === undefined) throw new Error('The run has no outcome.')
    const asked = api.requests.slice(before)
    if (keepsLists) await keepAnswersOfLists(connector, { credentials, settings, now, fetch: api.fetch }, answers)
    keepScenario({
      test: expect.getState().currentTestName ?? '',
      connector: connector.id,
      check,
      credentials,
      settings,
      variables,
      now: begun,
      answers,
      status: outcome.status,
    })
    return recordSeen(connector.id, outcome, asked)
  }
}

/** The first lines of the results for a person. */
export function formatVerdicts({ results }: CheckOutcome): string[] {
  return results.map(({ status, title }) => `${status} ${title}`).sort()
}

/** Keeps what a check was seen to ask and to end as. */
function recordSeen(connector: string, outcome: CheckOutcome, requests: FakeVendor['requests']): CheckOutcome {
  const { id, status, error, results } = outcome
  const seen = new Set([status, ...results.map((result) => result.status), ...(error ? [`error:${error.kind}`] : [])])
  note({ connector, check: id, seen: [...seen], requests: kindsOf(requests), results })
  return outcome
}

/** For `test/connectors/moved/moved-checks.ts`, which asks the same vendor by another check. */
const keepsLists = process.env.CHECKWRIGHT_SCENARIOS_WITH_LISTS !== undefined

/** The requests, each once and without its query. */
function kindsOf(requests: FakeVendor['requests']): string[] {
  return [...new Set(requests.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`))]
}

/** What one list was seen to ask, for the page of its connector. */
export function noteList(connector: string, id: string, requests: FakeVendor['requests']): void {
  note({ connector, check: id, seen: [], requests: kindsOf(requests) })
}
