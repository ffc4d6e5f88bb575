import type { AnyConnector, Check } from '../../../define/index.ts'
import type { RecordedBody, RecordedExchange, Recording } from '../../../evidence/recording/recording.ts'
import { findFile } from '../../../service/commands/connector-file/beside.ts'
import { parseJson } from '../../../text/parse-json.ts'
import type { ReplaceableAnswer } from '../../../things/parts/judgement-trials.ts'
import { findWitnesses } from '../locate-witnesses.ts'
import { selectOwnExchanges } from '../mutants/list-inputs.ts'
import type { Witnesses } from '../witnesses/read-witnesses.ts'
import { joinBodyText, parseBody } from '../witnesses/recorded-body.ts'

/** Where the witnesses of a connector are: beside its file, or in the package. */
export function findOwnWitnesses(connector: AnyConnector): string | undefined {
  return findWitnesses(findFile(connector) ?? connector.id)
}

interface OpenAnswer {
  readonly answer: ReplaceableAnswer
  readonly world: Recording
  readonly exchange: RecordedExchange
}

/** Answers in JSON that a check reads. */
export function listWorldAnswers({ worlds }: Pick<Witnesses, 'worlds'>, check: Check): readonly OpenAnswer[] {
  return [...worlds].flatMap(([name, world]) => {
    const own = new Set(selectOwnExchanges(world, check))
    return world.exchanges.flatMap((exchange, index) => {
      const json = exchange.response && own.has(exchange) ? formatJson(exchange.response) : undefined
      if (json === undefined) return []
      const { method, url } = exchange.request
      const { pathname, search } = new URL(url)
      const request = `${method} ${pathname}${search}`
      return [{ answer: { id: `${name}.${index}`, world: name, request, json }, world, exchange }]
    })
  })
}

/** As a person reads it. Undefined for what is no JSON. */
function formatJson(body: RecordedBody): string | undefined {
  return parseJson(joinBodyText(body)) === undefined ? undefined : JSON.stringify(parseBody(body), null, 2)
}

/** The world, with another text in place of the body of one answer. */
export function replaceAnswer(world: Recording, exchange: RecordedExchange, json: string): Recording {
  return {
    ...world,
    exchanges: world.exchanges.map((each) => {
      if (each !== exchange || !each.response) return each
      const { json: _json, base64: _base64, ...head } = each.response
      return { ...each, response: { ...head, text: json } }
    }),
  }
}
