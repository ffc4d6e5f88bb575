import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { openAuditedWorld } from '../../things/packages/audited-world.ts'
import { createFolder, keys, runCheckwright, start } from '../command.ts'

/** A server as another program starts it: it says in one line where it listens. */
async function served(args: readonly string[] = [], cwd = createFolder()) {
  const command = start(['serve', '--port', '0', '--json', ...args], { cwd })
  const [line] = (await once(createInterface(command.child.stdout), 'line')) as [string]
  return { ...command, cwd, announced: JSON.parse(line) as { url: string; signInUrl: string; organizationId: string } }
}

/** A folder with the file of a cross-check that somebody wrote. */
function writeOwnCrossCheck(): string {
  const folder = createFolder()
  writeFileSync(
    join(folder, 'nobody.mts'),
    `import { defineCrossCheck } from 'checkwright/cross-checks'
export const nobody = defineCrossCheck({
  id: 'nobody-there', title: 'Nobody is there', needs: { accounts: 'every' }, onEmpty: 'pass',
  async run(ctx) { for await (const { account } of ctx.accounts()) ctx.fail({ resource: { type: 'account', id: account.id }, title: 'There', remediation: 'Go.' }) },
})
export default nobody
`,
  )
  return folder
}

describe('checkwright serve', () => {
  test('sends the style and the scripts of its pages as they are', { timeout: 60_000 }, async () => {
    const { child, announced } = await served()
    const page = await (await fetch(announced.url)).text()
    const paths = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path)

    const files = await Promise.all(paths.map(async (path) => (await fetch(announced.url + path)).text()))
    child.kill('SIGTERM')

    expect(files.map((text) => text.slice(0, 2))).toEqual(['<s', ':r', expect.stringMatching(/^[/i]/)])
    expect(files.filter((text) => text.startsWith('export default'))).toEqual([])
  })

  test('says in one line of JSON where it listens, answers, and stops when asked', { timeout: 60_000 }, async () => {
    const { child, finished, cwd, announced } = await served(['--cross-check', 'nobody.mts'], writeOwnCrossCheck())
    const scopes = ['--scope', 'organization:read', '--scope', 'integrations:read']
    const made = await runCheckwright(['api-key', 'create', '--json', ...scopes], { cwd })
    const { key } = JSON.parse(made.stdout)

    const organization = await fetch(`${announced.url}/v1/organization`, { headers: { 'x-api-key': key } })
    const ownCheck = await fetch(`${announced.url}/v1/integrations/cross-checks/nobody-there`, {
      headers: { 'x-api-key': key },
    })
    const document = (await (await fetch(`${announced.url}/v1/openapi.json`)).json()) as { servers: unknown }
    child.kill('SIGTERM')
    const { exitCode, stdout, stderr } = await finished

    expect(announced).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      signInUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/sign-in\?token=[\w-]{43}$/),
      organizationId: 'default',
      organization: 'Default',
      person: 'Operator',
    })
    expect(await organization.json()).toMatchObject({ id: 'default', authType: 'api-key' })
    expect(await ownCheck.json()).toMatchObject({ id: 'nobody-there', title: 'Nobody is there' })
    expect(document.servers).toEqual([{ url: announced.url }])
    expect(exitCode).toBe(0)
    expect(stdout.trim().split('\n')).toHaveLength(1)
    const log = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(log.map(({ level, msg, route, status }) => [level, msg, route, status])).toEqual([
      ['info', 'Request answered', '/v1/organization', 200],
      ['info', 'Request answered', '/v1/integrations/cross-checks/{crossCheckId}', 200],
      ['info', 'Request answered', '/v1/openapi.json', 200],
    ])
    expect(stderr).not.toContain(key.slice(-43))
    expect(stderr).not.toContain(announced.signInUrl.slice(-43))
  })

  test('says in a log how to get a link to sign in by, and not the link itself', { timeout: 60_000 }, async () => {
    const { child, finished } = start(['serve', '--port', '0', '--host', '0.0.0.0'])
    await once(child.stdout, 'data')
    child.kill('SIGTERM')

    const { stdout } = await finished

    // No browser opens the address that stands for all of them.
    expect(stdout).toContain('listens on http://0.0.0.0:')
    expect(stdout).toContain('checkwright sign-in-link --public-url http://127.0.0.1:')
    expect(stdout).not.toContain('token=')
  })

  test('answers the request that is under way before it stops, alive but not ready', { timeout: 60_000 }, async () => {
    const { child, finished, cwd, announced } = await served(['--log-level', 'error'])
    const { key } = JSON.parse((await runCheckwright(['api-key', 'create', '--json'], { cwd })).stdout)
    const body = new TransformStream<Uint8Array, Uint8Array>()
    const writer = body.writable.getWriter()
    const answered = fetch(`${announced.url}/v1/knowledge-base/manual-answers`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: body.readable,
      duplex: 'half',
    })
    await writer.write(Buffer.from('{"question":"q",'))
    // Long enough for the server to have the beginning.
    await new Promise((resolve) => setTimeout(resolve, 200))

    const probes = () =>
      Promise.all(['/healthz', '/readyz'].map(async (path) => (await fetch(announced.url + path)).status))
    const before = await probes()
    child.kill('SIGTERM')
    const during = await until(probes, ([, ready]) => ready === 503)
    await writer.write(Buffer.from('"answer":"a"}'))
    await writer.close()

    expect([before, during]).toEqual([
      [200, 200],
      [200, 503],
    ])
    expect((await answered).status).toBe(200)
    expect(await finished).toMatchObject({ exitCode: 0, stderr: '' })
  })

  test('warns where schedules keep no evidence, unless it is to keep it', { timeout: 60_000 }, async () => {
    const folder = createTempFolder()
    const store = `sqlite:${join(folder, 'store.db')}`
    const { runtime, connections } = await openAuditedWorld(['one'], { store, keys })
    // Long after this test.
    await runtime.schedules.set({ connectionId: connections.get('one') ?? '', cron: '0 6 29 2 *' })
    await runtime.close()
    const listenToStart = async (...more: string[]) => {
      const { child, finished } = await served(['--store', store, ...more], folder)
      child.kill('SIGTERM')
      return finished
    }

    const [warned, kept] = [await listenToStart(), await listenToStart('--evidence')]

    expect(warned).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(/"organizationId":"acme".*keep no evidence/),
    })
    expect(kept).toMatchObject({ exitCode: 0, stderr: '' })
  })

  test('tells in one paragraph that the port is taken, and ends with 3', { timeout: 60_000 }, async () => {
    const { child, finished, announced } = await served()
    const { port } = new URL(announced.url)

    const second = await runCheckwright(['serve', '--port', port])
    child.kill('SIGTERM')
    await finished

    expect(second.exitCode).toBe(3)
    expect(second.stderr).toContain(`127.0.0.1:${port} cannot be listened on (EADDRINUSE)`)
  })
})

