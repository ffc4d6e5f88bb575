import { expect, test } from 'vitest'
import { openApiHost } from '../../../app/host/world.ts'
import { typedServerConnector } from '../../runtime/typed-server-connector.ts'
import { callbackUrl } from '../../runtime/world.ts'

test('an app by the API has the redirect URI that the API names, and is entered with the server of its secret', async () => {
  const { ask, runtime } = await openApiHost({}, { connectors: [typedServerConnector] })
  const read = async () => (await (await ask('GET', '/v1/integrations/connectors/typed')).json()) as Described
  const put = (body: object) => ask('PUT', '/v1/integrations/oauth-apps/typed', { body })
  const before = await read()

  const without = await put({ clientId: 'app', clientSecret: 'the-secret' })
  const saved = await put({ clientId: 'app', clientSecret: 'the-secret', settings: { domain: 'one' } })
  const { url } = await runtime.oauth.start({
    connector: 'typed',
    organizationId: 'acme',
    credentials: { domain: 'one' },
  })

  expect(before.oauthApp.redirectUri).toBe(`${callbackUrl}/typed`)
  expect(before.oauthApp.settings.map(({ id }) => id)).toEqual(['domain'])
  expect(without.status).toBe(400)
  expect(await saved.json()).toMatchObject({ ownCallback: true, settings: { domain: 'one' } })
  expect(new URL(url).searchParams.get('redirect_uri')).toBe(before.oauthApp.redirectUri)
})

test('an app that has the shared redirect URI keeps it, and the API names that', async () => {
  const { ask } = await openApiHost({}, { connectors: [typedServerConnector] })
  const app = { clientId: 'app', clientSecret: 'the-secret', settings: { domain: 'one' } }
  const put = async (body: object) => (await ask('PUT', '/v1/integrations/oauth-apps/typed', { body })).json()
  await put({ ...app, ownCallback: false })

  const again = await put(app)
  const { oauthApp } = (await (await ask('GET', '/v1/integrations/connectors/typed')).json()) as Described
  const other = await put({ ...app, clientId: 'another' })

  expect(again).toMatchObject({ ownCallback: false })
  expect(oauthApp.redirectUri).toBe(callbackUrl)
  expect(other).toMatchObject({ ownCallback: true })
})

interface Described {
  readonly oauthApp: { readonly redirectUri: string; readonly settings: readonly { readonly id: string }[] }
}
