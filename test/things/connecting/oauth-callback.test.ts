import { expect, onTestFinished, test } from 'vitest'
import { fakeVendor } from '../../../src/author/testing/index.ts'
import { createAcmeConnector } from '../runtime/acme.ts'
import { callbackUrl, openRuntimeWith } from '../runtime/world.ts'

const granted = { json: { access_token: 'a', token_type: 'bearer' } }

/** Two connectors with one callback; `twin` has another server than `acme`. */
async function openTwo(
  options: { readonly ownCallback?: boolean; readonly issuer?: string; readonly userId?: string } = {},
) {
  const vendors = {
    acme: await fakeVendor({ routes: { 'POST /token': granted } }),
    twin: await fakeVendor({ routes: {} }),
  }
  for (const vendor of Object.values(vendors)) onTestFinished(() => vendor.close())
  const urls = (id: keyof typeof vendors) => ({
    vendor: vendors[id].url,
    authorizeUrl: `${vendors[id].url}/authorize`,
    tokenUrl: `${vendors[id].url}/token`,
    revokeUrl: `${vendors[id].url}/revoke`,
  })
  const config = options.issuer === undefined ? {} : { issuer: options.issuer }
  const { runtime } = await openRuntimeWith({
    connectors: [createAcmeConnector(urls('acme')), createAcmeConnector(urls('twin'), config, 'twin')],
  })
  const { ownCallback = false } = options
  await runtime.oauthApps.set({ connector: 'acme', clientId: 'app', clientSecret: 'the-secret', ownCallback })
  const { url, binding } = await runtime.oauth.start({
    connector: 'acme',
    organizationId: 'acme',
    userId: options.userId,
  })
  const sent = new URL(url).searchParams
  const comeBack = (at: string, more: Readonly<Record<string, string>> = {}) => {
    const query = new URLSearchParams({ state: sent.get('state') ?? '', code: 'c', ...more })
    return runtime.oauth.callback({ url: `${at}?${query}`, binding })
  }
  return { runtime, vendors, sent, comeBack }
}

test('an app whose redirect URI names the connector takes no answer that comes to another one', async () => {
  const { vendors, sent, comeBack } = await openTwo({ ownCallback: true })

  expect(sent.get('redirect_uri')).toBe(`${callbackUrl}/acme`)
  for (const at of [callbackUrl, `${callbackUrl}/twin`])
    await expect(comeBack(at)).rejects.toMatchObject({ code: 'AUTH_STATE_INVALID' })
  expect(vendors.acme.requests).toEqual([])
  expect(await comeBack(`${callbackUrl}/acme`)).toMatchObject({ connector: 'acme', state: 'active' })
  expect(new URLSearchParams(vendors.acme.requests[0]?.body).get('redirect_uri')).toBe(`${callbackUrl}/acme`)
})

test('an app with the shared redirect URI takes no answer that comes to the one of a connector', async () => {
  const { comeBack } = await openTwo()

  await expect(comeBack(`${callbackUrl}/twin`)).rejects.toMatchObject({ code: 'AUTH_STATE_INVALID' })
  expect(await comeBack(callbackUrl)).toMatchObject({ state: 'active' })
})

test('a proxy may take a part of the path off', async () => {
  const { comeBack } = await openTwo({ ownCallback: true })

  expect(await comeBack('http://127.0.0.1:3000/oauth/callback/acme')).toMatchObject({ state: 'active' })
})

test.each([
  ['declares as its issuer', { issuer: 'https://twin.example' }, () => 'https://twin.example'],
  ['asks for consent at', {}, (origin: string) => origin],
])('a code of the server that another connector %s is never sent to this one', async (_what, options, issuerOf) => {
  const { vendors, comeBack } = await openTwo(options)

  await expect(comeBack(callbackUrl, { iss: issuerOf(vendors.twin.url) })).rejects.toMatchObject({
    code: 'AUTH_STATE_INVALID',
  })
  expect(vendors.acme.requests).toEqual([])
  expect(await comeBack(callbackUrl, { iss: vendors.acme.url })).toMatchObject({ state: 'active' })
})

test.each(['deactivated', 'removed'])(
  'somebody who is %s while they are at the vendor connects nothing',
  async (what) => {
    const { runtime, vendors, comeBack } = await openTwo({ userId: 'eve' })
    const eve = { organizationId: 'acme', userId: 'eve' }
    await runtime.users.put({ organizationId: 'acme', id: 'eve', name: 'Eve', email: 'eve@acme.example' })
    await runtime.people.setRole({ ...eve, role: 'member' })
    if (what === 'removed') await runtime.people.remove(eve)
    else await runtime.people.setActive({ ...eve, active: false })

    await expect(comeBack(callbackUrl)).rejects.toMatchObject({ code: 'AUTH_STATE_INVALID' })

    expect(vendors.acme.requests).toEqual([])
    expect(await runtime.connections.list({ organizationId: 'acme' })).toEqual([])
  },
)
