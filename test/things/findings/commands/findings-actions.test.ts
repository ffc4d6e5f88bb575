import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Finding } from '../../../../src/checks/findings/finding-store.ts'
import { createRuntime } from '../../../../src/things/runtime/create-runtime.ts'
import { createFolder, keys, runCheckwright } from '../../../app/command.ts'
import { createConnectorWith, secretKey } from '../../../http/support.ts'

/** A store with two findings, as a run left them. */
async function openShell() {
  const store = `sqlite:${join(createFolder(), 'test.db')}`
  vi.stubEnv('CHECKWRIGHT_KEYS', keys)
  onTestFinished(() => void vi.unstubAllEnvs())
  const connector = {
    ...createConnectorWith({ baseUrl: 'https://api.acme.example' }),
    checks: [
      {
        id: 'mfa',
        title: 'Second factor',
        connectorId: 'acme',
        run: async (ctx: Parameters<ReturnType<typeof createConnectorWith>['checks'][number]['run']>[0]) => {
          for (const [id, severity] of [
            ['ada', 'low'],
            ['eve', 'critical'],
          ] as const)
            ctx.fail({ resource: { type: 'user', id }, severity, title: 'Off', remediation: 'Turn it on.' })
        },
      },
    ],
  }
  const runtime = await createRuntime({ connectors: [connector], store, publicUrl: 'http://127.0.0.1', worker: false })
  const { id: organizationId } = await runtime.organizations.create({ id: 'acme', name: 'Acme' })
  await runtime.users.put({ organizationId, id: 'bob', name: 'Bob', email: 'bob@acme.example' })
  const { id } = await runtime.connections.create({ organizationId, connector, credentials: { api_key: secretKey } })
  await (await runtime.runs.start({ connectionId: id })).result
  await runtime.close()
  vi.unstubAllEnvs()
  const findings = (...args: string[]) => runCheckwright(['findings', ...args, '--store', store])
  const list = async (...args: string[]): Promise<{ total: number; findings: Finding[] }> =>
    JSON.parse((await findings(...args, '--json')).stdout)
  return { findings, list }
}

describe('checkwright findings', () => {
  test('lists by filters and order, as a table, JSON and CSV', async () => {
    const { findings, list } = await openShell()

    const all = await list('--sort', 'severity')
    const table = await findings('--limit', '1')
    const csv = await findings('--csv', '--severity', 'low')

    expect([all.total, all.findings.map(({ severity }) => severity)]).toEqual([2, ['critical', 'low']])
    expect((await list('--search', 'EVE')).total).toBe(1)
    expect((await list('--unowned')).total).toBe(2)
    expect((await list('--overdue')).total).toBe(0)
    expect((await list('--accepted')).total).toBe(0)
    expect(table.stdout).toMatch(
      /^\S{36} +critical +open +Off +user eve +nobody\s+due \d{4}-\d\d-\d\d\s+[a-z0-9-]+ [0-9a-f-]{36}\n$/,
    )
    expect(table.stderr).toContain('1 of 2 findings. Show more with --limit.')
    expect(csv.stdout.trimEnd().split('\r\n')).toHaveLength(2)
  })

  test('set gives a finding an owner and a day, and show tells of it', async () => {
    const { findings, list } = await openShell()
    const [first] = (await list('--sort', 'severity')).findings
    const id = first?.id ?? ''
    const year = new Date().getUTCFullYear() + 1

    const set = await findings(
      'set',
      id,
      '--owner',
      'bob',
      '--due',
      `${year}-01-31`,
      '--reason',
      'Vendor',
      '--user',
      'bob',
    )
    const show = await findings('show', id)
    const back = await findings('set', id, '--no-owner', '--no-due', '--json')

    expect([set.exitCode, set.stdout]).toEqual([0, expect.stringContaining(`bob  due ${year}-01-31`)])
    expect(show.stdout).toContain('What to do: Turn it on.')
    expect(show.stdout).toMatch(/due: \d{4}-01-31 \(Vendor\)\n.*owner: bob\n.*open/)
    expect(JSON.parse(back.stdout)).toMatchObject({ ownerId: null, dueReason: null })
  })

  test.each([
    [['set', 'x'], 'Give --owner'],
    [['set', 'x', '--due', '2999-01-01'], 'Say why with --reason'],
    [['set', 'x', '--owner', 'mallory'], 'has no person "mallory"'],
    [['set', 'x', '--owner', 'bob'], 'There is no finding "x"'],
    [['show', 'x'], 'There is no finding "x"'],
    [['list', '--due-to', '2026-02-30'], '"2026-02-30" is not a day'],
    [['list', '--sort', 'age'], 'due, severity, changed'],
    [['due-days', '--high', '0'], 'above 0'],
  ])('%j is refused', async (args, message) => {
    const { findings } = await openShell()

    const { exitCode, stderr } = await findings(...args)

    expect([exitCode, stderr]).toEqual([3, expect.stringContaining(message)])
  })

  test('due-days shows the days and changes those that are given', async () => {
    const { findings } = await openShell()

    const changed = await findings('due-days', '--critical', '2', '--json')
    const shown = await findings('due-days')

    expect(JSON.parse(changed.stdout)).toEqual({ critical: 2, high: 30, medium: 90, low: 180, info: 365 })
    expect(shown.stdout).toMatch(/^critical +2 days\n/)
  })

  test('a store that was named and is not there is an error, and is not made', async () => {
    const folder = createFolder()

    const { exitCode, stderr } = await runCheckwright(['findings', '--store', `sqlite:${join(folder, 'none.db')}`])

    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('There is no store at')])
    expect(readdirSync(folder)).toEqual([])
  })

  test('a folder in which nobody has used Checkwright yet has no findings', async () => {
    const { exitCode, stdout } = await runCheckwright(['findings'], { cwd: createFolder() })

    expect([exitCode, stdout]).toEqual([0, 'There are no such findings.\n'])
  })
})
