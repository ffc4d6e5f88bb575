import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { RunResult } from '../../src/define/index.ts'
import { locateCommand } from '../setup/locate-command.ts'
import { createFolder } from './command.ts'

const start = promisify(execFile)

const connector = `import { defineConnector } from 'checkwright'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  baseUrl: 'https://api.acme.example',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
})

const people = acme.check({
  id: 'people',
  title: 'People sign in with a second factor',
  async run(ctx) {
    setInterval(() => {}, 60_000)
    for (let index = 0; index < 4_000; index++)
      ctx.pass({ resource: { type: 'user', id: 'u' + index }, title: 'A title of a hundred characters '.repeat(3) })
  },
})

export default acme.with(people)
`

// A pipe takes 64 kB before somebody reads it. The timer of the check would keep Node running for ever.
test('a command ends when a slow reader has all of its output, and waits for nothing that a check left behind', async () => {
  const cwd = createFolder({ 'acme.ts': connector })

  const { stdout } = await start(
    'sh',
    ['-c', '"$@" | (sleep 1; cat)', 'sh', process.execPath, await locateCommand(), 'run', './acme.ts', '--json'],
    {
      cwd,
      env: { PATH: process.env.PATH, HOME: cwd, CHECKWRIGHT_CREDENTIAL_API_KEY: 'example' },
      maxBuffer: 16_000_000,
    },
  )

  expect(stdout.length).toBeGreaterThan(200_000)
  expect((JSON.parse(stdout) as RunResult).checks[0]?.results).toHaveLength(4_000)
})
