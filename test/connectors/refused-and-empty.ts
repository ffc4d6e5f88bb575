import type { AnyConnector } from 'checkwright'
import { emptyText } from '../../src/author/testing/contract/empty-lists.ts'
import { type Answered, replayScenario, type Scenario } from '../../src/author/testing/contract/scenario.ts'
import { note } from './note.ts'

/**
 * Repeats the answers that brought a check to its verdict, each refused, and then each with empty lists.
 * @throws Error if the check does not end as `permission`, or takes an empty list for a mistake of its own
 */
export async function expectNoVerdictOnRefusal(connector: AnyConnector, scenario: Scenario): Promise<void> {
  const { check, answers } = scenario
  const replay = (change: (answer: Answered) => Answered) =>
    replayScenario(connector, {
      ...scenario,
      answers: answers.map((answer) => (isLogin(answer.operation) ? answer : change(answer))),
    })
  const refused = await replay(refuse)
  const empty = await replay((answer) => ({ ...answer, text: emptyText(answer.text) }))
  const seen = [`error:${refused.error?.kind}`, 'empty', `empty:${empty.status}`]
  note({ connector: connector.id, check, seen })
  if (refused.error?.kind !== 'permission')
    throw new Error(`${check} ends as ${refused.error?.kind ?? refused.status} where its vendor refuses everything.`)
  if (empty.error?.kind === 'check_bug') throw new Error(`${check} on empty lists: ${empty.error.message}`)
}

/** An answer to a sign-in, or to the question who has signed in. */
export function isLogin(operation: string): boolean {
  return /\/token$|\/app\/installations\/| (?:AssumeRole|GetCallerIdentity)$/.test(operation)
}

/** The same request, which the vendor refuses for want of a permission. */
export function refuse(answer: Answered): Answered {
  const headers = { 'content-type': 'application/json' }
  return { ...answer, status: 403, headers, text: '{"message":"Forbidden"}' }
}
