import { serve } from '@hono/node-server'
import { ApiProblem, createClient } from 'checkwright/client'
import { expect, onTestFinished, test } from 'vitest'
import { openApiHost } from '../host/world.ts'

/** A client that the OpenAPI document made, of a service that listens on this machine. */
async function openClient() {
  const { host, key, clock } = await openApiHost()
  const { promise: listening, resolve } = Promise.withResolvers<number>()
  const server = serve({ fetch: host.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve(port))
  onTestFinished(() => void server.close())
  return { clock, client: createClient({ url: `http://127.0.0.1:${await listening}`, key }) }
}

test('the generated client walks vendors: from a file of CSV to a document that ends, a review that waits, and the obligation', async () => {
  const { client } = await openClient()

  const csv = 'name,criticality,reviewEveryDays\nAcme Cloud,high,365\nExample Mail,low,365\n'
  const taken = await client.vendors.import({ body: { csv } })
  const { data } = await client.vendors.list({ state: 'never-reviewed' })
  const [{ id: vendorId = '' } = {}] = data.filter(({ name }) => name === 'Acme Cloud')
  await client.vendors.change({ vendorId, body: { website: 'https://acme.example' } })
  await client.vendorDocuments.create({ body: { vendorId, title: 'Certificate', lastDay: '2026-04-30' } })
  const review = await client.vendorReviews.create({
    body: { subjectId: vendorId, text: 'Read.', doneDay: '2026-04-30' },
  })
  const vendor = await client.vendors.get({ vendorId })
  const { data: tasks } = await client.tasks.list({})
  const file = await (await client.vendors.download.raw()).text()
  await client.comments.create({
    body: { entityType: 'vendor', entityId: vendorId, content: 'Looks good', userId: 'ada' },
  })
  await client.vendors.delete({ vendorId })

  expect([taken.added, review.state]).toEqual([2, 'waiting'])
  expect(vendor).toMatchObject({ website: 'https://acme.example', documentsEndDay: '2026-04-30' })
  expect(tasks.map(({ title }) => title).toSorted()).toEqual([
    'Review of the vendor Acme Cloud',
    'Review of the vendor Example Mail',
  ])
  expect(file).toContain('Acme Cloud')
  expect((await client.tasks.list({})).data).toHaveLength(1)
  await expect(client.vendors.get({ vendorId })).rejects.toMatchObject({ status: 404 })
})

test('the generated client walks risks: the residual of a control that nobody observes is the inherent risk, and likelihood 6 is refused', async () => {
  const { client } = await openClient()
  const lost = { title: 'Lost laptop', likelihood: 4, impact: 5, treatment: 'mitigate', reviewEveryDays: 180 } as const

  const { id: riskId } = await client.risks.create({ body: { ...lost, controls: ['soc2:CC6.1 likelihood 2'] } })
  const { inherent, best, isRange } = await client.risks.residual({ riskId })
  const closed = await client.risks.change({ riskId, body: { closedDay: '2026-05-01' } })

  expect([inherent, best, isRange]).toEqual([{ likelihood: 4, impact: 5 }, { likelihood: 4, impact: 5 }, false])
  expect(closed.state).toBe('closed')
  await expect(client.risks.create({ body: { ...lost, likelihood: 6 } })).rejects.toThrow(ApiProblem)
})

test('the generated client walks policies: a version is a draft that no key publishes or acknowledges, and its text comes back', async () => {
  const { client } = await openClient()
  const { id: policyId } = await client.policies.create({ body: { name: 'Acceptable use', reviewEveryDays: 365 } })

  const { id: policyVersionId, state } = await client.policyVersions.create({
    body: { policyId, changes: 'First', text: '# Lock your screen' },
  })
  const markdown = await (await client.policyVersions.export.raw({ policyVersionId })).text()
  const html = await (await client.policyVersions.export.raw({ policyVersionId, format: 'html' })).text()

  expect([state, markdown]).toEqual(['draft', '# Lock your screen'])
  expect(html).toContain('Lock your screen</h')
  await expect(client.policyVersions.publish({ policyVersionId })).rejects.toMatchObject({ status: 403 })
  await expect(client.policies.acknowledge({ policyId, body: { versionId: policyVersionId } })).rejects.toMatchObject({
    status: 403,
  })
})

test('the generated client walks penetration tests: findings by hand and by SARIF, which retests end', async () => {
  const { client } = await openClient()
  const { id: pentestId } = await client.pentests.create({
    body: { name: 'Web', provider: 'Acme', scope: 'Web', firstDay: '2026-04-01', lastDay: '2026-04-10' },
  })
  const runs = [{ tool: { driver: { name: 'acme' } }, results: [{ ruleId: 'xss', message: { text: 'In comments' } }] }]

  const { added } = await client.pentests.importSarif({ pentestId, body: { version: '2.1.0', runs } })
  await client.pentestFindings.create({
    body: { pentestId, title: 'Headers', severity: 'low', dueDay: '2026-06-01' },
  })
  const open = await client.pentests.get({ pentestId })
  const { data } = await client.pentestFindings.list({ pentestId })
  for (const { id: pentestFindingId } of data) await client.pentestFindings.retestEnds({ pentestFindingId })
  const done = await client.pentests.get({ pentestId })

  expect([added, open.openFindings, open.state, done.openFindings, done.state]).toEqual([
    1,
    2,
    'findings-open',
    0,
    'done',
  ])
})
