import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { github } from '../../../../connectors/github/index.ts'
import { authorizeHeadlessly } from '../../../../src/author/testing/authorize-headlessly.ts'
import { faults } from '../../../../src/author/testing/index.ts'
import { oauthServer } from '../../../../src/author/testing/oauth-server.ts'
import { fakeVendor } from '../../../../src/author/testing/vendor/fake-vendor.ts'
import { createRuntime } from '../../../../src/things/runtime/create-runtime.ts'
import { canary, renderAcmeFile } from '../../../app/acme.ts'
import { createFolder, keys, runCheckwright, start, waitForSaid } from '../../../app/command.ts'

const allow = '--allow-private-network'
const env = { CHECKWRIGHT_CREDENTIAL_API_KEY: canary }

const servers: { close(): Promise<void> }[] = []
afterAll(async () => {
  for (const server of servers) await server.close()
})

async function keyVendor() {
  const vendor = await fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'X-Key', value: canary },
    routes: { 'GET /me': { json: {} }, 'GET /people': { json: [] }, 'GET /policy': { json: {} } },
  })
  servers.push(vendor)
  return { vendor, cwd: createFolder({ 'acme.ts': renderAcmeFile(vendor.url) }) }
}

function renderFloorsFile(url: string): string {
  return `
import { defineConnector } from 'checkwright'
export default defineConnector(
  {
    id: 'floors', name: 'Floors', version: '1.0.0', baseUrl: '${url}',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
    variables: [
      {
        id: 'floors', label: 'Floors', type: 'multiselect', default: [],
        options: ['ground', 'roof', 'cellar'].map((value) => ({ value, label: value })),
      },
    ],
    test: { path: '/me' },
  },
  {
    options: {
      floors: async (ctx) => {
        await ctx.get('/me')
        return [{ value: 'ground', label: 'ground' }, { value: 'roof', label: 'roof' }]
      },
    },
  },
)
`
}

