import { randomBytes } from 'node:crypto'
import { defineConnector } from 'checkwright'
import { createHost } from 'checkwright/host'
import { createRuntime } from 'checkwright/runtime'
import { policy, policyAcknowledgement, policyVersion } from '../../src/things/policies/thing.ts'
import { findMedian } from '../find-median.ts'
import { leaveFigures } from '../goals/figures.ts'
import { measurePage } from '../measure-page.ts'

/**
 * The cost of the page of a policy that a thousand people have acknowledged, and of the list of their acknowledgements, compared with a page
 * of a thousand findings, in turns within a round.
 *
 * Arguments: rounds.
 */
const rounds = Number(process.argv[2] ?? 5)
const requests = 100
const many = 1_000
const organizationId = 'acme'

const definition = defineConnector({
  id: 'bench',
  name: 'Bench',
  version: '1.0.0',
  baseUrl: 'https://bench.example.com',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
const bench = definition.with(
  definition.check({
    id: 'accounts',
    title: 'Accounts are in order',
    severity: 'high',
    run: (ctx) => {
      for (let number = 0; number < many; number++)
        ctx.fail({
          resource: { type: 'user', id: `person-${number}`, name: `Person ${number}` },
          title: 'Not in order',
          remediation: 'Put it in order.',
        })
    },
  }),
)
const runtime = await createRuntime({
  connectors: [bench],
  store: 'memory:',
  keys: `bench:${randomBytes(32).toString('base64')}`,
  publicUrl: 'http://127.0.0.1',
})
await runtime.organizations.create({ id: organizationId, name: 'Acme' })
for (const id of ['ada', 'bob']) {
  await runtime.users.put({ organizationId, id, name: id, email: `${id}@acme.example` })
  await runtime.people.setRole({ organizationId, userId: id, role: 'admin' })
}
const { id: connectionId } = await runtime.connections.create({
  connector: 'bench',
  organizationId,
  credentials: { api_key: 'k'.repeat(20) },
})
await (await runtime.runs.start({ connectionId })).result
const { id: policyId } = await runtime
  .serviceOf(policy)
  .create({ organizationId, values: { name: 'Rules', reviewEveryDays: 365 } })
const versions = runtime.serviceOf(policyVersion)
const { id: versionId } = await versions.create({
  organizationId,
  userId: 'bob',
  values: { policyId, changes: 'First', text: '# Rules\n\nBe good.' },
})
await versions.act.publish({ organizationId, id: versionId, userId: 'ada' })
await runtime.serviceOf(policyAcknowledgement).createAll({
  organizationId,
  records: Array.from({ length: many }, (_, number) => ({
    email: `person-${number}@acme.example`,
    policyId,
    versionId,
    number: 1,
    way: 'link' as const,
    acknowledgedAtMs: number,
  })),
})

const unlimited = { requests: 1e9, windowMs: 60_000 }
const host = createHost({
  runtime,
  session: { person: () => ({ organizationId, userId: 'ada', role: 'admin' }), signInUrl: '/sign-in' },
  rateLimits: { address: unlimited },
})

const measure = (path: string) => measurePage(host, path, requests)

const paths = { page: `/policies/${policyId}`, list: '/policy-acknowledgements', findings: '/findings' }
for (const path of Object.values(paths)) await measure(path)
const ratios: number[] = []
for (let round = 1; round <= rounds; round++) {
  const page = await measure(paths.page)
  const list = await measure(paths.list)
  const findings = await measure(paths.findings)
  ratios.push(page / findings)
  const shown = [page, list, findings].map((us) => `${us.toFixed(0)} µs`)
  console.log(
    `round ${round}: policy ${shown[0]}, acknowledgements ${shown[1]}, findings ${shown[2]}, ${(page / findings).toFixed(2)} ×`,
  )
}
console.log(
  `the page of a policy with ${many} acknowledgements, to a page of findings: ${findMedian(ratios)?.toFixed(2)} ×`,
)
leaveFigures({ 'acknowledgements page': ratios })
await runtime.close()
