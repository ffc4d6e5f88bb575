import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createRuntime } from '../../../../src/things/runtime/create-runtime.ts'
import { createFolder, keys, runCheckwright } from '../../../app/command.ts'
import { publicUrl } from '../../runtime/world.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A store with two people, who judge each other's statements. */
async function openShell() {
  const store = `sqlite:${join(createFolder(), 'test.db')}`
  const runtime = await createRuntime({ connectors: [], store, keys, publicUrl, worker: false })
  await runtime.organizations.create({ id: 'acme', name: 'Acme' })
  for (const id of ['ada', 'grace'])
    await runtime.users.put({ organizationId: 'acme', id, name: id, email: `${id}@example.com` })
  await runtime.close()
  const run = (...args: string[]) =>
    runCheckwright([...args, '--store', store, '--org', 'acme'], { env: { CHECKWRIGHT_KEYS: keys } })
  return { run, tasks: (...args: string[]) => run('tasks', ...args) }
}

describe('checkwright tasks', () => {
  test('an obligation is added, stated by one person, accepted by another, met, and ended', async () => {
    const { run, tasks } = await openShell()
    const added = await tasks(
      'add',
      '--title',
      'Restore a backup',
      '--every',
      '90',
      '--due',
      inDays(10),
      '--owner',
      'ada',
    )
    const [id = ''] = /[0-9a-f-]{36}/.exec(added.stdout) ?? []
    expect([added.exitCode, added.stdout]).toEqual([0, expect.stringMatching(/ open +due .* Restore a backup\./)])

    const stated = await tasks('state', id, '--text', 'Restored the store of May.', '--user', 'grace')
    expect(stated.stdout).toContain('It counts when another person accepts it')
    expect((await tasks('list', '--state', 'provided')).stdout).toContain(id)
    const [, place = ''] = /create (--run \S+ --finding \S+ --evidence \S+) /.exec(stated.stderr) ?? []
    const accept = (user: string) => {
      const why = ['--decision', 'accepted', '--reason', 'Seen.', '--expires', inDays(30), '--user', user]
      return run('judgements', 'create', ...place.split(' '), ...why)
    }
    expect((await accept('grace')).stderr).toContain('(JUDGEMENT_REFUSED)')
    expect((await accept('ada')).exitCode).toBe(0)

    const [met] = JSON.parse((await tasks('list', '--json')).stdout)
    expect(met).toMatchObject({ id, state: 'met', metUntil: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
    expect((await tasks('end', id)).stdout).toBe(`The obligation ${id} is ended.\n`)
    expect((await tasks()).stdout).toBe('The organization has no such obligations.\n')
  })

  test('templates are listed and added once; what is missing is told by framework', async () => {
    const { tasks } = await openShell()
    const templates: { id: string }[] = JSON.parse((await tasks('templates', '--json')).stdout)
    expect(templates.length).toBeGreaterThanOrEqual(40)

    const added = JSON.parse((await tasks('add', '--framework', 'soc2', '--json')).stdout)
    expect(added.length).toBeGreaterThan(10)
    expect((await tasks('add', '--framework', 'soc2')).stdout).toBe('The organization has them already.\n')
    expect((await tasks('missing', 'soc2')).stdout).toMatch(/^soc2: \d+ of \d+ controls have what they need\.\n/)
  })

  test('refuses what cannot be meant, and says what to give', async () => {
    const { tasks } = await openShell()
    const refuse = async (...args: string[]) => {
      const { exitCode, stderr } = await tasks(...args)
      return [exitCode, stderr]
    }
    expect(await refuse('add')).toEqual([3, expect.stringContaining('Give --title and --every')])
    expect(await refuse('add', '--title', 'x', '--every', '0')).toEqual([3, expect.stringContaining('--every')])
    expect(await refuse('missing', 'soc3')).toEqual([3, expect.stringContaining('There is no framework "soc3"')])
    expect(await refuse('end', 'nothing')).toEqual([3, expect.stringContaining('There is no obligation "nothing"')])
    expect(await refuse('state', 'nothing', '--user', 'nobody')).toEqual([
      3,
      expect.stringContaining('has no person "nobody"'),
    ])
  })
})
