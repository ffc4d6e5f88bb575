import { runChecks } from 'checkwright/runtime'
import { fakeVendor } from 'checkwright/testing'
import { onTestFinished } from 'vitest'
import { DataFileError } from '../../../src/data/data-file.ts'
import { readConnector } from '../../../src/data/read-connector.ts'

const head = (baseUrl: string) => `
checkwright: connector/v1
id: acme
name: Acme
version: 1.0.0
baseUrl: ${baseUrl}
credentialFields: [{ id: org, label: Organization, required: true, type: text }]
auth: { type: api_key, config: { in: header, name: X-Key } }
`

/** A check of `list` at /things, whose rule is given. */
export const thing = (
  rule: string,
  requests = 'list: { path: /things, items: data, next: none }',
  id = 'item.id',
) => `checks:
  - id: judged
    title: Things are well
    severity: high
    ${requests}
    ${rule}
    resource: { type: thing, id: ${id} }
    fail: { title: It is not, remediation: Mend it. }`

const read = (baseUrl: string, parts: string) =>
  readConnector('acme.yaml', new TextEncoder().encode(`${head(baseUrl)}${parts}\n`))

/** What is wrong with a file, each as `path message`. */
export function findProblems(parts: string): readonly string[] {
  try {
    read('https://api.acme.example', parts)
    return []
  } catch (error) {
    if (!(error instanceof DataFileError)) throw error
    return error.problems.map(({ path, message }) => `${path} ${message}`)
  }
}

/** Runs a file against a vendor, and gives the first check with the requests that arrived. */
export async function runFile(parts: string, routes: object, checks?: readonly string[]) {
  const vendor = await fakeVendor({ routes: routes as never })
  onTestFinished(() => vendor.close())
  const { checks: ended } = await runChecks(read(vendor.url, parts), {
    credentials: { api_key: 'k', org: 'north/2' },
    allowPrivateNetwork: true,
    checks,
  } as never)
  const [check] = ended
  if (check === undefined) throw new Error('The file has no check.')
  return { check, requests: vendor.requests }
}

/** The same for a rule about the items of one answer. */
export const judge = (rule: string, data: readonly unknown[]) =>
  runFile(thing(rule), { 'GET /things': { json: { data } } })

/** The same for a rule about one answer, `body`. */
export const judgeAnswer = (rule: string, json: unknown) =>
  runFile(thing(rule, 'get: { path: /things }', `"'all'"`), { 'GET /things': { json } })
