import { expect, test } from 'vitest'
import { openApiHost } from '../../world.ts'

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
