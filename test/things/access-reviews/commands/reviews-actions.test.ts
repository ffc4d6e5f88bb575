import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { createFolder, keys, runCheckwright } from '../../../app/command.ts'
import { openReviewWorld } from '../world.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A store with two systems whose accounts were read. */
async function openShell() {
  const folder = createFolder()
  const store = `sqlite:${join(folder, 'test.db')}`
  vi.stubEnv('CHECKWRIGHT_KEYS', keys)
  const { runtime, ids } = await openReviewWorld({ store, keys })
  await runtime.close()
  vi.unstubAllEnvs()
  const shell = (...args: string[]) => runCheckwright([...args, '--store', store])
  return { folder, ids, shell, reviews: (...args: string[]) => shell('reviews', ...args, '--org', 'acme') }
}

describe('checkwright reviews', () => {
  test('starts one, shows it, decides, finishes, and exports what verify accepts', async () => {
    const { folder, ids, reviews, shell } = await openShell()
    const who = ['--reviewer', 'rita', '--due', inDays(14)]

    const started = await reviews('start', '--title', 'Q2', '--connection', ids.code, ...who)
    const [id = ''] = /[0-9a-f-]{36}/.exec(started.stdout) ?? []
    const shown = await reviews('show', id)
    const own = await reviews('decide', id, '--account', '2', '--decision', 'keep', '--reason', 'r', '--user', 'rita')
    const kept = await reviews(
      ...['decide', id, '--account', '0', '--account', '1', '--decision', 'keep', '--reason', 'Needed.'],
      ...['--user', 'rita'],
    )
    const early = await reviews('finish', id, '--user', 'ada')
    const finished = await reviews('finish', id, '--user', 'ada', '--undecided', 'Her own account.')
    const file = join(folder, 'review.zip')
    const csv = await reviews('export', id)
    const saved = await reviews('export', id, '--evidence', file)
    const verified = await shell('verify', file)
    const list = JSON.parse((await reviews('list', '--json')).stdout)

    expect(started.stdout).toBe(`The review ${id} has 3 accounts to decide about until ${inDays(14)}.\n`)
    // The clock of the world that read the accounts stands still.
    expect(started.stderr).toContain('days before the review began')
    expect(shown.stdout).toMatch(/1 +code +Bob +bob@example.com +dev/)
    expect([own.exitCode, own.stderr]).toEqual([3, expect.stringContaining('is your own')])
    expect(kept.stdout).toBe('Decided. 1 of 3 accounts are left.\n')
    expect([early.exitCode, early.stderr]).toEqual([3, expect.stringContaining('Nobody has decided about 1')])
    expect(finished.exitCode).toBe(0)
    expect(csv.stdout.split('\r\n')[2]).toContain(',Bob,bob@example.com,person,active,dev,false,false,')
    expect([saved.exitCode, verified.exitCode]).toEqual([0, 0])
    expect(verified.stdout).toContain(`Run ${id} of an access review of acme`)
    expect(list).toMatchObject([{ id, state: 'finished', counts: { keep: 2, undecided: 1 } }])
  })
})
