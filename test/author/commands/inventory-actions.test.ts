import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fakeVendor } from '../../../src/author/testing/index.ts'
import { createRuntime } from '../../../src/things/runtime/create-runtime.ts'
import { createFolder, keys, runCheckwright } from '../../app/command.ts'
import {
  answerDirectory,
  createDirectoryConnector,
  type Directory,
  runToEnd,
  twoPeople,
} from '../../things/inventories/directory.ts'
import { publicUrl } from '../../things/runtime/world.ts'

const helper = new URL('../../things/inventories/directory.ts', import.meta.url).pathname

async function openWorld() {
  const directory: Directory = { people: twoPeople }
  const vendor = await fakeVendor({ routes: answerDirectory(directory) })
  onTestFinished(() => vendor.close())
  const cwd = createFolder()
  const file = join(cwd, 'directory.ts')
  writeFileSync(
    file,
    `import { createDirectoryConnector } from ${JSON.stringify(helper)}\nexport default createDirectoryConnector(${JSON.stringify(vendor.url)})\n`,
  )
  const ask = (...args: string[]) =>
    runCheckwright(['inventory', file, '--allow-private-network', ...args], { cwd, env: { API_KEY: 'key-canary-91' } })
  return { directory, vendor, cwd, file, ask }
}

test('a file lists now: what it lists, and one list as a file that only its owner can read', async () => {
  const { ask, cwd } = await openWorld()
  const credentials = join(cwd, 'credentials.json')
  writeFileSync(credentials, JSON.stringify({ api_key: 'key-canary-91' }), { mode: 0o600 })
  const out = join(cwd, 'accounts.csv')

  const shown = await ask('--credentials', credentials)
  const written = await ask('--credentials', credentials, '--of', 'account', '--out', out)
  const ocsf = await ask('--credentials', credentials, '--of', 'device', '--part', 'phones', '--format', 'ocsf')
  const several = await ask('--credentials', credentials, '--of', 'device')
  const ofNothing = await ask('--credentials', credentials, '--format', 'csv')

  expect([shown.exitCode, shown.stderr]).toEqual([0, expect.any(String)])
  expect(shown.stdout).toMatch(/account +2 +complete .*covers members; leaves out bots/)
  expect([written.stdout, written.exitCode]).toEqual(['', 0])
  expect([ofNothing.stdout, ofNothing.stderr]).toEqual([
    '',
    expect.stringContaining('--format, --part and --out need --of'),
  ])
  expect(readFileSync(out, 'utf8')).toContain("u2,'=cmd|calc,person,active,none,")
  expect(statSync(out).mode & 0o777).toBe(0o600)
  expect(JSON.parse(ocsf.stdout)).toMatchObject({ class_uid: 5001, device: { uid: 'p1' } })
  expect(several.exitCode).toBe(3)
  expect(several.stderr).toContain('laptops, phones')
})

test('a stored connection shows its newest lists; one that is not complete says so and exits 2', async () => {
  const { directory, vendor, cwd, file } = await openWorld()
  const store = `sqlite:${join(cwd, 'test.db')}`
  directory.people = undefined
  const runtime = await createRuntime({
    connectors: [createDirectoryConnector(vendor.url)],
    store,
    keys,
    publicUrl,
    allowPrivateNetwork: true,
  })
  await runtime.organizations.create({ id: 'acme', name: 'Acme' })
  const { id } = await runtime.connections.create({
    connector: 'directory',
    organizationId: 'acme',
    credentials: { api_key: 'key-canary-91' },
  })
  await runToEnd(runtime, id)
  await runtime.close()
  const asked = vendor.requests.length

  const shown = await runCheckwright(['inventory', file, '--store', store], { cwd })
  const json = await runCheckwright(['inventory', file, '--store', store, '--of', 'account', '--json'], { cwd })
  const absent = await runCheckwright(['inventory', file, '--store', store, '--of', 'training'], { cwd })

  expect([shown.exitCode, json.exitCode, absent.exitCode]).toEqual([2, 2, 3])
  expect(shown.stdout).toMatch(/account +0 +not complete/)
  expect(json.stderr).toContain('account is not complete, so others may be missing.')
  expect(JSON.parse(json.stdout)).toMatchObject({ inventory: { complete: false }, records: [] })
  expect(absent.stderr).toContain('No run of this connection has read training')
  expect(vendor.requests).toHaveLength(asked)
})

