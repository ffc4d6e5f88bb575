import type { Finding } from '../checks/findings/finding-store.ts'
import { version } from '../define/index.ts'
import { writeJsonPieces } from './pieces/json-pieces.ts'
import { formatLine } from './pieces/plain-text.ts'
import { formatRuleId, levels, securitySeverities, toSarifResult } from './sarif.ts'

/**
 * SARIF 2.1.0 of findings: a result for each, with the finding as its fingerprint, so that it is the same alert in every file. One that is
 * resolved is `absent`. The rules come last, because they are known once all findings were read.
 */
export async function* writeFindingsReport(pages: AsyncIterable<readonly Finding[]>): AsyncGenerator<string> {
  const rules = new Map<string, object>()
  yield* writeJsonPieces(
    {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          results: listResults(pages, rules),
          tool: { driver: { name: 'Checkwright', version, rules: listRules(rules) } },
        },
      ],
    },
    { indent: 2 },
  )
  yield '\n'
}

async function* listResults(
  pages: AsyncIterable<readonly Finding[]>,
  rules: Map<string, object>,
): AsyncGenerator<object> {
  for await (const page of pages)
    for (const { result, checkId, connectorId, severity, controls, state } of page) {
      const head = { connector: { id: connectorId } }
      const id = formatRuleId(head, checkId)
      if (!rules.has(id)) {
        const properties = { tags: ['compliance', ...controls], 'security-severity': securitySeverities[severity] }
        const shortDescription = { text: formatLine(checkId) }
        rules.set(id, {
          id,
          name: checkId,
          shortDescription,
          defaultConfiguration: { level: levels[severity] },
          properties,
        })
      }
      const baselineState = state === 'resolved' ? 'absent' : undefined
      yield toSarifResult(result, { id: checkId, severity }, undefined, head, baselineState)
    }
}

async function* listRules(rules: ReadonlyMap<string, object>): AsyncGenerator<object> {
  yield* rules.values()
}
