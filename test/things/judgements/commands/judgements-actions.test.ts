import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../../../src/define/index.ts'
import { createFolder, keys, runCheckwright } from '../../../app/command.ts'
import { openGuestsWorld } from '../world.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A store with a run that has two results which need review. */
async function openShell() {
  const store = `sqlite:${join(createFolder(), 'test.db')}`
  vi.stubEnv('CHECKWRIGHT_KEYS', keys)
  const world = await openGuestsWorld({ store, keys, clock: systemClock })
  await (await world.runtime.runs.start({ connectionId: world.connectionId })).result
  await world.runtime.users.put({
    organizationId: 'acme',
    id: 'gone',
    name: 'Gone',
    email: 'gone@example.com',
    deactivated: true,
  })
  await world.runtime.close()
  vi.unstubAllEnvs()
  return (...args: string[]) => runCheckwright(['judgements', ...args, '--store', store, '--org', 'acme'])
}

describe('checkwright judgements', () => {
  test('needed names what to judge, create judges it, list shows it, and withdraw ends it', async () => {
    const judgements = await openShell()
    const needed = await judgements('needed')
    const [, place = ''] = /gil is a guest \(gil\)\s+(--run \S+ --finding \S+ --evidence \S+)/.exec(needed.stdout) ?? []
    const why = ['--decision', 'accepted', '--reason', 'Our auditor.', '--expires', inDays(30)]

    const made = await judgements('create', ...place.split(' '), ...why, '--user', 'ada')
    const [id = ''] = /[0-9a-f-]{36}/.exec(made.stdout) ?? []
    const list = await judgements()
    const left = await judgements('needed')
    const withdrawn = await judgements('withdraw', id, '--user', 'ada')
    const after = JSON.parse((await judgements('list', '--json')).stdout)

    expect([made.exitCode, made.stdout]).toEqual([
      0,
      `The result is accepted. The judgement ${id} holds until ${inDays(30)}.\n`,
    ])
    expect(list.stdout).toMatch(new RegExp(`${id} +accepted +holds`))
    expect(left.stdout).not.toContain('gil')
    expect(withdrawn.stdout).toBe(`The judgement ${id} is withdrawn. Its result needs review again.\n`)
    expect(after).toMatchObject([{ id, state: 'withdrawn', withdrawnBy: 'ada@example.com' }])
  })

  test('refuses nobody, who is deactivated, and another decision', async () => {
    const judgements = await openShell()
    const place = ['--run', 'r', '--finding', 'f', '--evidence', '0'.repeat(64)]
    const create = async (decision: string, user: string) => {
      const rest = ['--decision', decision, '--reason', 'r', '--expires', inDays(30), '--user', user]
      const { exitCode, stderr } = await judgements('create', ...place, ...rest)
      return [exitCode, stderr]
    }

    expect(await create('accepted', 'nobody')).toEqual([3, expect.stringContaining('has no person "nobody"')])
    expect(await create('accepted', 'gone')).toEqual([3, expect.stringContaining('"gone" is deactivated')])
    expect(await create('passed', 'ada')).toEqual([3, expect.stringContaining('accepted, refused')])
    expect(await create('accepted', 'ada')).toEqual([3, expect.stringContaining('no result of this finding')])
  })
})