// Each test has a vendor and a store of its own; together they wait for processes at the same time.
describe.concurrent('checkwright connect, by a form', () => {
  test('keeps the credentials sealed, tests them, and the connection runs without them being given again', async () => {
    const { cwd } = await keyVendor()

    const connected = await runCheckwright(['connect', 'acme.ts', allow, '--json'], { cwd, env })
    const listed = await runCheckwright(['connections', '--json'], { cwd })
    const ran = await runCheckwright(['run', 'acme.ts', allow, '--check', 'policy', '--json'], { cwd })

    const { connection, test: tested } = JSON.parse(connected.stdout)
    expect(tested).toEqual({ ok: true })
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { id: connection.id, connector: 'acme', state: 'active', organizationId: 'default' },
    ])
    expect(JSON.parse(ran.stdout)).toMatchObject({
      connectionId: connection.id,
      organizationId: 'default',
      status: 'pass',
    })
    expect([connected.exitCode, listed.exitCode, ran.exitCode]).toEqual([0, 0, 0])
    const store = readFileSync(join(cwd, 'data/checkwright.db'), 'latin1')
    expect(connected.stdout + connected.stderr + listed.stdout + ran.stdout + ran.stderr + store).not.toContain(canary)
  })

  test('with a wrong secret says so, exits 5, and keeps nothing; an existing connection is kept, and mended', async () => {
    const { cwd } = await keyVendor()
    const wrong = { CHECKWRIGHT_CREDENTIAL_API_KEY: 'canary-wrong-1234' }

    const refused = await runCheckwright(['connect', 'acme.ts', allow], { cwd, env: wrong })
    const none = await runCheckwright(['connections', '--json'], { cwd })
    const made = await runCheckwright(['connect', 'acme.ts', allow, '--json'], { cwd, env })
    const { id } = JSON.parse(made.stdout).connection
    const renewed = await runCheckwright(['connect', 'acme.ts', allow, '--connection', id], { cwd, env: wrong })
    const mended = await runCheckwright(['connect', 'acme.ts', allow, '--connection', id], { cwd, env })

    expect(refused.stdout).toMatch(
      /^Acme is not connected\. Nothing was kept\.\n✗ The test failed\. Acme answered 401 to GET \/me.*\nNext: checkwright connect acme\.ts --allow-private-network\n$/,
    )
    expect(JSON.parse(none.stdout)).toEqual([])
    expect(readFileSync(join(cwd, 'data/checkwright.db'), 'latin1')).not.toContain('canary-wrong-1234')
    expect(renewed.stdout).toMatch(/^Acme is stored as .*, but does not work yet\.\n/)
    expect(renewed.stdout).toContain(`Next: checkwright connect acme.ts --connection ${id} ${allow}\n`)
    expect(mended.stdout).toContain(`Acme is connected: ${id}\n✓ The vendor accepts the credentials.\n`)
    expect([refused, made, renewed, mended].map(({ exitCode }) => exitCode)).toEqual([5, 0, 5, 0])
  })

  test('keeps what nobody can tell yet while the vendor has trouble, exits 2, and says how to test it', async () => {
    const { vendor, cwd } = await keyVendor()
    vendor.fail('GET /me', faults.status(503), { times: 4 })

    const untold = await runCheckwright(['connect', 'acme.ts', allow], { cwd, env })
    const next = /^Next: checkwright (.*)$/m.exec(untold.stdout)?.[1]?.split(' ') ?? []
    const tested = await runCheckwright(next, { cwd })

    expect(untold.stdout).toContain('Nobody knows yet whether it works, because Acme had trouble.')
    expect([untold.exitCode, tested.exitCode, tested.stdout]).toEqual([2, 0, '✓ The vendor accepts the credentials.\n'])
  })

  test('tells what a variable can be as the vendor says, else what the connector lists, and how to set it', async () => {
    const { vendor, cwd } = await keyVendor()
    writeFileSync(join(cwd, 'floors.ts'), renderFloorsFile(vendor.url))
    const connected = await runCheckwright(['connect', 'floors.ts', allow, '--json'], { cwd, env })
    const { id } = JSON.parse(connected.stdout).connection
    const choices = (variable: string) =>
      runCheckwright(['connections', 'choices', id, variable, '--connector', 'floors.ts', allow], { cwd })

    const told = await choices('floors')
    const unknown = await choices('walls')
    await vendor.close()
    const untold = await choices('floors')

    expect([told.exitCode, told.stdout]).toEqual([0, 'ground\nroof\n'])
    expect([unknown.exitCode, unknown.stderr]).toEqual([
      3,
      expect.stringContaining('has no variable "walls" with choices; it has floors'),
    ])
    expect([untold.exitCode, untold.stdout]).toEqual([2, 'ground\nroof\ncellar\n'])
    expect(untold.stderr).toContain('did not send the choices')
  })

  test('of a file says a next command that runs, also where there are two connections', async () => {
    const { cwd } = await keyVendor()
    const first = await runCheckwright(['connect', './acme.ts', allow], { cwd, env })
    await runCheckwright(['connect', './acme.ts', allow], { cwd, env })
    const next = /^Next: checkwright (.*)$/m.exec(first.stdout)?.[1]?.split(' ') ?? []

    const ran = await runCheckwright([...next, '--check', 'policy'], { cwd })
    const listed = await runCheckwright(['run', './acme.ts'], { cwd })
    const unknown = await runCheckwright(['run', './acme.ts', '--connection', 'nobody'], { cwd })

    expect(next).toEqual(['run', './acme.ts', '--connection', expect.stringMatching(/^[0-9a-f-]{36}$/), allow])
    expect([ran.exitCode, ran.stderr]).toEqual([0, expect.stringContaining('policy: pass')])
    expect(listed.stderr).toContain(`  checkwright run ./acme.ts --connection ${next[3]} `)
    expect([unknown.exitCode, unknown.stderr]).toEqual([3, expect.stringContaining('There is no connection "nobody"')])
  })

  test('a refusal that the test hook reads from a 200 ends it with 5, as a 401 does', async () => {
    const vendor = await fakeVendor({ routes: { 'GET /me': { json: {} } } })
    servers.push(vendor)
    const cwd = createFolder({
      'acme.ts': `import { AuthError, defineConnector } from 'checkwright'
export default defineConnector(
  {
    id: 'acme', name: 'Acme', baseUrl: '${vendor.url}',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  },
  {
    async test({ get }) {
      const { name } = await get<{ name?: string }>('/me')
      if (!name) throw new AuthError('Acme treats you as a stranger.', { code: 'AUTH_REJECTED' })
    },
  },
)
`,
    })

    const { exitCode, stdout } = await runCheckwright(['connect', './acme.ts', allow], { cwd, env })

    expect([exitCode, stdout]).toEqual([5, expect.stringContaining('Acme treats you as a stranger.')])
  })

  test('with a missing or malformed credential names the field, keeps nothing, and exits 3', async () => {
    const { cwd } = await keyVendor()

    const missing = await runCheckwright(['connect', 'acme.ts'], { cwd })
    const malformed = await runCheckwright(['connect', 'acme.ts'], {
      cwd,
      env: { CHECKWRIGHT_CREDENTIAL_API_KEY: `${canary}\n${canary}` },
    })
    const listed = await runCheckwright(['connections'], { cwd })

    expect(missing.stderr).toMatch(/Set CHECKWRIGHT_CREDENTIAL_API_KEY \(API Key\), .*\(CREDENTIAL_MISSING\)\n$/)
    expect(malformed.stderr).toMatch(/- api_key: must not contain line breaks.*\n {2}\(CREDENTIAL_INVALID\)\n$/)
    expect(malformed.stderr).not.toContain(canary)
    expect([missing.exitCode, malformed.exitCode]).toEqual([3, 3])
    expect(listed.stdout).toBe('There are no connections yet. Make one: checkwright connect <connector>\n')
  })

  test('twice leaves a choice, which a run asks for: it lists both and exits 3', async () => {
    const { cwd } = await keyVendor()
    await runCheckwright(['connect', 'acme.ts', allow], { cwd, env })
    await runCheckwright(['connect', 'acme.ts', allow], { cwd, env })

    const { stderr, exitCode } = await runCheckwright(['run', 'acme.ts', allow], { cwd })

    expect(stderr.match(/^ {2}checkwright run acme\.ts --connection [0-9a-f-]{36} /gm)).toHaveLength(2)
    expect(exitCode).toBe(3)
  })
})