/** The same connector, without its checks. */
function writeListsOnly({ cwd, vendor }: { readonly cwd: string; readonly vendor: { readonly url: string } }) {
  const file = join(cwd, 'lists.ts')
  writeFileSync(
    file,
    `import { defineConnector } from 'checkwright'
import { createDirectoryConnector } from ${JSON.stringify(helper)}
const whole = createDirectoryConnector(${JSON.stringify(vendor.url)})
const bare = defineConnector(whole.definition)
export default bare.with(...whole.inventories.map(({ connector, readFacts, ...inventory }) => bare.inventory(inventory)))
`,
  )
  return file
}

test('a connector that only lists can be run, and its lists be shown', async () => {
  const world = await openWorld()
  const { cwd, directory } = world
  const file = writeListsOnly(world)
  const ask = (...args: string[]) =>
    runCheckwright([...args, '--allow-private-network'], { cwd, env: { CHECKWRIGHT_CREDENTIAL_API_KEY: 'k-91' } })

  const run = await ask('run', file)
  const shown = await ask('inventory', file)
  const named = await ask('run', file, '--check', 'admins')
  directory.people = undefined
  const refused = await ask('run', file)

  expect([run.exitCode, run.stderr]).toEqual([0, expect.any(String)])
  expect(run.stdout).toMatch(/list +account: 2 records, complete/)
  expect([shown.exitCode, shown.stdout]).toEqual([0, expect.stringMatching(/account +2 +complete/)])
  expect([named.exitCode, named.stderr]).toEqual([3, expect.stringContaining('has no checks')])
  expect(refused.exitCode).toBe(2)
  expect(refused.stdout).toContain('not complete')
})

test('run --inventories reads these lists, and no check', async () => {
  const { cwd, file } = await openWorld()
  const ask = (...args: string[]) =>
    runCheckwright(['run', file, '--allow-private-network', ...args], {
      cwd,
      env: { CHECKWRIGHT_CREDENTIAL_API_KEY: 'k-91' },
    })

  const some = await ask('--inventories', 'account,device.phones', '--json')
  const both = await ask('--inventories', 'device', '--check', 'admins', '--json')
  const unknown = await ask('--inventories', 'training')
  const empty = await ask('--inventories', 'account,')

  const listed = (stdout: string) => {
    const { checks, inventories } = JSON.parse(stdout)
    return [checks.length, inventories.map(({ of, part }: { of: string; part?: string }) => part ?? of)]
  }
  expect(listed(some.stdout)).toEqual([0, ['account', 'phones']])
  expect(listed(both.stdout)).toEqual([1, ['account', 'laptops', 'phones']])
  expect([unknown.exitCode, unknown.stderr]).toEqual([3, expect.stringContaining('It has: account, device.laptops')])
  expect([empty.exitCode, empty.stderr]).toEqual([3, expect.stringContaining('commas')])
})

test('inventory --recorded lists what a recording has, without the vendor, and run --recorded says so', async () => {
  const { cwd, file, vendor } = await openWorld()
  const env = { CHECKWRIGHT_CREDENTIAL_API_KEY: 'k-91' }
  const recorded = join(cwd, 'recording.json')
  const made = await runCheckwright(['record', file, '--allow-private-network', '--out', recorded], { cwd, env })
  expect([made.exitCode, made.stderr]).toEqual([0, expect.any(String)])
  await vendor.close()
  const ask = (...args: string[]) => runCheckwright(['inventory', file, '--recorded', recorded, ...args], { cwd })

  const ran = await runCheckwright(['run', file, '--recorded', recorded], { cwd })
  const [shown, csv, several, stray] = [
    await ask(),
    await ask('--of', 'account'),
    await ask('--of', 'device'),
    await ask('--var', 'a=b'),
  ]

  expect(ran.stdout).toMatch(/list +account: 2 records, complete/)
  expect([shown.exitCode, shown.stdout]).toEqual([0, expect.stringMatching(/account +2 +complete/)])
  expect(csv.stdout.split('\r\n')).toHaveLength(4)
  expect([several.exitCode, several.stderr]).toEqual([3, expect.stringContaining('laptops, phones')])
  expect([stray.exitCode, stray.stderr]).toEqual([3, expect.stringContaining('--recorded')])
})
