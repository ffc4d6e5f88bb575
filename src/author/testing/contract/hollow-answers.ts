import type { AnyConnector } from '../../../define/index.ts'
import { replayScenario, type Scenario } from './scenario.ts'

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
 * treats the second. Refusals stay the same. Each check, operation and outcome is tried once.
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
      for (const { name, text } of hollowAnswers) {
        const answers = scenario.answers.map((answer) =>
          answer.operation === operation && answer.status < 300 ? { ...answer, ...hollow, text } : answer,
        )
        const { id, status } = await replayScenario(connector, { ...scenario, answers })
        if (status === 'pass' || status === 'fail') found.push({ check: id, operation, answer: name, status })
      }
    }
  }
  return found
}

/** A line for each different finding. */
export function formatHollowed(found: readonly Hollowed[]): string[] {
  const lines = found.map(({ check, operation, answer, status }) => `${check}: ${answer} to ${operation} is ${status}`)
  return [...new Set(lines)]
}

const hollow = { status: 200, headers: { 'content-type': 'application/json' } }
