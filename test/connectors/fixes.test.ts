import { readFileSync } from 'node:fs'
import { connectorIds, connectors } from 'checkwright/connectors'
import { expect, test } from 'vitest'
import { fillFix, listCredentialFields } from '../../src/define/index.ts'
import type { SampleResult } from '../../src/report/connector-page/sample-results.ts'

/** The result that the page of a connector shows of a check. */
function readSample(page: string, check: string): SampleResult | undefined {
  const [, section = ''] = new RegExp(`^### \`${check}\`\n(.*?)(?=^##|(?![\\s\\S]))`, 'ms').exec(page) ?? []
  const [, json] = /```json\n(.*?)```/s.exec(section) ?? []
  return json === undefined ? undefined : JSON.parse(json)
}

test('each command that a shipped check names is offered for what its page shows failing', async () => {
  const offered: string[] = []
  const missing: string[] = []
  for (const id of connectorIds) {
    const page = readFileSync(`connectors/${id}/README.md`, 'utf8')
    // Most name none, and to load a connector takes time.
    if (!page.includes('of the vendor’s tool')) continue
    const connector = await connectors[id]?.()
    if (!connector) throw new Error(`There is no connector ${id}.`)
    const fields = listCredentialFields(connector.definition).map((field) => [field.id, 'acme.example'])
    for (const { id: check, fix, variables = [] } of connector.checks) {
      const result = readSample(page, check)
      if (!fix || result?.status !== 'fail') continue
      const command = fillFix(fix, {
        resource: result.resource,
        evidence: result.evidence,
        connection: Object.fromEntries(fields),
        variables: Object.fromEntries(variables.map((variable) => [variable.id, variable.default])),
      })
      ;(command === undefined ? missing : offered).push(`${id} ${check}`)
    }
  }

  expect(missing).toEqual([])
  expect(new Set(offered.map((name) => name.split(' ')[0])).size).toBeGreaterThanOrEqual(6)
})