test('checkwright run of an oauth2 file that nobody has connected leads to connect', async () => {
  const cwd = createFolder({
    'acme.ts': `import { defineConnector } from 'checkwright'
const acme = defineConnector({
  id: 'acme', name: 'Acme', baseUrl: 'https://api.acme.example',
  auth: { type: 'oauth2', config: { authorizeUrl: 'https://acme.example/a', tokenUrl: 'https://acme.example/t', scopes: [] } },
})
export default acme.with(acme.check({ id: 'policy', title: 'Policy', run: (ctx) => void ctx.get('/policy') }))
`,
  })

  const { stderr } = await runCheckwright(['run', './acme.ts'], { cwd })

  expect(stderr).toMatch(/^error: Acme is not connected\. Connect it: checkwright connect \.\/acme\.ts\n/)
})

describe.concurrent('checkwright connections', () => {
  test('pauses, resumes, tests and disconnects one', async () => {
    const { cwd } = await keyVendor()
    const { stdout } = await runCheckwright(['connect', 'acme.ts', allow, '--json'], { cwd, env })
    const { id } = JSON.parse(stdout).connection

    const paused = await runCheckwright(['connections', 'pause', id], { cwd })
    const resumed = await runCheckwright(['connections', 'resume', id], { cwd })
    const tested = await runCheckwright(['connections', 'test', id, '--connector', 'acme.ts', allow], { cwd })
    const unknown = await runCheckwright(['connections', 'disconnect', id], { cwd })
    const removed = await runCheckwright(['connections', 'remove', id, '--connector', 'acme.ts', '--json'], { cwd })

    expect(paused.stdout).toBe(`${id} is paused: Paused by a person.\n`)
    expect(resumed.stdout).toBe(`${id} is active\n`)
    expect(tested.stdout).toBe('✓ The vendor accepts the credentials.\n')
    expect(unknown.stderr).toMatch(/Name its file: --connector \.\/acme\.ts \(CONNECTOR_UNKNOWN\)\n$/)
    expect(JSON.parse(removed.stdout)).toMatchObject({ id, state: 'disconnected' })
    expect([paused, resumed, tested, unknown, removed].map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 3, 0])
  })

  test('of a connector that is not shipped are run by its file, which the id leads to', async () => {
    const { cwd } = await keyVendor()
    const { stdout } = await runCheckwright(['connect', 'acme.ts', allow, '--json'], { cwd, env })

    const { stderr, exitCode } = await runCheckwright(['run', JSON.parse(stdout).connection.id], { cwd })

    expect(stderr).toMatch(
      /^error: The connection belongs to the connector "acme", which does not come with Checkwright\. Run the file/,
    )
    expect(exitCode).toBe(3)
  })

  test('of a shipped connector are found by their id', async () => {
    const cwd = createFolder()
    const runtime = await createRuntime({
      connectors: [github],
      store: `sqlite:${join(cwd, 'data/checkwright.db')}`,
      keys,
      publicUrl: 'http://127.0.0.1',
    })
    await runtime.organizations.create({ id: 'one', name: 'One' })
    await runtime.organizations.create({ id: 'two', name: 'Two' })
    const credentials = { api_key: canary, organization: 'octo-org' }
    const { id } = await runtime.connections.create({
      connector: 'github',
      organizationId: 'two',
      credentials,
      name: 'Production',
    })
    await runtime.close()

    const ambiguous = await runCheckwright(['connections'], { cwd })
    const listed = await runCheckwright(['connections', '--org', 'two'], { cwd })
    const ran = await runCheckwright(['run', id, '--check', 'nothing'], { cwd })

    expect(ambiguous.stderr).toBe(
      'error: The store has several organizations. Name one of them with --org: one, two. (CLI_USAGE)\n',
    )
    expect(listed.stdout).toMatch(
      new RegExp(`^${id}  github  Production · octo-org  \\d{4}-\\d\\d-\\d\\d\\s+active\n$`),
    )
    expect(ran.stderr).toMatch(/^error: Connector "github" has no check "nothing"/)
    expect(listed.stdout).not.toContain(canary)
    expect([ambiguous, listed, ran].map(({ exitCode }) => exitCode)).toEqual([3, 0, 3])
  })

  test('of an organization that there is not are refused with exit code 3', async () => {
    const { cwd } = await keyVendor()
    await runCheckwright(['connect', 'acme.ts', allow], { cwd, env })

    const { stderr, exitCode } = await runCheckwright(['connections', '--org', 'other'], { cwd })

    expect(stderr).toBe('error: There is no organization "other". There is default. (NOT_FOUND)\n')
    expect(exitCode).toBe(3)
  })
})

