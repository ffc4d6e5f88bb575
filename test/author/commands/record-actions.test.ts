import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fakeVendor, paginated } from 'checkwright/testing'
import { expect, onTestFinished, test } from 'vitest'
import { canary, renderAcmeFile } from '../../app/acme.ts'
import { createFolder, runCheckwright, start } from '../../app/command.ts'

const people = [
  { id: 'u1', name: 'Ada Lovelace', email: 'ada@corp.com', mfa: true },
  { id: 'u2', name: 'Grace Hopper', email: 'grace@corp.com', mfa: false },
  { id: 'u3', name: 'Li', email: 'li@corp.com', mfa: true },
]

/** A folder with a connector, and the vendor that it asks. */
async function acme(policy: object = { echo: canary, by: 'ada@corp.com' }) {
  const vendor = await fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'x-key', value: canary },
    routes: { 'GET /people': paginated(people, { style: 'link', pageSize: 2 }), 'GET /policy': { json: policy } },
  })
  onTestFinished(() => vendor.close())
  const cwd = createFolder({ 'acme.ts': renderAcmeFile(vendor.url) })
  const env = { CHECKWRIGHT_CREDENTIAL_API_KEY: canary }
  const record = (...more: string[]) =>
    runCheckwright(['record', './acme.ts', '--allow-private-network', ...more], { cwd, env })
  return { vendor, cwd, record, file: join(cwd, 'recorded/acme.json') }
}

test('record writes what was answered without secrets and people; test replays it when the vendor is gone', async () => {
  const { vendor, cwd, record, file } = await acme()

  const recorded = await record()
  await vendor.close()
  const replayed = await runCheckwright(['test', '--json'], { cwd })

  expect(recorded).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('recorded/acme.json: 3 exchanges') })
  const text = readFileSync(file, 'utf8')
  expect(text).not.toMatch(/corp\.com|Lovelace|Grace|"Li"|canary/)
  expect(JSON.parse(text)).toMatchObject({
    connector: { id: 'acme', version: '1.0.0', file: '../acme.ts' },
    inputs: { variables: { most: 3 }, credentials: { api_key: '[redacted]' } },
    checks: [
      { id: 'people', status: 'fail', results: [{}, { resource: { id: 'u2', name: 'Person3 Person4' } }, {}] },
      { id: 'policy' },
    ],
  })
  expect(replayed.exitCode).toBe(0)
  expect(JSON.parse(replayed.stdout)).toMatchObject([
    {
      file: 'recorded/acme.json',
      same: true,
      checks: [{ id: 'people', status: 'fail', results: 3 }, { id: 'policy' }],
    },
  ])

  const run = await runCheckwright(['run', './acme.ts', '--recorded', 'recorded/acme.json', '--json'], { cwd })
  expect(run.exitCode).toBe(1)
  expect(JSON.parse(run.stdout)).toMatchObject({ status: 'fail', replayable: false, checks: [{ id: 'people' }, {}] })

  const traced = await runCheckwright(
    ['run', './acme.ts', '--recorded', 'recorded/acme.json', '--trace', '--check', 'policy'],
    { cwd },
  )
  expect(traced.stderr).toMatch(/check +status +time +waited +request\npolicy +200 +\S+ \S+ +GET http:\S+\/policy\n/)

  // The author changes a check: what differs is shown, and taken over when asked to.
  const source = readFileSync(join(cwd, 'acme.ts'), 'utf8')
  writeFileSync(join(cwd, 'acme.ts'), source.replace("title: 'There is one'", "title: 'A policy'"))
  const changed = await runCheckwright(['test'], { cwd })
  const updated = await runCheckwright(['test', '--update'], { cwd })

  expect(changed.exitCode).toBe(6)
  expect(changed.stdout).toContain('✗ policy   pass, 1 result\n      policy p, title: "There is one" → "A policy"\n')
  expect(updated.exitCode).toBe(0)
  expect(updated.stdout).toContain('↻ policy')
  expect(readFileSync(file, 'utf8')).toBe(text.replace('"There is one"', '"A policy"'))

  // Without a recorded answer there is no update, and no request reaches a network.
  const asking = source.replace("await ctx.get('/policy')", "await ctx.get('/policy?v=2')")
  writeFileSync(join(cwd, 'acme.ts'), asking)
  const lacking = await runCheckwright(['test', '--update'], { cwd })

  expect(lacking.exitCode).toBe(6)
  expect(lacking.stdout).toMatch(/requests GET http:\S+\/policy\?v=2, which was not recorded/)
  expect(readFileSync(file, 'utf8')).toContain('"A policy"')
})

test('record writes nothing while something looks like a secret, and names the place and not the value', async () => {
  const token = 'q7Rk2mZx9TbW4cVn8LpD'
  const { record, file } = await acme({ deployToken: token })

  const refused = await record('--json')

  expect(refused.exitCode).toBe(3)
  expect(JSON.parse(refused.stdout)).toMatchObject({
    error: {
      code: 'RECORDING_REFUSED',
      message: expect.stringContaining('exchanges[2].response.json.deployToken: a random value'),
    },
  })
  expect(refused.stdout + refused.stderr).not.toContain(token)
  expect(existsSync(file)).toBe(false)
})

