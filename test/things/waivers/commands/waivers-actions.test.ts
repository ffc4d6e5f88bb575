import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type FakeVendor, fakeVendor } from '../../../../src/author/testing/index.ts'
import type { StoredWaiver } from '../../../../src/checks/waivers/waiver-store.ts'
import { createRuntime } from '../../../../src/things/runtime/create-runtime.ts'
import { createFolder, keys, runCheckwright } from '../../../app/command.ts'
import { createConnectorWith, secretKey } from '../../../http/support.ts'

let vendor: FakeVendor
beforeAll(async () => {
  vendor = await fakeVendor({ routes: { 'GET /me': { json: {} } } })
})
afterAll(() => vendor.close())

const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

/** A store with two connections, production and sandbox, as a person has it before they accept a risk. */
async function openShell() {
  const store = `sqlite:${join(createFolder(), 'test.db')}`
  vi.stubEnv('CHECKWRIGHT_KEYS', keys)
  const connector = createConnectorWith({ baseUrl: vendor.url })
  const runtime = await createRuntime({
    connectors: [connector],
    store,
    publicUrl: 'http://127.0.0.1',
    allowPrivateNetwork: true,
    worker: false,
  })
  await runtime.organizations.create({ id: 'acme', name: 'Acme' })
  await runtime.users.put({ organizationId: 'acme', id: 'ada', name: 'Ada', email: 'ada@acme.example' })
  const connect = async () =>
    (await runtime.connections.create({ organizationId: 'acme', connector, credentials: { api_key: secretKey } })).id
  const [production, sandbox] = [await connect(), await connect()]
  await runtime.close()
  vi.unstubAllEnvs()
  const waivers = (...args: string[]) => runCheckwright(['waivers', ...args, '--store', store])
  const list = async (): Promise<StoredWaiver[]> => JSON.parse((await waivers('list', '--json')).stdout)
  return { production, sandbox, waivers, list }
}

const why = ['--justification', 'Leaves in July.', '--approver', 'ada@acme.example']
const check = ['--check', 'admin-mfa']

describe('checkwright waivers', () => {
  test('create accepts a risk on one connection, list shows it, and revoke ends it', async () => {
    const { sandbox, waivers, list } = await openShell()

    const made = await waivers(
      ...['create', '--connection', sandbox, ...check, '--resource', 'ada', '--resource', 'eve'],
      ...[...why, '--expires', inDays(364), '--user', 'ada'],
    )
    const [waiver] = await list()
    const table = await waivers('list')
    const revoked = await waivers('revoke', waiver?.id ?? '')

    expect([made.exitCode, made.stdout]).toEqual([0, `The waiver ${waiver?.id} applies until ${inDays(364)}.\n`])
    expect(made.stderr).toContain(`End it with: checkwright waivers revoke ${waiver?.id}`)
    expect(waiver).toMatchObject({
      organizationId: 'acme',
      userId: 'ada',
      waiver: {
        connector: ['acme'],
        check: ['admin-mfa'],
        resource: ['ada', 'eve'],
        connection: [sandbox],
        justification: 'Leaves in July.',
        approver: 'ada@acme.example',
        expires: inDays(364),
      },
    })
    expect(table.stdout).toMatch(new RegExp(`^${waiver?.id} +acme: admin-mfa +ada eve +${sandbox}\\s+until `))
    expect([revoked.exitCode, revoked.stdout]).toEqual([0, `The waiver ${waiver?.id} is revoked.\n`])
    expect(await list()).toEqual([])
  })

  test('create accepts a risk on all connections where it is said, as JSON too', async () => {
    const { waivers, list } = await openShell()

    const made = await waivers(
      ...['create', '--all-connections', '--connector', 'acme', ...check, ...why, '--expires', inDays(1), '--json'],
    )

    expect(JSON.parse(made.stdout)).toEqual((await list())[0])
    expect(JSON.parse(made.stdout).waiver).toMatchObject({ allConnections: true, connector: ['acme'] })
  })

  test.each<[string, (ids: { production: string }) => readonly string[], string | RegExp, number]>([
    ['no connection', () => ['--connector', 'acme', '--expires', inDays(9)], '"allConnections": true', 3],
    ['neither connection nor connector', () => ['--expires', inDays(9)], 'Name a connection', 3],
    ['an unknown connection', () => ['--connection', 'nobody', '--expires', inDays(9)], 'has no connection nobody', 3],
    [
      'a connection and all of them',
      ({ production }) => ['--connection', production, '--all-connections', '--expires', inDays(9)],
      /connection.*allConnections|allConnections.*connection/,
      3,
    ],
    ['an end after a year', ({ production }) => ['--connection', production, '--expires', inDays(400)], /year/, 3],
    [
      'an end in the past',
      ({ production }) => ['--connection', production, '--expires', inDays(-2)],
      /is already over/,
      3,
    ],
    ['no end', ({ production }) => ['--connection', production], '--expires', 3],
    [
      'an unknown person',
      ({ production }) => ['--connection', production, '--expires', inDays(9), '--user', 'eve'],
      'has no person "eve"',
      3,
    ],
  ])('create refuses %s, and keeps nothing', async (_what, args, message, code) => {
    const { production, waivers, list } = await openShell()

    const { stderr, exitCode } = await waivers('create', ...check, ...why, ...args({ production }))

    expect(stderr).toMatch(message)
    expect(exitCode).toBe(code)
    expect(await list()).toEqual([])
  })
})
