import { fakeVendor, oauthServer } from '../../../../src/author/testing/index.ts'
import { authorize, clients, exchange, refresh, revoke, sendTokenRequestAs } from './flow.ts'

// Run as a program of its own, so that everything that would be printed is seen, from the first import on.
for (const login of ['headless', 'page'] as const) {
  await using server = await oauthServer({ clients: Object.values(clients), scopes: ['users:read'], login })
  await using vendor = await fakeVendor({
    auth: { type: 'bearer', verify: server.verifyAccessToken },
    routes: { '/me': {} },
  })
  for (const client of Object.values(clients)) {
    const tokens = await exchange(server, client, await authorize(server, client, { scope: 'openid email users:read' }))
    const response = await fetch(`${vendor.url}/me`, { headers: { Authorization: `Bearer ${tokens.access_token}` } })
    if (response.status !== 200) process.exitCode = 1
    const renewed = await refresh(server, client, tokens.refresh_token)
    await revoke(server, client, renewed.access_token)
    await refresh(server, client, tokens.refresh_token)
    await sendTokenRequestAs(server, client, { grant_type: 'client_credentials' })
  }
  const refused = await fetch(`${server.authorizeUrl}?client_id=nobody`, { headers: { Accept: 'text/html' } })
  const fromPage = await fetch(server.tokenUrl, {
    method: 'POST',
    headers: { Origin: 'https://app.example' },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', client_id: clients.none.clientId }),
  })
  const unreadable = await fetch(server.tokenUrl, { method: 'POST', body: 'x' })
  const answers = [refused, fromPage, unreadable]
  if (answers.some((answer) => answer.status !== 400)) process.exitCode = 1
}
