import { execFile } from 'node:child_process'
import { createHmac, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { AnyConnector } from 'checkwright'
import { runChecks } from 'checkwright/runtime'
import { type FakeVendor, fakeVendor, faults, fixedClock, paginated } from 'checkwright/testing'
import { jwtVerify } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { computeSignature, parseScope } from '../../connectors/aws/test/signature.ts'
import { createFolder, runCheckwright } from '../app/command.ts'
import { parseBlocks } from './blocks.ts'

// Inside the checkout, where what the guides import is found.
const home = mkdtempSync(join(import.meta.dirname, '.guides-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const now = '2026-05-01T12:00:00.000Z'

/** The text of a page's file, its continued blocks with it. */
function fileOf(page: string, name: string): string {
  const blocks = parseBlocks(page, readFileSync(new URL(`../../docs/guides/${page}`, import.meta.url), 'utf8'))
  const first = blocks.findIndex(({ info }) => info === `file=${name}`)
  if (first < 0) throw new Error(`${page} has no block for ${name}`)
  const rest = blocks.slice(first + 1)
  const end = rest.findIndex(({ info }) => info !== 'continue')
  return [blocks[first], ...rest.slice(0, end < 0 ? rest.length : end)].map((block) => block?.text).join('\n')
}

/** The connector that a block exports. One that is shown without a check gets one that asks `/me`. */
async function connectorOf(page: string, name: string): Promise<AnyConnector> {
  const path = join(mkdtempSync(join(home, 'page-')), name)
  const text = fileOf(page, name)
  writeFileSync(
    path,
    text.includes('.with(') ? text : `${text.replace('export default', 'const connector =')}${askingMe}`,
  )
  const module: { readonly default: AnyConnector } = await import(/* @vite-ignore */ path)
  return module.default
}

const askingMe = `
export default connector.with(connector.check({
  id: 'me', title: 'Me', onEmpty: 'pass', run: async (ctx) => void (await ctx.get('/me', { query: { b: '2', a: '1' } })),
}))
`

async function outcomeOf(connector: AnyConnector, vendor: FakeVendor, credentials: Record<string, string>) {
  const { checks } = await runChecks(connector, { credentials, fetch: vendor.fetch, clock: fixedClock(now) })
  return checks
}

/** The headers of a request from the connector of a guide. */
async function headersOf(page: string, name: string, credentials: Record<string, string>) {
  await using vendor = await fakeVendor({
    routes: { 'GET /me': { json: {} }, 'POST /sessions': { json: { id: 's-17', key: 'key-of-the-session' } } },
  })
  const [check] = await outcomeOf(await connectorOf(page, name), vendor, credentials)
  expect(check?.error).toBeUndefined()
  return vendor.requests.at(-1)?.headers ?? {}
}

describe('docs/guides/strategies.md', () => {
  test.each([
    ['api-key.ts', { api_key: 'sesame-open' }, 'Token sesame-open'],
    ['basic.ts', { username: 'sesame-open' }, `Basic ${Buffer.from('sesame-open:X').toString('base64')}`],
    ['oauth2.ts', { access_token: 'sesame-open' }, 'Bearer sesame-open'],
    ['client-credentials.ts', { access_token: 'sesame-open' }, 'Bearer sesame-open'],
  ])('%s signs in as it says', async (name, credentials, authorization) => {
    expect((await headersOf('strategies.md', name, credentials)).authorization).toBe(authorization)
  })
})

describe('docs/guides/custom-authentication.md', () => {
  const page = 'custom-authentication.md'

  test('login.ts logs in once, and says what to do when it is refused', async () => {
    const connector = await connectorOf(page, 'login.ts')
    const credentials = { user: 'audit', password: 'sesame-open' }
    await using vendor = await fakeVendor({
      auth: { type: 'api_key', in: 'header', name: 'X-Session', value: 'session-4711' },
      routes: {
        'POST /session': { json: { token: 'session-4711', expires_in: 600 } },
        'GET /owner': { json: { id: 'u-1', mfa: false } },
      },
      publicRoutes: ['POST /session'],
    })

    const [judged] = await outcomeOf(connector, vendor, credentials)
    vendor.fail('POST /session', faults.status(403))
    const [refused] = await outcomeOf(connector, vendor, credentials)

    expect(judged).toMatchObject({ status: 'fail', results: [{ resource: { id: 'u-1' } }] })
    expect(refused?.error).toMatchObject({ kind: 'auth', code: 'AUTH_LOGIN_FAILED' })
    expect(refused?.error?.message).toMatch(/answered 403 to the login of audit/)
    expect(vendor.requests.filter(({ path }) => path === '/session')).toHaveLength(2)
  })

  test('jwt.ts makes a token that the public key proves, for ten minutes', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

    const { authorization = '' } = await headersOf(page, 'jwt.ts', { key_id: 'k1', private_key: pem })

    const { payload, protectedHeader } = await jwtVerify(authorization.replace('Bearer ', ''), publicKey, {
      audience: 'acme',
      currentDate: new Date(now),
    })
    expect(protectedHeader).toMatchObject({ alg: 'ES256', kid: 'k1' })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600)
  })

  test('sigv4.ts signs as AWS does', async () => {
    const secret = 'secret-key-of-nobody'
    const headers = await headersOf(page, 'sigv4.ts', { access_key_id: 'AKIDEXAMPLE', secret_access_key: secret })

    const scope = parseScope(headers.authorization)
    if (!scope) throw new Error('The request is not signed.')
    const signed = {
      method: 'GET',
      path: '/me',
      query: new URLSearchParams({ a: '1', b: '2' }),
      headers: { ...headers, host: 'api.acme.example' },
      body: new Uint8Array(),
    }
    expect(computeSignature(signed, scope, secret)).toBe(scope.signature)
  })

  test('session-keys.ts signs with the key of its session, which no request carries', async () => {
    const headers = await headersOf(page, 'session-keys.ts', { token: 'device-token' })

    const time = String(Date.parse(now) / 1000)
    const signature = createHmac('sha256', 'key-of-the-session').update(`${time} GET /me?b=2&a=1`).digest('hex')
    expect(headers).toMatchObject({ 'x-session': 's-17', 'x-time': time, 'x-signature': signature })
    expect(JSON.stringify(headers)).not.toContain('key-of-the-session')
  })
})

test('docs/guides/pagination.md reads every item, in each of its seven ways', async () => {
  const users = Array.from({ length: 5 }, (_, index) => ({ id: `u${index}`, active: index !== 3 }))
  const connector = await connectorOf('pagination.md', 'pages.ts')
  await using vendor = await fakeVendor({
    routes: {
      'GET /link': paginated(users, { style: 'link', pageSize: 2 }),
      'GET /cursor': paginated(users, {
        style: 'cursor',
        pageSize: 2,
        items: 'data',
        cursor: 'meta.next',
        param: 'after',
      }),
      'GET /url': paginated(users, { style: 'url', pageSize: 2, items: 'results' }),
      'GET /offset': paginated(users, { style: 'offset', pageSize: 2, items: 'users', total: 'total' }),
      'GET /page': paginated(users, { style: 'page', pageSize: 2, items: 'users' }),
      'POST /graphql': ({ body }) => {
        const { variables = {} } = JSON.parse(Buffer.from(body).toString()) as {
          readonly variables?: { readonly after?: string; readonly membersAfter?: string }
        }
        const pageOf = (list: readonly unknown[], after = '0') => ({
          nodes: list.slice(Number(after), Number(after) + 2),
          pageInfo: { hasNextPage: Number(after) + 2 < list.length, endCursor: String(Number(after) + 2) },
        })
        const members = pageOf(
          users.map(({ id, active }) => ({ id, mfa: active })),
          variables.membersAfter,
        )
        const teams = users.map(({ id }) => ({ id, members }))
        return { json: { data: { organization: { teams: pageOf(teams, variables.after) } } } }
      },
      'GET /function': ({ query }) => {
        const from = Number(query.get('from') ?? 0)
        const more = from + 2 < users.length ? { '@odata.nextLink': `/function?from=${from + 2}` } : {}
        return { json: { value: users.slice(from, from + 2), ...more } }
      },
    },
  })

  const checks = await outcomeOf(connector, vendor, { api_key: 'sesame-open' })

  expect(
    checks.map(({ id, status, results }) => [id, status, results.map(({ resource }) => resource.id).join()]),
  ).toEqual(
    ['link', 'cursor', 'url', 'offset', 'page', 'connection', 'function'].map((id) => [id, 'fail', 'u0,u1,u2,u3,u4']),
  )
})

describe('docs/guides/migrating.md', () => {
  const users = [
    { id: 'u1', email: 'ada@acme.example', mfa_enabled: true },
    { id: 'u2', email: 'bob@acme.example', mfa_enabled: false },
  ]
  const routes = { 'GET /users': paginated(users, { style: 'url', pageSize: 1, items: 'users' }) }

  /** The script as it stands there, and the check that takes its place, on the same vendor. */
  async function both(vendor: FakeVendor) {
    const script = join(home, 'check-mfa.mjs')
    writeFileSync(script, fileOf('migrating.md', 'check-mfa.js').replace('https://api.acme.example', vendor.url))
    const { stdout } = await promisify(execFile)(process.execPath, [script], { env: { TOKEN: 'sesame-open' } })
    vendor.reset()
    return { stdout, connector: await connectorOf('migrating.md', 'acme.ts') }
  }

  test('has a script and a check that agree when all is well', async () => {
    await using vendor = await fakeVendor({ routes })

    const { stdout, connector } = await both(vendor)
    const [check] = await outcomeOf(connector, vendor, { api_key: 'sesame-open' })

    expect(stdout).toBe('user,mfa\nada@acme.example,yes\nbob@acme.example,NO\n')
    expect(check?.results.map(({ status, resource }) => [status, resource.name])).toEqual([
      ['pass', 'ada@acme.example'],
      ['fail', 'bob@acme.example'],
    ])
  })

  test('says truly that a 403 is an empty table there, and an error that names the scope here', async () => {
    const refused = { status: 403, json: { error: 'forbidden' } }
    await using vendor = await fakeVendor({ routes: { 'GET /users': refused } })

    const { stdout, connector } = await both(vendor)
    const [check] = await outcomeOf(connector, vendor, { api_key: 'sesame-open' })

    expect(stdout).toBe('user,mfa\n')
    expect(check).toMatchObject({ status: 'error', error: { kind: 'permission', missingScopes: ['users:read'] } })
  })

  test('says truly that a member left out is a false alarm there, and an error here', async () => {
    await using vendor = await fakeVendor({
      routes: { 'GET /users': { json: { users: [{ id: 'u1', email: 'a@x' }] } } },
    })

    const { stdout, connector } = await both(vendor)
    const [check] = await outcomeOf(connector, vendor, { api_key: 'sesame-open' })

    expect(stdout).toBe('user,mfa\na@x,NO\n')
    expect(check).toMatchObject({ status: 'error', error: { kind: 'permission' } })
  })
})

test('docs/guides/evidence-and-replay.md does what it says, line by line', async () => {
  await using vendor = await fakeVendor({
    routes: {
      'GET /users': paginated(
        [
          { id: 'ada', mfa: true },
          { id: 'bob', mfa: false },
        ],
        { pageSize: 1, style: 'link' },
      ),
    },
  })
  const cwd = createFolder({
    'team.ts': fileOf('first-connector.md', 'team.ts').replace('http://127.0.0.1:4010', vendor.url),
  })
  const page = readFileSync(new URL('../../docs/guides/evidence-and-replay.md', import.meta.url), 'utf8')
  const lines = parseBlocks('page', page)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.split('\n'))
  const run = async (line: string) => {
    const [, command = '', file] = /^npx checkwright (.*?)(?: > (\S+))?$/.exec(line) ?? []
    const finished = await runCheckwright(command.split(' '), { cwd, env: { CHECKWRIGHT_CREDENTIAL_API_KEY: 'any' } })
    if (file) writeFileSync(join(cwd, file), finished.stdout)
    return [line, finished.exitCode, finished.stderr.includes('error:')]
  }
  const [kept = '', ...rest] = lines
  const first = await run(kept)
  await vendor.close()
  const others: unknown[] = []
  for (const line of rest) others.push(await run(line))

  expect(first).toEqual([kept, 1, false])
  expect(rest.length).toBe(6)
  expect(others).toEqual(rest.map((line) => [line, 0, false]))
  const run1 = join(cwd, 'audit/may/run.json')
  writeFileSync(run1, readFileSync(run1, 'utf8').replace('"secondFactor":false', '"secondFactor":true'))
  expect(await runCheckwright(['verify', 'audit/may', '--key', 'signer.pem'], { cwd })).toMatchObject({
    exitCode: 6,
    stdout: expect.stringContaining('evidence.secondFactor was changed'),
  })
})
