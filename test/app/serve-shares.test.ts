import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fakeVendor } from '../../src/author/testing/index.ts'
import { omitUndefined } from '../../src/text/omit-undefined.ts'
import { canary, renderAcmeFile } from './acme.ts'
import { createFolder, runCheckwright, start } from './command.ts'

const timeout = 120_000

/** A server, and its API as a program with a key asks it. */
async function serve(args: readonly string[], cwd: string) {
  const { child, finished } = start(['serve', '--port', '0', '--json', ...args], { cwd })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const { url } = JSON.parse(line) as { url: string }
  const { key } = JSON.parse((await runCheckwright(['api-key', 'create', '--json'], { cwd })).stdout)
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: omitUndefined({ 'x-api-key': key, 'content-type': body && 'application/json' }),
      body: body ? JSON.stringify(body) : null,
    })
    const text = await response.text()
    return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : {} }
  }
  const stop = async () => {
    child.kill('SIGTERM')
    return finished
  }
  return { url, key, call, stop }
}

async function startVendor() {
  const vendor = await fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'X-Key', value: canary },
    routes: {
      'GET /me': { json: {} },
      'GET /people': { json: [{ id: 'ada', mfa: true }] },
      'GET /policy': { json: {} },
    },
  })
  onTestFinished(() => vendor.close())
  return vendor
}

describe('checkwright serve --quota', () => {
  test('gives each organization no more than it says, and several may be given', { timeout }, async () => {
    const cwd = createFolder()
    const { call, stop } = await serve(['--quota', 'apiKeys=2', '--quota', 'storedBytes=10'], cwd)

    const scopes = { scopes: ['organization:read'] }
    const keys = [await call('POST', '/api-keys', scopes), await call('POST', '/api-keys', scopes)]
    const form = {
      formType: 'access-review',
      fileName: 'report.pdf',
      fileType: 'application/pdf',
      fileData: 'A'.repeat(40),
    }
    const upload = await call('POST', '/evidence-forms/uploads', form)
    await stop()

    expect(keys.map(({ status }) => status)).toEqual([201, 403])
    expect(keys[1]?.body).toMatchObject({ code: 'API_QUOTA_EXCEEDED' })
    expect([upload.status, upload.body.code]).toEqual([403, 'API_QUOTA_EXCEEDED'])
  })

  test.each([
    ['queuedRuns'],
    ['queuedRuns=0'],
    ['queuedRuns=-1'],
    ['queuedRuns=1.5'],
    ['queuedRuns=many'],
    ['queuedruns=5'],
    ['runs=5'],
    ['=5'],
    ['queuedRuns=9999999999999999'],
    ['__proto__=5'],
  ])('refuses %s, with an example and the names that there are', async (quota) => {
    for (const command of ['serve', 'worker']) {
      const { stdout, stderr, exitCode } = await runCheckwright([command, '--quota', quota])

      expect([exitCode, stdout]).toEqual([3, ''])
      expect(stderr).toContain('It must be name=number, such as storedBytes=1000000000, with one of queuedRuns,')
      expect(stderr).toContain('streamsPerCaller')
    }
  })
})

describe('checkwright serve --private-connection', () => {
  test('lets this connection alone reach private addresses, and says which id is none', { timeout }, async () => {
    const vendor = await startVendor()
    const cwd = createFolder({ 'acme.ts': renderAcmeFile(vendor.url) })
    const own = ['--connector', 'acme.ts']
    const open = await serve([...own, '--allow-private-network'], cwd)
    const connection = { connector: 'acme', credentials: { api_key: canary } }
    const [mine, other] = [
      (await open.call('POST', '/integrations/connections', connection)).body.id,
      (await open.call('POST', '/integrations/connections', connection)).body.id,
    ]
    await open.stop()

    const nobody = '00000000-0000-4000-8000-000000000000'
    const { call, stop } = await serve(
      [...own, '--private-connection', mine, '--private-connection', nobody, '--private-connection', 'globex/acme'],
      cwd,
    )
    const run = async (id: string) => {
      const { body, status, text } = await call('POST', `/integrations/connections/${id}/runs`, {})
      if (status !== 202) throw new Error(text)
      await call('GET', `/integrations/runs/${body.id}/events`)
      return (await call('GET', `/integrations/runs/${body.id}`)).body
    }
    const before = vendor.requests.length
    const [theirs, between, ours] = [await run(other), vendor.requests.length, await run(mine)]
    const { stderr } = await stop()

    expect([theirs.status, ours.status]).toEqual(['error', 'pass'])
    expect(theirs.checks[0].error.code).toMatch(/^HTTP_/)
    expect([between - before, vendor.requests.length > between]).toEqual([0, true])
    const warnings = stderr.split('\n').filter((line) => line.includes('--private-connection'))
    expect(warnings.map((line) => JSON.parse(line).connectionId)).toEqual([nobody])
  })

  test.each<[string, readonly string[], string]>([
    ['what is no id', ['--private-connection', 'acme'], 'It must be the id of a connection'],
    [
      'a host',
      ['--private-connection', '10.0.0.7'],
      '"checkwright connections --store <store> --org <organization>" shows the ids',
    ],
    [
      'both kinds of leave',
      ['--private-connection', '00000000-0000-4000-8000-000000000000', '--allow-private-network'],
      'cannot be used with',
    ],
  ])('refuses %s', async (_what, args, message) => {
    for (const command of ['serve', 'worker']) {
      const { stdout, stderr, exitCode } = await runCheckwright([command, ...args])

      expect([exitCode, stdout]).toEqual([3, ''])
      expect(stderr).toContain(message)
    }
  })
})