const oauthFile = (api: string, oauth: { authorizeUrl: string; tokenUrl: string }) => `
import { defineConnector } from 'checkwright'

const acme = defineConnector({
  id: 'acme', name: 'Acme', version: '1.0.0', baseUrl: '${api}',
  auth: { type: 'oauth2', config: { authorizeUrl: '${oauth.authorizeUrl}', tokenUrl: '${oauth.tokenUrl}', scopes: ['me:read'], pkce: true } },
  test: { path: '/me' },
})
export default acme.with(
  acme.check({
    id: 'me', title: 'There is a person',
    async run(ctx) {
      const { id } = await ctx.get<{ id: string }>('/me')
      ctx.pass({ resource: { type: 'user', id }, title: 'There' })
    },
  }),
)
`
const clientSecret = 'canary-client-secret-9b1d'

async function oauthVendor() {
  const oauth = await oauthServer({
    clients: [{ clientId: 'app', clientSecret, redirectUris: ['http://127.0.0.1/callback'], authMethod: 'body' }],
    scopes: ['me:read'],
  })
  const vendor = await fakeVendor({
    auth: { type: 'bearer', verify: oauth.verifyAccessToken },
    routes: { 'GET /me': { json: { id: 'ada' } } },
  })
  servers.push(vendor, oauth)
  return createFolder({ 'acme.ts': oauthFile(vendor.url, oauth), secret: `${clientSecret}\n` })
}

const address = /^ {2}(http:\/\/\S+)$/m
const setApp = ['app', 'set', 'acme.ts', '--client-id', 'app']

