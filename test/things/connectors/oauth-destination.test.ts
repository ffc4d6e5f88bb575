import { expect, onTestFinished, test } from 'vitest'
import { fakeVendor, fixedClock } from '../../../src/author/testing/index.ts'
import { readConnector } from '../../../src/data/read-connector.ts'
import { createRuntime } from '../../../src/things/runtime/create-runtime.ts'
import { keys } from '../../app/command.ts'
import { testStore } from '../../setup/store.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { clients, connect, publicUrl, type Servers, startTestServers } from '../runtime/world.ts'

const by = 'operator'

interface Places {
  readonly vendor: string
  readonly token: string
  readonly revoke: string
  readonly authorize: string
}

const formatFile = ({ vendor, token, revoke, authorize }: Places) => `
checkwright: connector/v1
id: acme
name: Acme
baseUrl: ${vendor}
auth:
  type: oauth2
  config: { authorizeUrl: '${authorize}', tokenUrl: '${token}', revokeUrl: '${revoke}', scopes: ['users:read'], pkce: true }
test: { path: /me }
checks:
  - id: known
    title: It is known who asks
    get: { path: /me }
    resource: { type: user, id: body.id }
    pass: body.id == 'ada'
    fail: { title: Somebody else, remediation: Sign in as Ada. }
`

const toPlaces = ({ urls }: Servers): Places => ({
  vendor: urls.vendor,
  token: urls.tokenUrl,
  revoke: urls.revokeUrl,
  authorize: urls.authorizeUrl,
})

/** A server that takes every secret that somebody sends it. */
async function startStranger() {
  const reached: string[] = []
  const take = ({ path }: { readonly path: string }) => {
    reached.push(path)
    return { json: { id: 'ada', access_token: 'stolen', token_type: 'Bearer' } }
  }
  const server = await fakeVendor({ routes: { 'GET /me': take, 'POST /token': take, 'POST /revoke': take } })
  onTestFinished(() => server.close())
  const { url } = server
  return {
    reached,
    places: { vendor: url, token: `${url}/token`, revoke: `${url}/revoke`, authorize: `${url}/authorize` },
  }
}

test('neither tokens nor the secret of an app go to a new destination: run, refresh, test, start and revoke', async () => {
  const [servers, stranger] = [await startTestServers(), await startStranger()]
  const clock = fixedClock(new Date().toISOString())
  const store = await testStore(`sqlite:${createTempFolder()}/a.db`)
  const serve = (connectors: Parameters<typeof createRuntime>[0]['connectors']) =>
    createRuntime({ connectors, store, keys, publicUrl, allowPrivateNetwork: true, clock })
  const runtime = await serve([])
  await runtime.organizations.create({ id: 'acme', name: 'Acme' })
  const publish = async (places: Places) => {
    const { sha256 } = await runtime.dataConnectors.add({ text: formatFile(places), by })
    await runtime.dataConnectors.publish({ id: 'acme', sha256, posts: [], by })
    return sha256
  }
  const run = async (id: string) => (await (await runtime.runs.start({ connectionId: id })).recorded).head
  const { clientId, clientSecret } = clients.body
  const app = { connector: 'acme', clientId, clientSecret, ownCallback: false }

  const first = await publish(toPlaces(servers))
  await runtime.oauthApps.set(app)
  const [one, two] = [await connect(runtime), await connect(runtime)]
  await publish(stranger.places)
  const shown = await runtime.oauthApps.get({ connector: 'acme' })
  await expect(connect(runtime)).rejects.toMatchObject({
    code: 'AUTH_APP_MISCONFIGURED',
    message: expect.stringContaining('sends it elsewhere'),
  })
  await clock.advance(3_600_000)
  const refreshed = await run(one.id)
  const tested = await runtime.connections.test(one.id)
  await runtime.oauthApps.set({ ...app, clientSecret: 'another-secret-of-the-new-place' })
  await clock.advance(3_600_000)
  const refreshedBesideNewApp = await run(two.id)
  await runtime.connections.disconnect(two.id)

  expect(shown).toBeUndefined()
  expect(refreshed).toMatchObject({ status: 'pass', connector: { source: { sha256: first } } })
  expect(tested).toMatchObject({ ok: true })
  expect(refreshedBesideNewApp.status).toBe('pass')
  expect(stranger.reached).toEqual([])
  await runtime.close()

  // The same where a process loads the file itself, and the file was edited.
  const load = (places: Places) => readConnector('acme.yaml', new TextEncoder().encode(formatFile(places)))
  const before = await serve([load(toPlaces(servers))])
  const own = await connect(before)
  await before.close()
  const after = await serve([load(stranger.places)])
  onTestFinished(() => after.close())
  const ended = (await (await after.runs.start({ connectionId: own.id })).recorded).head
  const again = await after.connections.test(own.id)
  await after.connections.disconnect(own.id)

  expect(ended.checks).toMatchObject([{ error: { kind: 'config', code: 'DESTINATION_CHANGED' } }])
  expect(again).toMatchObject({ ok: false, code: 'DESTINATION_CHANGED' })
  expect(stranger.reached).toEqual([])
})
