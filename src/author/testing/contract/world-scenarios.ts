import type { AnyConnector, CheckOutcome } from '../../../define/index.ts'
import type { Recording } from '../../../evidence/recording/recording.ts'
import { selectOwnExchanges } from '../../prove/mutants/list-inputs.ts'
import { tryOutcome } from '../../prove/trials/try-checks.ts'
import { joinBodyText } from '../../prove/witnesses/recorded-body.ts'
import type { Scenario } from './scenario.ts'

/** A check on the answers of a world. */
export interface WorldScenario {
  readonly scenario: Scenario
  /** Runs the check on the world with the answers of a scenario that was changed. */
  readonly replay: (changed: Scenario) => Promise<CheckOutcome>
}

/** Each check of a connector on each world. */
export function listWorldScenarios(
  connector: AnyConnector,
  worlds: ReadonlyMap<string, Recording>,
): readonly WorldScenario[] {
  return [...worlds.values()].flatMap((world) =>
    connector.checks.map((check) => {
      const own = selectOwnExchanges(world, check)
      const { now, variables } = world.inputs
      const answers = own.flatMap(({ request: { method, url }, response }) => {
        if (!response) return []
        const { status, headers: _headers, ...body } = response
        return [
          {
            operation: `${method} ${new URL(url).pathname}`,
            request: url,
            status,
            headers: {},
            text: joinBodyText(body),
          },
        ]
      })
      const scenario: Scenario = { check: check.id, credentials: {}, variables, now, answers }
      const replay = async (changed: Scenario) => {
        const exchanges = world.exchanges.map((exchange) => {
          const at = own.indexOf(exchange)
          const { text } = changed.answers[at] ?? {}
          if (!exchange.response || text === undefined || text === answers[at]?.text) return exchange
          const { status, headers } = exchange.response
          return { ...exchange, response: { status, headers, text } }
        })
        return (await tryOutcome(connector, { ...world, exchanges }, check)).outcome
      }
      return { scenario, replay }
    }),
  )
}
