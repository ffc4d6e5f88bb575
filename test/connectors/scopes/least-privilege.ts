import type { AnyConnector } from 'checkwright'
import { type Answered, replayScenario, type Scenario } from '../../../src/author/testing/contract/scenario.ts'
import { parseUses } from '../../../src/data/contract/operation-use.ts'
import { openDescription } from '../../../src/descriptions/description.ts'
import { createNamer } from '../code/name-operation.ts'
import { loadContract } from '../data/contracts.ts'
import { note } from '../note.ts'
import { refuse } from '../refused-and-empty.ts'
import { proveScopes } from './needed-scopes.ts'

/**
 * Repeats the answers that brought a check to its verdict, and takes away what its scopes allow.
 * @throws Error if the check does not name the scope, or needs another than its own
 */
export async function expectLeastPrivilege(connector: AnyConnector, scenario: Scenario): Promise<void> {
  const contract = loadContract(connector.id)
  const description = contract?.['x-parts'] && openDescription(contract)
  if (!description) return
  const name = createNamer([], description)
  const { proven, problems } = await proveScopes({
    connector,
    parts: parseUses(contract['x-parts'] ?? {}),
    check: scenario.check,
    run: (refused) =>
      replayScenario(connector, {
        ...scenario,
        answers: scenario.answers.map((answer) => (refused(nameAnswered(name, answer)) ? refuse(answer) : answer)),
      }),
  })
  note({ connector: connector.id, privilege: { check: scenario.check, proven } })
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

function nameAnswered(name: ReturnType<typeof createNamer>, { request }: Answered): string | undefined {
  const [method = '', address = '', action = ''] = request.split(' ')
  const { pathname, hostname } = new URL(address)
  return name({
    method,
    path: pathname,
    host: hostname,
    action: action === '' ? undefined : (action.split('.').at(-1) ?? ''),
  })
}
