import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { runCheckwright, runProcess } from './command.ts'

describe.concurrent('checkwright', () => {
  test('alone prints its help, with every command and the exit codes, and exits 0', async () => {
    const { stdout, stderr, exitCode } = await runCheckwright([])

    for (const command of ['run', 'connect', 'connections', 'app', 'list', 'show', 'validate', 'demo', 'explain']) {
      expect(stdout).toMatch(new RegExp(`^  ${command}\\b`, 'm'))
    }
    expect(stdout).toMatch(/^ {2}130 +interrupted$/m)
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  })

  test('groups its commands as the README does', async () => {
    const { stdout } = await runCheckwright([])
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

    const table = [...readme.matchAll(/^\| ([a-z ]+) \| ((?:`[a-z-]+`,? ?)+) \|$/gm)]
    const inReadme = table.map(([, group, commands]) => [group, [...(commands ?? '').matchAll(/[a-z-]+/g)].map(String)])
    const inHelp = stdout
      .split(/\n\n/)
      .map((part) => /^([A-Z][a-z ]+):\n([\s\S]*)$/.exec(part))
      .map((part) => [
        part?.[1]?.toLowerCase(),
        [...(part?.[2] ?? '').matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name).filter((name) => name !== 'help'),
      ])
      .filter(([group]) => inReadme.some(([each]) => each === group))

    expect(inReadme).toHaveLength(7)
    expect(inHelp).toEqual(inReadme)
  })

  test.each([
    [['run', 'github', '--jsno'], "error: Unknown option '--jsno'. Did you mean --json? (CLI_USAGE)\n"],
    [['valdate'], "error: Unknown command 'valdate'. Did you mean validate? (CLI_USAGE)\n"],
    [['run'], `error: Missing required argument 'target'. See "checkwright run --help". (CLI_USAGE)\n`],
    [
      ['run', 'github', '--fail-on', 'hihg'],
      `error: Option '--fail-on <severity>' argument 'hihg' is invalid. Allowed choices are critical, high, medium, low, info. See "checkwright run --help". (CLI_USAGE)\n`,
    ],
    [['run', 'github', '--var', 'most'], 'error: --var takes id=value, such as --var max_admins=4. (CLI_USAGE)\n'],
    [
      ['run', 'githb'],
      'error: There is no connector "githb", and no connection with that id. Did you mean github or gitlab? For a file of your own, give its path: ./githb.ts or ./githb.connector.yaml (CONNECTOR_UNKNOWN)\n',
    ],
    [
      ['connections', 'pause', 'x'],
      'error: There is no connection "x". "checkwright connections" lists them. (NOT_FOUND)\n',
    ],
    [
      ['show', 'github', '--store', 'mysql://root:hunter2@db/x', 'extra'],
      `error: Too many arguments for 'show'. Expected 1 argument but got 2. See "checkwright show --help". (CLI_USAGE)\n`,
    ],
    [['list', 'githb'], 'error: No connector fits "githb". Did you mean "github"? (CLI_USAGE)\n'],
    [
      ['list', 'no such thing'],
      'error: No connector fits "no such thing". "checkwright list" shows all. (CLI_USAGE)\n',
    ],
    [
      ['connections', '--store', 'mysql://root:hunter2@db/x'],
      'error: There is no store for mysql: URLs. Use sqlite:./path/to.db for a file, postgres://host/database, or memory: for a store that ends with the process. (STORE_UNAVAILABLE)\n',
    ],
    [
      ['run', 'github', '--api-key=hunter2'],
      `error: Unknown option '--api-key'. See "checkwright run --help". (CLI_USAGE)\n`,
    ],
  ])('%j is answered by one paragraph on stderr and exit code 3', async (args, message) => {
    const { stdout, stderr, exitCode } = await runCheckwright(args)

    expect({ stdout, stderr, exitCode }).toEqual({ stdout: '', stderr: message, exitCode: 3 })
  })

  test('tells an error as JSON on stdout under --json, beside the paragraph on stderr', async () => {
    const { stdout, stderr } = await runCheckwright(['explain', 'AUTH_REJECTD', '--json'])

    expect(JSON.parse(stdout)).toEqual({
      error: { code: 'CLI_USAGE', exitCode: 3, message: expect.stringContaining('no error code "AUTH_REJECTD"') },
    })
    expect(stderr).toMatch(/^error: .*\(CLI_USAGE\)\n$/)
  })

  test('shows a stack trace under --debug alone', async () => {
    const quiet = await runCheckwright(['show', 'nothing'])
    const debugged = await runCheckwright(['show', 'nothing', '--debug'])

    expect(quiet.stderr).not.toMatch(/^ +at /m)
    expect(debugged.stderr).toMatch(/^ +at loadConnectors /m)
  })

  test('on a Node that is too old says so in one line and exits 3', async () => {
    const old = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"20.19.4"})'

    const { stdout, stderr, exitCode } = await runProcess(['list'], { node: ['--import', old] })

    expect(stdout).toBe('')
    expect(stderr).toMatch(
      /^error: Checkwright needs Node 22\.19 or newer and this is Node 20\.19\.4\..*\(NODE_TOO_OLD\)\n$/,
    )
    expect(exitCode).toBe(3)
  })
})

describe.concurrent('checkwright explain', () => {
  test('tells what a code means and which number a command ends with', async () => {
    const { stdout, exitCode } = await runCheckwright(['explain', 'auth-rejected', '--json'])

    expect(JSON.parse(stdout)).toEqual({
      code: 'AUTH_REJECTED',
      meaning: 'The vendor answered 401: it does not accept the credentials.',
      exitCode: 5,
    })
    expect(exitCode).toBe(0)
  })
})

describe.concurrent('checkwright explain CODE', () => {
  test('gives the advice of docs/errors.md', async () => {
    const { stdout } = await runCheckwright(['explain', 'AUTH_REJECTED'])

    expect(stdout).toMatch(/has the exit code 5: credentials refused\.\n\nThe key was revoked/)
  })
})

describe.concurrent('checkwright list and show', () => {
  test('list the shipped connectors as data', async () => {
    const { stdout, stderr, exitCode } = await runCheckwright(['list', '--json'])

    expect(JSON.parse(stdout)).toContainEqual(
      expect.objectContaining({
        id: 'github',
        auth: 'api_key',
        checks: expect.arrayContaining(['members-two-factor']),
      }),
    )
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
  })

  test('list those that fit all words, whatever their case', async () => {
    const { stdout, exitCode } = await runCheckwright(['list', 'GitHub', 'organization', '--json'])

    expect(JSON.parse(stdout).map(({ id }: { id: string }) => id)).toContain('github')
    expect(JSON.parse(stdout).length).toBeLessThan(5)
    expect(exitCode).toBe(0)
  })

  test('show the fields, hosts, checks and instructions of one', async () => {
    const { stdout, exitCode } = await runCheckwright(['show', 'github'])

    expect(stdout).toMatch(/^ {2}api_key +Personal access token \(password/m)
    expect(stdout).toMatch(/^ {2}api\.github\.com$/m)
    expect(stdout).toMatch(/^ {2}members-two-factor +high +Every member/m)
    expect(stdout).toContain('How to set it up')
    expect(exitCode).toBe(0)
  })

  test('show a definition as JSON with its generated fields', async () => {
    const { stdout } = await runCheckwright(['show', 'github', '--json'])

    const shown = JSON.parse(stdout)
    expect(shown.baseUrl).toBe('https://api.github.com')
    expect(shown.fields.map((field: { id: string }) => field.id)).toEqual(['api_key', 'organization'])
  })
})