async function until<T>(ask: () => Promise<T>, isDone: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (isDone(answer)) return answer
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

describe('checkwright sign-in-link', () => {
  test('prints a link alone on stdout, for the operator and for people of the organization', {
    timeout: 60_000,
  }, async () => {
    const cwd = createFolder()

    const operator = await runCheckwright(['sign-in-link', '--public-url', 'https://checks.example.com/app/'], { cwd })
    const nobody = await runCheckwright(['sign-in-link', '--user', 'nobody'], { cwd })

    expect(operator.stdout).toMatch(/^https:\/\/checks\.example\.com\/app\/sign-in\?token=[\w-]{43}\n$/)
    expect([nobody.exitCode, nobody.stdout]).toEqual([3, ''])
    expect(nobody.stderr).toContain('has no person "nobody"')
  })
})

describe('checkwright api-key', () => {
  test('prints a new key alone on stdout, lists it without its secret, and revokes it', {
    timeout: 60_000,
  }, async () => {
    const cwd = createFolder()
    const created = await runCheckwright(['api-key', 'create', '--scope', 'comments:read', '--expires', '2999-01-01'], {
      cwd,
    })
    const key = created.stdout.trim()
    const id = key.split('_')[1] ?? ''

    const listed = await runCheckwright(['api-key'], { cwd })
    const revoked = await runCheckwright(['api-key', 'revoke', id], { cwd })
    const after = await runCheckwright(['api-key', 'list', '--json'], { cwd })
    const unknown = await runCheckwright(['api-key', 'revoke', 'nothing'], { cwd })

    expect(key).toMatch(/^cw_[0-9a-f]{24}_[\w-]{43}$/)
    expect(listed.stdout).toContain('comments:read')
    expect(listed.stdout + after.stdout + revoked.stdout).not.toContain(key.slice(-43))
    expect(revoked.exitCode).toBe(0)
    expect(JSON.parse(after.stdout)).toMatchObject([{ id, revokedAt: expect.any(String), scopes: ['comments:read'] }])
    expect(unknown.exitCode).toBe(3)
  })

  test.each([
    [['--scope', 'everything'], 'There is no scope "everything"'],
    [['--expires', '2001-01-01'], '--expires must be a date in the future'],
    [['--expires', '2999-02-30'], '--expires must be a date in the future'],
  ])('refuses %j with 3 and makes nothing', async (args, message) => {
    const { exitCode, stderr, stdout } = await runCheckwright(['api-key', 'create', ...args])

    expect([exitCode, stdout]).toEqual([3, ''])
    expect(stderr).toContain(message)
  })
})
