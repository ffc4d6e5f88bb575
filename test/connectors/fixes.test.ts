import { existsSync, readFileSync } from 'node:fs'
import { connectorIds, connectors } from 'checkwright/connectors'
import { expect, test } from 'vitest'
import { fillFix, listCredentialFields } from '../../src/define/index.ts'
import type { SampleResult } from '../../src/report/connector-page/sample-results.ts'

type Seen = Readonly<Record<string, { readonly result?: SampleResult }>>

/** What the tests of a connector saw each check say. */
function readSeen(id: string): Seen {
  const samples = `connectors/${id}/test/samples.json`
  if (existsSync(samples)) return JSON.parse(readFileSync(samples, 'utf8'))
  return JSON.parse(readFileSync(`connectors/${id}/${id}.contract.json`, 'utf8'))['x-seen'] ?? {}
}

test('each command that a shipped check names is offered for what its tests saw it fail', async () => {
  const offered: string[] = []
  const missing: string[] = []
  for (const id of connectorIds) {
    // Most name none, and to load a connector takes time.
    if (!readFileSync(`connectors/${id}/README.md`, 'utf8').includes('of the vendor’s tool')) continue
    const connector = await connectors[id]?.()
    if (!connector) throw new Error(`There is no connector ${id}.`)
    const fields = listCredentialFields(connector.definition).map((field) => [field.id, 'acme.example'])
    for (const { id: check, fix, variables = [] } of connector.checks) {
      const result = readSeen(id)[check]?.result
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
  expect(new Set(offered.map((name) => name.split(' ')[0])).size).toBeGreaterThanOrEqual(8)
})
