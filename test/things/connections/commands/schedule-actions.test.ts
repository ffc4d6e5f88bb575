import { expect, onTestFinished, test } from 'vitest'
import { fakeVendor } from '../../../../src/author/testing/vendor/fake-vendor.ts'
import { canary } from '../../../app/acme.ts'
import { createFolder, runCheckwright } from '../../../app/command.ts'

const renderListsFile = (url: string) => `
import { defineConnector } from 'checkwright'
const lists = defineConnector({
  id: 'lists', name: 'Lists', baseUrl: '${url}',
  auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  test: { path: '/me' },
})
const accounts = lists.inventory({
  of: 'account', tells: [], covers: ['members'],
  async *list(ctx) { await ctx.get('/me'); yield { id: 'ada', kind: 'person', status: 'active' } },
})
export default lists.with(accounts, lists.check({ id: 'me', title: 'Me', async run(ctx) { await ctx.get('/me') } }))
`

test('checkwright connections schedule sets a schedule of lists, shows it, and removes it; what is wrong changes nothing', async () => {
  const vendor = await fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'X-Key', value: canary },
    routes: { 'GET /me': { json: {} } },
  })
  onTestFinished(() => vendor.close())
  const cwd = createFolder({ 'lists.ts': renderListsFile(vendor.url) })
  const run = (...args: string[]) => runCheckwright(args, { cwd, env: { CHECKWRIGHT_CREDENTIAL_API_KEY: canary } })
  await run('connect', './lists.ts', '--allow-private-network')
  const [{ id }] = JSON.parse((await run('connections', '--json')).stdout)
  const schedule = (...args: string[]) => run('connections', 'schedule', id, ...args)
  const file = ['--connector', './lists.ts']

  const set = await schedule('--cron', '0 6 * * *', '--inventories', 'account', ...file)
  const unknown = await schedule('--cron', '0 7 * * *', '--inventories', 'device', ...file)
  const without = await schedule('--inventories', 'account', ...file)
  const shown = JSON.parse((await schedule('--json')).stdout)
  const off = await schedule('--off')

  expect(set.stdout).toMatch(/^lists: "0 6 \* \* \*" \(UTC\): lists account\. Next: \d{4}-/)
  expect([set, unknown, without, off].map(({ exitCode }) => exitCode)).toEqual([0, 3, 3, 0])
  expect([unknown.stderr, without.stderr]).toEqual([
    expect.stringContaining('has no inventory "device". It has: account.'),
    expect.stringContaining('Name when the runs start: --cron "0 6 * * *".'),
  ])
  expect(shown).toMatchObject({ cron: '0 6 * * *', inventories: ['account'] })
  expect(shown.checks).toBeUndefined()
  expect(off.stdout).toContain('There is no schedule.')
})
