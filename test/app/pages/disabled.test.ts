import { expect, test } from 'vitest'
import { apiKey, openBoxesWorld } from './boxes.ts'
import { admin, member } from './world.ts'

test('a connector that an operator disables is connected by nobody, and what is connected goes on and can be mended', async () => {
  const { get, post, runtime, connector, connectionId, run, visitor } = await openBoxesWorld()
  visitor.person = { ...admin, role: 'operator' }
  const credentials = { api_key: apiKey }

  const disabled = await post('/setup/vault', '/setup/vault/disable')
  const listed = (await get('/setup')).text
  const page = (await get('/connect/vault')).text
  const again = (await get(`/connect/vault?connection=${connectionId}`)).text
  const created = runtime.connections.create({ connector, organizationId: 'acme', credentials })

  await expect(created).rejects.toMatchObject({ code: 'CONNECTOR_DISABLED' })
  expect(disabled.headers.get('location')).toBe('/setup/vault?notice=connector-disabled')
  expect(listed).toContain('<span class="badge plain">Disabled</span>')
  expect([page.includes('cannot be connected at the moment'), page.includes('type="password"')]).toEqual([true, false])
  expect(again).toContain('type="password"')
  expect((await runtime.runs.get(await run()))?.status).toBe('error')
  expect((await runtime.connections.update(connectionId, { credentials })).state).toBe('active')

  await post('/setup/vault', '/setup/vault/enable')
  expect((await runtime.connections.create({ connector, organizationId: 'acme', credentials })).state).toBe('active')
  expect((await runtime.audit.list({ organizationId: 'acme' })).map(({ action }) => action)).toEqual(
    expect.arrayContaining(['connector.disable', 'connector.enable']),
  )

  visitor.person = member
  expect((await post(`/connections/${connectionId}`, '/setup/vault/disable')).status).toBe(403)
})