describe.concurrent('checkwright connect, by OAuth', () => {
  test('signs in through a loopback listener, thanks in the browser, and the connection runs', async () => {
    const cwd = await oauthVendor()

    const app = await runCheckwright([...setApp, '--client-secret-file', 'secret'], { cwd })
    const command = start(['connect', 'acme.ts', '--no-browser', allow, '--json'], { cwd })
    const [, url = ''] = await waitForSaid(command.child, address)
    const callback = await authorizeHeadlessly(url)
    const stranger = await fetch(callback.replace(/state=[^&]+/, 'state=guessed'))
    const page = await fetch(callback)
    const connected = await command.finished
    const ran = await runCheckwright(['run', 'acme.ts', allow], { cwd })

    expect(app.stdout).toBe('The OAuth app of Acme is entered.\nNext: checkwright connect acme.ts\n')
    expect(new URL(url).searchParams.get('code_challenge_method')).toBe('S256')
    expect(callback).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback\?/)
    expect(stranger.status).toBe(404)
    expect(page.status).toBe(200)
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(await page.text()).toContain('<h1>Acme is connected</h1>')
    expect(JSON.parse(connected.stdout)).toMatchObject({
      connection: { state: 'active', grantedScopes: ['me:read'] },
      test: { ok: true },
    })
    expect([app.exitCode, connected.exitCode, ran.exitCode]).toEqual([0, 0, 0])
    const all = [app, connected, ran].flatMap(({ stdout, stderr }) => [stdout, stderr]).join('\n')
    expect(all).not.toContain(clientSecret)
    expect(all).not.toContain(new URL(callback).searchParams.get('code'))
  })

  test('takes the pasted address of a browser on another machine', async () => {
    const cwd = await oauthVendor()
    await runCheckwright(setApp, { cwd, env: { CHECKWRIGHT_CLIENT_SECRET: clientSecret } })

    const command = start(['connect', 'acme.ts', '--manual', allow], { cwd })
    const [, url = ''] = await waitForSaid(command.child, address)
    command.child.stdin.end(`${await authorizeHeadlessly(url)}\n`)
    const { stdout, exitCode } = await command.finished

    expect(stdout).toMatch(/^Acme is connected: [0-9a-f-]{36}\n✓ The vendor accepts the credentials\.\n/)
    expect(exitCode).toBe(0)
  })

  test('with a wrong client secret says that the app is wrong and exits 3; the browser is told, the secret is not shown', async () => {
    const cwd = await oauthVendor()
    const wrong = 'canary-wrong-client-secret'
    await runCheckwright(setApp, { cwd, env: { CHECKWRIGHT_CLIENT_SECRET: wrong } })

    const command = start(['connect', 'acme.ts', '--no-browser', allow, '--debug'], { cwd })
    const [, url = ''] = await waitForSaid(command.child, address)
    const page = await fetch(await authorizeHeadlessly(url))
    const { stdout, stderr, exitCode } = await command.finished

    expect(await page.text()).toContain('<h1>Acme is not connected</h1>')
    expect(stderr).toMatch(/^error: .*client.* \(AUTH_APP_MISCONFIGURED\)$/m)
    expect(stdout + stderr).not.toContain(wrong)
    expect(exitCode).toBe(3)
  })

  test('without an OAuth app names the redirect URI to register and the command, and exits 3', async () => {
    const cwd = await oauthVendor()

    const { stderr, exitCode } = await runCheckwright(['connect', 'acme.ts', '--no-browser'], { cwd })

    expect(stderr).toMatch(
      /^error: There is no OAuth app for Acme\. .*http:\/\/127\.0\.0\.1\/callback.*"checkwright app set acme".*\(AUTH_APP_MISCONFIGURED\)\n$/,
    )
    expect(exitCode).toBe(3)
  })

  test('registers an app by itself where the vendor lets it', async () => {
    const cwd = await oauthVendor()
    const registry = await fakeVendor({
      routes: { 'POST /register': { status: 201, json: { client_id: 'app', client_secret: clientSecret } } },
    })
    servers.push(registry)
    const file = join(cwd, 'acme.ts')
    const registers = `registrationUrl: '${registry.url}/register', scopes`
    writeFileSync(file, readFileSync(file, 'utf8').replace('scopes', registers))

    const command = start(['connect', 'acme.ts', '--no-browser', allow], { cwd })
    const [, url = ''] = await waitForSaid(command.child, address)
    await fetch(await authorizeHeadlessly(url))
    const { stdout, stderr, exitCode } = await command.finished

    expect(stdout).toMatch(/^Acme is connected: /)
    expect(JSON.parse(registry.requests[0]?.body ?? '{}').redirect_uris).toContainEqual(
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/),
    )
    expect(stdout + stderr).not.toContain(clientSecret)
    expect(exitCode).toBe(0)
  })

  test('given up by Ctrl-C exits 130', async () => {
    const cwd = await oauthVendor()
    await runCheckwright(setApp, { cwd, env: { CHECKWRIGHT_CLIENT_SECRET: clientSecret } })
    const command = start(['connect', 'acme.ts', '--no-browser', allow], { cwd })
    await waitForSaid(command.child, /Waiting for you/)

    command.child.kill('SIGINT')

    const { stderr, exitCode } = await command.finished
    expect(stderr).toMatch(/error: Interrupted\. \(CANCELLED\)\n$/)
    expect(exitCode).toBe(130)
  })
})

describe.concurrent('checkwright app', () => {
  test('lists apps without their secrets', async () => {
    const cwd = await oauthVendor()
    await runCheckwright(setApp, { cwd, env: { CHECKWRIGHT_CLIENT_SECRET: clientSecret } })

    const { stdout } = await runCheckwright(['app', 'list', '--json'], { cwd })

    expect(JSON.parse(stdout)).toMatchObject([{ connector: 'acme', clientId: 'app', secretsSet: ['client_secret'] }])
    expect(stdout).not.toContain(clientSecret)
  })

  test('set refuses a connector that does not sign in by OAuth', async () => {
    const { stderr, exitCode } = await runCheckwright(['app', 'set', 'github'])

    expect(stderr).toMatch(
      /^error: GitHub does not need an app, because it uses neither OAuth nor settings.*\(CLI_USAGE\)\n$/,
    )
    expect(exitCode).toBe(3)
  })
})