test('record takes out what has the form of a secret, as a bundle does', async () => {
  const token = `ghp_${'a1B2'.repeat(9)}`
  const link = 'https://acme.example/join?invite_token=q7Rk2mZx9TbW4cVn8LpD'
  const { record, file } = await acme({ note: `use ${token}`, link })

  const recorded = await record()

  expect(recorded.exitCode).toBe(0)
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('use [redacted]')
  expect(text).toContain('invite_token=[redacted]')
  expect(text).not.toMatch(/a1B2a1B2|q7Rk2mZx9TbW4cVn8LpD/)
})

test('record writes nothing where the credentials are refused, and says so by its number', async () => {
  const { cwd, file } = await acme()

  const env = { CHECKWRIGHT_CREDENTIAL_API_KEY: 'wrong-key' }
  const refused = await runCheckwright(['record', './acme.ts', '--allow-private-network'], { cwd, env })

  expect(refused).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('The recording was not written.') })
  expect(existsSync(file)).toBe(false)
})

test('run --watch --recorded runs on each save, shows a broken one with its line, and ends by Ctrl-C', async () => {
  const { vendor, cwd, record } = await acme()
  await record()
  await vendor.close()
  const source = readFileSync(join(cwd, 'acme.ts'), 'utf8')
  const { child, finished } = start(['run', './acme.ts', '--watch', '--recorded', 'recorded/acme.json'], { cwd })
  const saved = (text: string) => writeFileSync(join(cwd, 'acme.ts'), text)
  const seen = watching(child)

  await seen.next()
  saved(source.replace("'No second factor'", "'Nothing but a password'"))
  const second = await seen.next()
  saved(source.replace('const people =', 'const people = ='))
  const broken = await seen.next()
  saved(`import './words.ts'\n${source}`)
  const lacking = await seen.next()
  writeFileSync(join(cwd, 'words.ts'), 'export const word: string = "x"\n')
  const mended = await seen.next()
  child.kill('SIGINT')

  expect(second).toContain('Nothing but a password: Person3 Person4 (user u2)')
  expect(second).toContain('Different from the recording: people')
  expect(broken).toMatch(/error: \.\/acme\.ts:14 is not a program that Node can load/)
  expect(lacking).toMatch(/imports ".*words\.ts", which cannot be found/)
  expect(lacking).not.toContain('checkwright=')
  expect(mended).toContain('No second factor: Person3 Person4')
  expect((await finished).exitCode).toBe(130)
})

test('test says where recordings belong when there is none', async () => {
  const finished = await runCheckwright(['test'])

  expect(finished).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('There is no recording below this') })
})

/** The output of a watching command each time that it waits again. */
function watching({ stdout, stderr }: ReturnType<typeof start>['child']) {
  let heard = ''
  let tell: (() => void) | undefined
  const hear = (chunk: Buffer) => {
    heard += chunk.toString()
    if (heard.includes('Watching ')) tell?.()
  }
  stdout.on('data', hear)
  stderr.on('data', hear)
  return {
    async next(): Promise<string> {
      if (!heard.includes('Watching ')) await new Promise<void>((resolve) => (tell = resolve))
      const said = heard
      heard = ''
      return said
    },
  }
}

test('test executes no connector outside the package of a recording, unless the person names it', async () => {
  const { record, file, cwd } = await acme()
  await record()
  const recording = JSON.parse(readFileSync(file, 'utf8'))
  const mark = join(cwd, 'executed')
  const evil = `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '')\n`
  const elsewhere = createFolder({ 'evil.cjs': evil })
  const name = async (path: string, place: string) => {
    writeFileSync(place, JSON.stringify({ ...recording, connector: { ...recording.connector, file: path } }))
    return runCheckwright(['test', place], { cwd })
  }

  const absolute = await name(join(elsewhere, 'evil.cjs'), file)
  symlinkSync(join(elsewhere, 'evil.cjs'), join(cwd, 'linked.cjs'))
  const linked = await name('../linked.cjs', file)

  for (const refused of [absolute, linked]) {
    expect(refused.exitCode).toBe(3)
    expect(refused.stderr).toContain('outside its own package')
  }
  expect(existsSync(mark)).toBe(false)

  // The same recording elsewhere names the author's own file, which is the connector at hand when it is named.
  const away = createFolder({ 'package.json': '{}' })
  mkdirSync(join(away, 'recorded'))
  const named = await name(join(cwd, 'acme.ts'), join(away, 'recorded', 'acme.json'))
  const atHand = await runCheckwright(['test', join(away, 'recorded', 'acme.json'), './acme.ts'], { cwd })

  expect(named.stderr).toContain('checkwright test ./acme.ts')
  expect(atHand.stderr).not.toContain('outside its own package')
})

test('record says which personal values are in the file as they are, and does not end as if they were replaced', async () => {
  const { record, file } = await acme({ echo: 'x', badge: 4711, by: 'ada@corp.com' })

  const recorded = await record('--personal', 'badge')
  const kept = await record('--personal', 'badge', '--keep', '4711')
  const absent = await record('--personal', 'bagde')

  expect(recorded.exitCode).toBe(2)
  expect(recorded.stderr).toContain('! --personal badge: "4711" is in the file as it is.')
  expect(readFileSync(file, 'utf8')).toContain('4711')
  expect(kept.exitCode).toBe(0)
  expect(absent).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('! --personal bagde: no member of this name is there.'),
  })
}, 60_000)
