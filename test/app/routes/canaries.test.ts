import { expect, test } from 'vitest'
import { integrationRoutes } from '../../../src/app/routes/integration-routes.ts'
import { faults } from '../../../src/author/testing/index.ts'
import { formats } from '../../../src/report/reports.ts'
import { Canaries } from '../../things/runtime/canaries.ts'
import { apiKey, openVaultHost } from './world.ts'

test('no answer of integrations holds a credential, also when the vendor says it back wherever it can', async () => {
  const canaries = new Canaries()
  canaries.add('vendor key', apiKey)
  const { ask, call, connected, vendor, lines, runtime } = await openVaultHost()
  const id = await connected()
  const echo = { echo: `You sent ${apiKey}`, id: apiKey, name: apiKey, locked: false }
  const answers: string[] = []
  const read = async (path: string, method = 'GET', body?: object) => {
    const answer = await ask(method, `/v1/integrations${path}`, body === undefined ? {} : { body })
    answers.push(JSON.stringify([...answer.headers]) + (await answer.text()))
  }

  for (const target of ['GET /me', 'GET /audits'] as const) vendor.fail(target, faults.status(403, { json: [echo] }))
  for (const target of ['GET /teams', 'GET /boxes'] as const) vendor.fail(target, faults.status(200, { json: [echo] }))
  await read(`/connections/${id}/test`, 'POST')
  await read(`/connections/${id}/variables/team/options`)
  const { body: run } = await call('POST', `/connections/${id}/runs`)
  await read(`/runs/${run.id}/events`)
  for (const format of formats) await read(`/runs/${run.id}/report?format=${format}`)
  for (const { method, path } of integrationRoutes.filter((route) => route.method === 'get')) {
    const at = path.replace('{connectionId}', id).replace('{runId}', run.id).replace('{connectorId}', 'vault')
    await read(at.replace('/v1/integrations', '').replace('{variableId}', 'team'), method.toUpperCase())
  }
  await read(`/connections/${id}`, 'PATCH', { credentials: { api_key: apiKey, nope: apiKey } })
  await read('/connections', 'POST', { connector: 'vault', credentials: { api_key: 5, [apiKey]: apiKey } })

  expect(vendor.requests.some(({ headers }) => headers['x-vault-key'] === apiKey)).toBe(true)
  expect(answers.length).toBeGreaterThan(25)
  expect(answers.filter((answer) => answer.includes('[redacted]')).length).toBeGreaterThan(5)
  // Names of members that are not known are told to who sent them; nothing else is.
  expect(answers.slice(0, -1).flatMap((answer) => canaries.in(answer))).toEqual([])
  expect(canaries.in(JSON.stringify([lines, await runtime.audit.list({ organizationId: 'acme' })]))).toEqual([])
})
