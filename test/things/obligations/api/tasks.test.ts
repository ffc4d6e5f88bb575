import { expect, test } from 'vitest'
import { defineConnector } from '../../../../src/define/index.ts'
import { openApiHost } from '../../../app/host/world.ts'

/** What these routes answer, as far as this test looks. */
interface Body {
  readonly [name: string]: unknown
  readonly data: readonly { readonly id: string }[]
}

test('obligations are added, listed by state, stated and judged by the API, and their state is never taken from a request', async () => {
  const { ask, runtime } = await openApiHost()
  await runtime.users.put({ organizationId: 'acme', id: 'eva', name: 'Eva', email: 'eva@example.com' })
  const send = async (method: string, path: string, body?: object) => {
    const answer = await ask(method, path, body ? { body } : {})
    return { status: answer.status, body: (await answer.json()) as Body }
  }

  const set = await send('POST', '/v1/tasks', { title: 'Restore', everyDays: 30, state: 'met' })
  const added = await send('POST', '/v1/tasks', {
    title: 'Restore',
    everyDays: 30,
    controls: ['soc2:A1.3'],
    owner: 'ada',
  })
  const path = `/v1/tasks/${added.body.id}`
  const stated = await send('POST', `${path}/statements`, { text: 'Done.', userId: 'eva' })
  const provided = await send('GET', '/v1/tasks?state=provided')
  const { findingId, evidenceSha256, id: runId } = stated.body
  const decision = { runId, findingId, evidenceSha256, decision: 'accepted', reason: 'Seen.' }
  const expires = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const own = await send('POST', '/v1/judgements', { ...decision, expires, userId: 'eva' })
  const judged = await send('POST', '/v1/judgements', { ...decision, expires, userId: 'ada' })
  const met = await send('GET', path)

  expect([set.status, added.status, stated.status, own.status, judged.status]).toEqual([400, 201, 201, 403, 201])
  expect([added.body.state, provided.body.total, met.body.state]).toEqual(['open', 1, 'met'])
  expect(judged.body.connectionId).toBeNull()
  const fromTemplates = await send('POST', '/v1/tasks/templates', { framework: 'iso27001' })
  expect([fromTemplates.status, (await send('GET', '/v1/tasks?framework=iso27001')).body.total]).toEqual([
    ...[201, fromTemplates.body.data.length],
  ])
  expect((await send('GET', '/v1/tasks/missing?framework=soc2')).body.data[0]?.id).toBe('soc2')
  expect((await send('DELETE', path)).status).toBe(200)
  expect((await send('GET', path)).status).toBe(404)
})

test('what a control lacks counts the connections that are not named', async () => {
  const acme = defineConnector({
    id: 'acme',
    name: 'Acme',
    version: '1.0.0',
    baseUrl: 'https://acme.example.com',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const mfa = acme.check({ id: 'mfa', title: 'MFA is used', controls: ['soc2:CC6.1'], run: () => undefined })
  const session = { person: () => ({ userId: 'ada', organizationId: 'acme', role: 'admin' as const }) }
  const { ask, runtime, host } = await openApiHost({ session }, { connectors: [acme.with(mfa)] })
  for (let index = 0; index < 13; index++)
    await runtime.connections.create({
      connector: 'acme',
      organizationId: 'acme',
      credentials: { api_key: 'k'.repeat(20) },
    })

  const answer = await ask('GET', '/v1/tasks/missing?framework=soc2')
  const page = await (await host.fetch(new Request('https://checks.example.com/tasks/missing'))).text()

  const { data } = (await answer.json()) as {
    data: { missing: { id: string; checks: { connectionId: string | null; connections: number | null }[] }[] }[]
  }
  const checks = data[0]?.missing.find(({ id }) => id === 'CC6.1')?.checks ?? []
  expect(checks.map(({ connectionId, connections }) => [connectionId !== null, connections])).toEqual([
    ...Array.from({ length: 10 }, () => [true, null]),
    [false, 3],
  ])
  // Of thirteen, five are shown.
  expect(page).toContain('and 8 more')
})
