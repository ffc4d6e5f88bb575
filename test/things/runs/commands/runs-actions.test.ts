import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Waiver } from '../../../../src/define/index.ts'
import type { Context } from '../../../../src/service/commands/context.ts'
import { createProcessTerminal } from '../../../../src/service/commands/terminal.ts'
import { listRuns, showRun } from '../../../../src/things/runs/commands/runs-actions.ts'
import { createRuntime } from '../../../../src/things/runtime/create-runtime.ts'
import { createFolder, keys } from '../../../app/command.ts'
import { createAcmeConnector } from '../../runtime/acme.ts'
import { clients, connect, publicUrl, startTestServers } from '../../runtime/world.ts'

// As for the commands that run as processes: never the keys of who runs the tests.
beforeEach(() => {
  vi.stubEnv('CHECKWRIGHT_KEYS', keys)
  return () => vi.unstubAllEnvs()
})

/** A store with one run that ended, and what a command printed about it. */
async function stored(scoped?: Waiver) {
  const { urls } = await startTestServers()
  const store = `sqlite:${join(createFolder(), 'test.db')}`
  const runtime = await createRuntime({
    connectors: [createAcmeConnector(urls)],
    store,
    publicUrl,
    allowPrivateNetwork: true,
  })
  await runtime.organizations.create({ id: 'acme', name: 'Acme' })
  await runtime.oauthApps.set({ connector: 'acme', ...clients.body })
  const { id: connectionId } = await connect(runtime)
  // With a name and a waiver, a line is longer than the terminal.
  if (!scoped) await runtime.connections.update(connectionId, { name: 'Production' })
  const { id: runId, result } = await runtime.runs.start({ connectionId, checks: ['users'] })
  await result
  if (scoped) await (await runtime.runs.start({ connectionId, checks: ['users'], waivers: [scoped] })).result
  await runtime.close()
  return { store, connectionId, runId }
}

async function printed(command: (context: Pick<Context, 'terminal'> & Context) => Promise<number>) {
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough(), env: {} }
  onTestFinished(() => void streams.stdin.end())
  const interrupt = {
    runInterruptibly: <T>(work: (signal: AbortSignal) => Promise<T>) => work(new AbortController().signal),
  }
  const exitCode = await command({ terminal: createProcessTerminal(streams), interrupt })
  streams.stdout.end()
  return { exitCode, stdout: await text(streams.stdout) }
}

test('checkwright runs lists what ran, of one connection too, and shows what a run came to', async () => {
  const { store, connectionId, runId } = await stored()

  const all = await printed((context) => listRuns(undefined, { store, limit: 20 }, context))
  const json = await printed((context) => listRuns(connectionId, { store, limit: 20, json: true }, context))
  const none = await printed((context) => listRuns('another', { store, limit: 20 }, context))
  const shown = await printed((context) => showRun(runId, { store, format: 'table' }, context))

  expect(all.stdout).toMatch(
    new RegExp(`^${runId} +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d +\\d+\\.\\d s +fail\\s+acme \\(Production\\)\\n`),
  )
  expect(JSON.parse(json.stdout)).toMatchObject([{ id: runId, status: 'fail' }])
  expect(none.stdout).toContain('There are no runs yet.')
  expect(shown.stdout).toMatch(/^acme \d\S* \(Production\)\n/)
  expect(shown.stdout).toContain('Inactive')
  expect([all.exitCode, shown.exitCode]).toEqual([0, 0])
})

test('checkwright runs says which runs brought waivers of their own', async () => {
  const expires = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const { store, runId } = await stored({
    connector: 'acme',
    check: 'users',
    justification: 'Tried out.',
    approver: 'Ada',
    expires,
  })

  const { stdout } = await printed((context) => listRuns(undefined, { store, limit: 20 }, context))
  const json = await printed((context) => listRuns(undefined, { store, limit: 20, json: true }, context))

  const [newest = '', oldest = ''] = stdout.split('\n')
  expect([newest.endsWith('scoped'), oldest.startsWith(runId), oldest.includes('scoped')]).toEqual([true, true, false])
  expect(JSON.parse(json.stdout)).toMatchObject([{ scoped: true }, { scoped: false }])
})

test('checkwright runs show tells of a store that there is not, and makes none', async () => {
  const store = `sqlite:${join(createFolder(), 'none.db')}`

  const shown = printed((context) => showRun('nobody', { store, format: 'table' }, context))

  await expect(shown).rejects.toThrow('There is no store at')
})
