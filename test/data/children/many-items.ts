// Runs a connector as data on a list of as many items as it is told, counts some and judges each, and prints how much memory that took.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { readConnector } from '../../../src/data/read-connector.ts'
import { keepRun } from '../../../src/things/runs/run-checks.ts'

const count = Number(process.argv[2])
const pageSize = 1_000
setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
let peakBytes = 0
const measure = () => {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  peakBytes = Math.max(peakBytes, heapUsed + external)
}

const connector = readConnector(
  'acme.yaml',
  new TextEncoder().encode(`
checkwright: connector/v1
id: acme
name: Acme
version: 1.0.0
baseUrl: https://api.acme.example
auth: { type: api_key, config: { in: header, name: X-Key } }
checks:
  - id: each
    title: Things are well
    list: { path: /things, items: data, next: { cursor: next, param: after } }
    resource: { type: thing, id: item.id }
    pass: item.parts.all(p, p.on)
    fail: { title: It is not, remediation: Mend it. }
  - id: counted
    title: Few are odd
    list: { path: /things, items: data, next: { cursor: next, param: after } }
    count: { where: item.odd, distinct: item.group, name: item.note, max: 3 }
    resource: { type: organization, id: "'acme'" }
    fail: { title: Many are odd, remediation: Mend them. }
`),
)

const writePage = (begin: number) => {
  if ((begin / pageSize) % Math.ceil(count / pageSize / 10) === 0) measure()
  const data = Array.from({ length: Math.min(pageSize, count - begin) }, (_, at) => ({
    id: begin + at,
    odd: at % 2 === 1,
    group: at % 7,
    note: 'x'.repeat(1_000),
    parts: [{ on: true }, { on: at > 0 }],
  }))
  const end = begin + pageSize
  return Response.json({ data, next: end < count ? String(end) : null })
}
const fetchPage = (async (input: string | URL | Request) =>
  writePage(
    Number(new URL(input instanceof Request ? input.url : String(input)).searchParams.get('after') ?? 0),
  )) as typeof fetch

const began = process.cpuUsage()
const run = await keepRun(connector, { credentials: { api_key: 'secret-key-4711' }, fetch: fetchPage })
const { user, system } = process.cpuUsage(began)
const checks = run.head.checks.map(({ id, status, error }) => ({ id, status, error: error?.message }))
const { pass, fail } = run.head.summary.results
await run.close()
const rssBytes = process.resourceUsage().maxRSS * 1_024
process.stdout.write(JSON.stringify({ checks, pass, fail, peakBytes, rssBytes, seconds: (user + system) / 1_000_000 }))
