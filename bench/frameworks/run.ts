import { createHost } from '../../src/app/host/index.ts'
import {
  type FrameworkSummary,
  listShippedFrameworks,
  loadFramework,
} from '../../src/checks/controls/frameworks/shipped-frameworks.ts'
import { loadStatements } from '../../src/checks/controls/statements/statement.ts'
import { defineConnector } from '../../src/index.ts'
import { makeKeyText } from '../../src/service/store/keys/parse-keys.ts'
import { createRuntime } from '../../src/things/runtime/create-runtime.ts'
import { findMedian } from '../find-median.ts'
import { leaveFigures } from '../goals/figures.ts'

/**
 * What the page of each framework that comes with Checkwright costs beside that of SOC 2: ten connectors, whose checks show all statements
 * and name the controls of SOC 2 that ask for them, 300 connections, and a run of each. The pages are asked in turns.
 *
 *     node --import ./bench/history/pages-from-source.ts bench/frameworks/run.ts [rounds] [connections]
 */
const rounds = Number(process.argv[2] ?? 5)
const connections = Number(process.argv[3] ?? 300)
const connectorsMax = 10
const organizationId = 'acme'

const statements = [...(await loadStatements()).keys()]
const soc2 = await loadFramework('soc2')
const asking = Object.entries(soc2?.statements?.controls ?? {})

const connectors = Array.from({ length: connectorsMax }, (_, number) => {
  const connector = defineConnector({
    id: `vendor-${number}`,
    name: `Vendor ${number}`,
    version: '1.0.0',
    baseUrl: 'https://vendor.example.com',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const own = statements.filter((_, index) => index % connectorsMax === number)
  return connector.with(
    ...own.map((statement) =>
      connector.check({
        id: statement,
        title: `It is so: ${statement}`,
        controls: asking.flatMap(([control, { statements: asked }]) =>
          Object.hasOwn(asked, statement) ? [`soc2:${control}`] : [],
        ),
        states: [statement],
        run: (ctx) => ctx.pass({ resource: { type: 'account', id: 'acme' }, title: 'It is so' }),
      }),
    ),
  )
})

const runtime = await createRuntime({
  connectors,
  store: 'memory:',
  keys: makeKeyText(),
  publicUrl: 'http://127.0.0.1',
  worker: false,
})
await runtime.organizations.create({ id: organizationId, name: 'Acme' })
const userId = 'ada'
await runtime.users.put({ organizationId, id: userId, name: 'Ada', email: 'ada@example.com' })
for (let number = 0; number < connections; number++) {
  const connector = `vendor-${number % connectorsMax}`
  const credentials = { api_key: 'k'.repeat(40) }
  const { id } = await runtime.connections.create({ connector, organizationId, name: `Account ${number}`, credentials })
  await (await runtime.runs.start({ connectionId: id, organizationId })).recorded
}

const host = createHost({
  runtime,
  session: { person: () => ({ userId, organizationId, role: 'admin' as const }) },
  logger: { error: (fields: object) => console.error(fields) },
})

const took = new Map<string, number[]>()
const frameworks = await listShippedFrameworks()
// The first round warms up.
for (let round = 0; round <= rounds; round++)
  for (const { id } of frameworks) {
    const startMs = performance.now()
    const response = await host.fetch(new Request(`http://127.0.0.1/controls?framework=${id}`))
    await response.text()
    if (response.status !== 200) throw new Error(`${id} answered ${response.status}`)
    if (round > 0) took.set(id, [...(took.get(id) ?? []), performance.now() - startMs])
  }
await runtime.close()

const ofSoc2 = took.get('soc2') ?? []
/** To SOC 2 in the same round. */
const listRatios = ({ id }: FrameworkSummary) => (took.get(id) ?? []).map((ms, round) => ms / (ofSoc2[round] ?? ms))

console.log(`\n${frameworks.length} frameworks, ${connections} connections, medians of ${rounds} rounds\n`)
console.log('| framework | controls | ms | to SOC 2 |\n| --- | ---: | ---: | ---: |')
for (const framework of frameworks) {
  const ms = median(took.get(framework.id))
  console.log(
    `| ${framework.id} | ${framework.controls} | ${ms.toFixed(1)} | ${median(listRatios(framework)).toFixed(2)} |`,
  )
}
const slowest = frameworks.toSorted((a, b) => median(listRatios(b)) - median(listRatios(a)))[0]
if (slowest) leaveFigures({ 'page of the slowest framework, to SOC 2': listRatios(slowest) })

function median(values: readonly number[] = []): number {
  return findMedian(values) ?? Number.NaN
}
