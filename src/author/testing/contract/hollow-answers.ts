import type { AnyConnector, CheckOutcome } from '../../../define/index.ts'
import { listLeafMembers, type Mutation } from './mutations.ts'
import { replayScenario, type Scenario } from './scenario.ts'
import { mutateAnswers } from './ungrounded-results.ts'

/** Answers with status 200 and without the requested content. */
export const hollowAnswers: readonly { readonly name: string; readonly text: string }[] = [
  { name: 'an error with status 200', text: '{"error":{"code":403,"message":"No."}}' },
  { name: 'null', text: 'null' },
  { name: '"ok"', text: '"ok"' },
  { name: 'an empty body', text: '' },
  { name: '{}', text: '{}' },
]

/** A check that reaches a verdict from an answer without content. */
export interface Hollowed {
  readonly check: string
  readonly operation: string
  readonly answer: string
  readonly status: 'pass' | 'fail'
}

/**
 * Empties the answers to one operation after the other, because a check that stops at its first answer hides how it
 * treats the second. Refusals stay the same. Each check, operation and outcome is tried once. An answer that turns the
 * verdict in no form may be empty: another user fails already.
 */
export async function findHollowed<S extends Scenario>(
  connector: AnyConnector,
  scenarios: readonly S[],
  isLogin: (operation: string, scenario: S) => boolean,
): Promise<Hollowed[]> {
  const found: Hollowed[] = []
  const tried = new Set<string>()
  for (const scenario of scenarios) {
    const base = await replayScenario(connector, scenario)
    // Without results, there is no wrong verdict.
    if (base.status === 'error') continue
    const answered = scenario.answers.filter(({ status }) => status < 300)
    for (const operation of new Set(answered.map((answer) => answer.operation))) {
      const place = JSON.stringify([scenario.check, operation, base.status])
      if (tried.has(place) || isLogin(operation, scenario)) continue
      tried.add(place)
      const decided: Hollowed[] = []
      for (const { name, text } of hollowAnswers) {
        const answers = scenario.answers.map((answer) =>
          answer.operation === operation && answer.status < 300 ? { ...answer, ...hollow, text } : answer,
        )
        const { id, status } = await replayScenario(connector, { ...scenario, answers })
        if (status === 'pass' || status === 'fail') decided.push({ check: id, operation, answer: name, status })
      }
      if (
        decided.some(({ status }) => status !== base.status) ||
        (await mayTurn(connector, scenario, operation, base.status))
      )
        found.push(...decided)
    }
  }
  return found
}

/** Whether another answer to an operation gives another outcome: one with another value of a member, or of all switches. */
async function mayTurn(
  connector: AnyConnector,
  scenario: Scenario,
  operation: string,
  status: CheckOutcome['status'],
): Promise<boolean> {
  const answered = scenario.answers.filter((answer) => answer.operation === operation && answer.status < 300)
  const members = new Map(answered.flatMap(({ text }) => listLeafMembers(text)))
  const switches = [...members].filter(([, value]) => typeof value === 'boolean')
  const setAll = (value: boolean) => switches.map(([member]): Mutation => ({ member, kind: 'another value', value }))
  const others = [...members.keys()].map((member): Mutation[] => [{ member, kind: 'another value' }])
  for (const mutations of [setAll(true), setAll(false), ...others]) {
    const { answers } = mutateAnswers(scenario, operation, mutations)
    if ((await replayScenario(connector, { ...scenario, answers })).status !== status) return true
  }
  return false
}

/** A line for each different finding. */
export function formatHollowed(found: readonly Hollowed[]): string[] {
  const lines = found.map(({ check, operation, answer, status }) => `${check}: ${answer} to ${operation} is ${status}`)
  return [...new Set(lines)]
}

const hollow = { status: 200, headers: { 'content-type': 'application/json' } }
