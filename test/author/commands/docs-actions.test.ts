import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fakeVendor } from '../../../src/author/testing/index.ts'
import { createFolder, runCheckwright } from '../../app/command.ts'

const connector = (baseUrl = 'https://api.acme.example') => `
import { defineConnector } from 'checkwright'
const acme = defineConnector({
  id: 'acme', name: 'Acme', version: '1.0.0', baseUrl: '${baseUrl}',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Api-Key' } },
  credentialFields: [{ id: 'team', label: 'Team', type: 'text', required: true }],
})
export default acme.with(acme.check({
  id: 'member-mfa', title: 'Members have a second factor',
  async run(ctx) {
    const { id } = await ctx.get<{ id: string }>(\`/teams/\${ctx.credentials.team}/members/u-17\`)
    ctx.fail({ resource: { type: 'user', id }, title: 'None', remediation: 'Enrol one.', evidence: { mfa: false } })
  },
}))
`

describe.concurrent('checkwright docs', () => {
  test('writes the README beside a file, which --check then takes, and refuses with a difference once it is old', async () => {
    const cwd = createFolder({ 'acme.ts': connector() })

    const wrote = await runCheckwright(['docs', './acme.ts'], { cwd })
    const fresh = await runCheckwright(['docs', './acme.ts', '--check'], { cwd })
    writeFileSync(join(cwd, 'acme.ts'), connector().replace('Members have', 'Everybody has'))
    const stale = await runCheckwright(['docs', './acme.ts', '--check'], { cwd })

    expect([wrote.exitCode, fresh.exitCode, stale.exitCode]).toEqual([0, 0, 6])
    expect(readFileSync(join(cwd, 'README.md'), 'utf8')).toContain('npx checkwright run ./acme.ts')
    expect(stale.stdout).toMatch(/^- .*Members have a second factor/m)
    expect(stale.stdout).toMatch(/^\+ .*Everybody has a second factor/m)
  })

  test('takes a folder for the connectors in the folders below it', async () => {
    const cwd = createFolder()
    for (const name of ['one', 'two']) {
      mkdirSync(join(cwd, name))
      writeFileSync(join(cwd, name, `${name}.ts`), connector().replaceAll("'acme'", `'${name}'`))
    }
    mkdirSync(join(cwd, 'notes'))

    const { stdout, exitCode } = await runCheckwright(['docs', '--json'], { cwd })

    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toEqual([
      { connector: 'one', path: join('one', 'README.md'), state: 'written' },
      { connector: 'two', path: join('two', 'README.md'), state: 'written' },
    ])
    expect(existsSync(join(cwd, 'two/README.md'))).toBe(true)
  })

  test('leaves a README alone that somebody wrote', async () => {
    const cwd = createFolder({ 'acme.ts': connector(), 'README.md': '# Mine\n' })

    const { stderr, exitCode } = await runCheckwright(['docs', './acme.ts'], { cwd })

    expect(stderr).toContain('README.md was written by hand')
    expect(exitCode).toBe(3)
    expect(readFileSync(join(cwd, 'README.md'), 'utf8')).toBe('# Mine\n')
  })

  test('fills the place that "new" left for it in the README of a connector', async () => {
    const cwd = createFolder()
    await runCheckwright(['new', 'acme', '--yes'], { cwd })

    const { stderr, exitCode } = await runCheckwright(['docs', './acme/acme.ts'], { cwd })

    const page = readFileSync(join(cwd, 'acme/README.md'), 'utf8')
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
    expect(page).toContain("What to look up in the vendor's documentation")
    expect(page).toContain('npx checkwright run ./acme.ts\n```\n')
  })

  test('prints that of a shipped connector, and has nothing to compare it with', async () => {
    const printed = await runCheckwright(['docs', 'slack'])
    const checked = await runCheckwright(['docs', 'slack', '--check'])

    expect(printed.stdout).toMatch(/^# Slack$/m)
    expect(printed.exitCode).toBe(0)
    expect(checked.stderr).toContain('Name the file with --out')
    expect(checked.exitCode).toBe(3)
  })

  test('shows endpoints and results of a run, with what an account is called left out', async () => {
    await using vendor = await fakeVendor({ routes: { 'GET /teams/:team/members/:id': { json: { id: 'u-17' } } } })
    const cwd = createFolder({ 'acme.ts': connector(vendor.url) })
    const env = { CHECKWRIGHT_CREDENTIAL_API_KEY: 'sesame-open', CHECKWRIGHT_CREDENTIAL_TEAM: 'blue' }
    const flags = ['--out', './kept', '--allow-private-network', '--exit-zero']
    const ran = await runCheckwright(['run', './acme.ts', ...flags], { cwd, env })

    const { exitCode } = await runCheckwright(['docs', './acme.ts', '--run', './kept'], { cwd })

    const page = readFileSync(join(cwd, 'README.md'), 'utf8')
    expect([ran.exitCode, exitCode]).toEqual([0, 0])
    expect(page).toContain('| `GET /teams/{team}/members/{user}` | [`member-mfa`](#member-mfa) |')
    expect(page).toContain('"remediation": "Enrol one."')
  })

  test('shows those of the recordings that lie beside a file, without being asked', async () => {
    await using vendor = await fakeVendor({ routes: { 'GET /teams/:team/members/:id': { json: { id: 'u-17' } } } })
    const cwd = createFolder({ 'acme.ts': connector(vendor.url) })
    const env = { CHECKWRIGHT_CREDENTIAL_API_KEY: 'sesame-open', CHECKWRIGHT_CREDENTIAL_TEAM: 'blue' }
    const recorded = await runCheckwright(['record', './acme.ts', '--allow-private-network'], { cwd, env })

    const { exitCode } = await runCheckwright(['docs', './acme.ts'], { cwd })

    expect([recorded.exitCode, exitCode]).toEqual([0, 0])
    expect(readFileSync(join(cwd, 'README.md'), 'utf8')).toContain('as seen in its recordings.')
  })

  test.each([
    [['docs', 'nothing'], /no connector "nothing"/, 3],
    [['docs', '.'], /There is no connector in \./, 4],
    [['docs', 'slack', '--run', './nowhere'], /"\.\/nowhere" cannot be read/, 3],
  ])('%j is answered by what to do', async (args, message, code) => {
    const { stderr, exitCode } = await runCheckwright(args)

    expect(stderr).toMatch(message)
    expect(exitCode).toBe(code)
  })
})
