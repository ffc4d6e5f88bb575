import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { locateCommand } from '../setup/locate-command.ts'
import { createFolder, runCheckwright } from './command.ts'

const render = (body: string) => `import { defineConnector } from 'checkwright'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})
${body}
`
const empty = render('export default acme')
/** Its output is more than a pipe takes at once. */
const judging = (status: 'pass' | 'fail') =>
  render(`const people = acme.check({
  id: 'people',
  title: 'People',
  async run(ctx) {
    for (let at = 0; at < 4_000; at++)
      ctx.${status}({ resource: { type: 'user', id: 'u' + at }, title: 'A title of a hundred characters '.repeat(3), remediation: 'Do.' })
  },
})
export default acme.with(people)`)

const recording = {
  schema: 'checkwright.recording/v1',
  connector: { id: 'acme', version: '0.0.0', file: '../acme.ts' },
  inputs: { now: '2026-05-01T12:00:00.000Z', variables: {}, settings: {}, credentials: {}, stateBefore: {} },
  checks: [],
  exchanges: [],
}
const env = { CHECKWRIGHT_CREDENTIAL_API_KEY: 'key-1' }

/** A folder with a connector that has nothing, a recording of nothing, and two empty folders. */
function createEmptyWorld(): string {
  const cwd = createFolder({ 'acme.ts': empty })
  for (const name of ['recorded', 'bundle', 'none']) mkdirSync(join(cwd, name))
  writeFileSync(join(cwd, 'recorded', 'acme.json'), JSON.stringify(recording))
  return cwd
}

// What was asked for is not there, or there is nothing to do it with: never green, and the message says what was not found.
test.each([
  ['run ./acme.ts', 'has no checks'],
  ['run ./acme.ts --check mfa', 'has no checks'],
  ['run ./acme.ts --inventories account', 'no inventory "account"'],
  ['run nobody', 'There is no connector "nobody", and no connection'],
  ['validate ./acme.ts', 'has neither checks nor inventories'],
  ['validate ./*.connector.yaml', 'cannot be read'],
  ['record ./acme.ts', 'has no checks'],
  ['test', 'Nothing was tested'],
  ['test none', 'There is no recording below none'],
  ['replay bundle', 'has no plain file run.json'],
  ['replay nowhere', '"nowhere" cannot be read'],
  ['verify nowhere', '"nowhere" cannot be read'],
  ['report nowhere', '"nowhere" cannot be read'],
  ['docs none', 'There is no connector in none'],
  ['show nobody', 'There is no connector "nobody"'],
  ['inventory nobody', 'There is no connector "nobody", and no connection'],
  ['controls', 'There is no run yet'],
  ['restore nowhere', 'The backup nowhere cannot be read'],
  ['runs show nobody', 'There is no run nobody'],
  ['log', 'There is no store'],
  ['keys', 'There is no store'],
  ['connections --store sqlite:./nowhere.db', 'There is no store at sqlite:./nowhere.db'],
  ['runs --store sqlite:./nowhere.db', 'There is no store at sqlite:./nowhere.db'],
  ['findings --store sqlite:./nowhere.db', 'There is no store at sqlite:./nowhere.db'],
  ['waivers --store sqlite:./nowhere.db', 'There is no store at sqlite:./nowhere.db'],
  ['reviews --store sqlite:./nowhere.db', 'There is no store at sqlite:./nowhere.db'],
  ['tasks --store sqlite:./nowhere.db', 'There is no store at sqlite:./nowhere.db'],
])(
  'checkwright %s did nothing, and does not end as if it had',
  async (line, message) => {
    const { exitCode, stdout, stderr } = await runCheckwright(line.split(' '), { cwd: createEmptyWorld(), env })

    expect(exitCode).not.toBe(0)
    expect(stdout + stderr).toContain(message)
  },
  60_000,
)

async function runInto(stdout: 'pipe' | number, status: 'pass' | 'fail') {
  const cwd = createFolder({ 'acme.ts': judging(status) })
  const child: ChildProcess = spawn(process.execPath, [await locateCommand(), 'run', './acme.ts', '--json'], {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, ...env },
    stdio: ['ignore', stdout, 'pipe'],
  })
  // The reader goes away at once.
  child.stdout?.destroy()
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
  })
  const exitCode = await new Promise((resolve) => child.on('close', resolve))
  return { exitCode, stderr }
}

test('a command whose reader stops early does not end as if all was fine, whatever it found', async () => {
  const failing = await runInto('pipe', 'fail')
  const passing = await runInto('pipe', 'pass')

  expect(failing.exitCode).not.toBe(0)
  expect(passing).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('Its reader stopped before the command had ended'),
  })
}, 60_000)

test.skipIf(process.platform !== 'linux')(
  'a command whose output cannot be written says why (needs /dev/full)',
  async () => {
    const full = openSync('/dev/full', 'w')
    try {
      const passing = await runInto(full, 'pass')

      expect(passing).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('could not be written (ENOSPC)') })
    } finally {
      closeSync(full)
    }
  },
  60_000,
)
