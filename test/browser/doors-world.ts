import { mkdirSync } from 'node:fs'
import type { BrowserContextOptions } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { createHost, SignInLinks } from '../../src/app/host/index.ts'
import { fakeVendor } from '../../src/author/testing/index.ts'
import { type Clock, defineConnector, type Severity } from '../../src/define/index.ts'
import type { Role } from '../../src/service/rights/permissions.ts'
import { makeKeyText } from '../../src/service/store/keys/parse-keys.ts'
import { createRuntime } from '../../src/things/runtime/create-runtime.ts'
import { expectFit, openPage } from './browser.ts'
import { startServed } from './served.ts'

const shots = process.env.CHECKWRIGHT_SHOTS

export interface Door {
  readonly id: string
  readonly name: string
  readonly severity: Exclude<Severity, 'info'>
  locked: boolean
}

export const doors = (): Door[] => [
  { id: 'd1', name: 'Server room', severity: 'critical', locked: false },
  { id: 'd2', name: 'Archive of signed contracts, third floor', severity: 'high', locked: false },
  { id: 'd3', name: 'Bike cellar', severity: 'low', locked: false },
  { id: 'd4', name: 'Main entrance', severity: 'high', locked: true },
]

/** A vendor of doors with a sandbox and a production, pages over a store in memory, and two people. */
export async function startDoors(given: Door[] = doors(), clock?: Clock) {
  const server = await startServed()
  const vendor = await fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'X-Key', value: 'door-key-5f1c' },
    routes: { 'GET /doors': () => ({ json: given }) },
  })
  onTestFinished(() => vendor.close())
  const runtime = await createRuntime({
    connectors: [createDoorsConnector(vendor.url)],
    store: 'memory:',
    keys: makeKeyText(),
    publicUrl: server.url,
    allowPrivateNetwork: true,
    clock,
  })
  onTestFinished(() => runtime.close())
  const { id: organizationId } = await runtime.organizations.create({ id: 'acme', name: 'Acme Ltd' })
  await runtime.users.put({ organizationId, id: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' })
  await runtime.users.put({ organizationId, id: 'bob', name: 'Bob Barton', email: 'bob@example.com' })
  const session = new SignInLinks(runtime)
  server.answer(createHost({ runtime, session }).fetch)
  const run = async (connectionId: string) => {
    const begun = await runtime.runs.start({ connectionId, organizationId, evidence: true })
    await begun.result
    return begun.id
  }
  const connect = async (name: string) => {
    const made = await runtime.connections.create({
      connector: 'doors',
      organizationId,
      name,
      credentials: { api_key: 'door-key-5f1c' },
    })
    await run(made.id)
    return made.id
  }
  const signIn = async (
    options: BrowserContextOptions = {},
    { userId, role }: { readonly userId: string; readonly role: Exclude<Role, 'operator'> } = {
      userId: 'ada',
      role: 'admin',
    },
  ) => {
    const opened = await openPage(options)
    await opened.page.goto((await session.create({ organizationId, userId, role })).url)
    await opened.page.getByRole('button', { name: 'Sign in' }).click()
    await opened.page.getByRole('heading', { level: 1 }).waitFor()
    const see = async (name: string) => {
      if (shots !== undefined) {
        mkdirSync(shots, { recursive: true })
        await opened.page.screenshot({ path: `${shots}/findings-${name}.png`, fullPage: true })
      }
      await expectFit(opened.page)
    }
    return { ...opened, see }
  }
  return { runtime, organizationId, url: server.url, run, connect, signIn, doors: given }
}

/** Each door that is open fails. */
function createDoorsConnector(baseUrl: string) {
  const connector = defineConnector({
    id: 'doors',
    name: 'Doors',
    baseUrl,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const check = connector.check({
    id: 'doors-locked',
    title: 'Doors are locked',
    severity: 'medium',
    controls: ['soc2:CC6.4'],
    async run(ctx) {
      for (const { id, name, severity, locked } of await ctx.get<Door[]>('/doors')) {
        const resource = { type: 'door', id, name }
        if (locked) ctx.pass({ resource, title: 'Locked', evidence: { locked } })
        else ctx.fail({ resource, severity, title: 'Door is open', remediation: 'Lock it.', evidence: { locked } })
      }
    },
  })
  return connector.with(check)
}
