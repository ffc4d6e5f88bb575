import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createHost } from '../../src/app/host/index.ts'
import { fakeVendor } from '../../src/author/testing/index.ts'
import { createRuntime } from '../../src/things/runtime/create-runtime.ts'
import { createFolder, keys } from '../app/command.ts'
import { admin, createBrowserClient } from '../app/pages/world.ts'
import {
  answerDirectory,
  createDirectoryConnector,
  type Directory,
  runToEnd,
  twoPeople,
} from '../things/inventories/directory.ts'
import { publicUrl } from '../things/runtime/world.ts'

test('who has access: from the vendor to store, API, files and page, and gone for good', async () => {
  const directory: Directory = { people: twoPeople }
  const vendor = await fakeVendor({ routes: answerDirectory(directory) })
  onTestFinished(() => vendor.close())
  const store = `sqlite:${join(createFolder(), 'flow.db')}`
  const connectors = [createDirectoryConnector(vendor.url)]
  const runtime = await createRuntime({ connectors, store, keys, publicUrl, allowPrivateNetwork: true })
  onTestFinished(() => runtime.close())
  const connect = async (organizationId: string) => {
    await runtime.organizations.create({ id: organizationId, name: organizationId })
    const credentials = { api_key: 'key-canary-91' }
    const { id } = await runtime.connections.create({ connector: 'directory', organizationId, credentials })
    await runToEnd(runtime, id)
    return id
  }
  const [acme, other] = [await connect('acme'), await connect('other')]
  const { key } = await runtime.apiKeys.create({ organizationId: 'acme', scopes: ['people:read'] })
  const { fetch } = createHost({ runtime, session: { person: () => admin } })
  const ask = (path: string) =>
    fetch(
      new Request(`${publicUrl}/v1/integrations/connections/${acme}/inventories${path}`, {
        headers: { 'x-api-key': key },
      }),
    )
  const browser = createBrowserClient(fetch)

  const [api, csv, ocsf, page] = [
    await (await ask('/account')).json(),
    await (await ask('/account?format=csv')).text(),
    await (await ask('/account?format=ocsf')).text(),
    (await browser.get(`/connections/${acme}/inventories/account`)).text,
  ]
  expect(api).toMatchObject({ data: twoPeople.map(({ id }) => ({ id })), nextCursor: null })
  expect(csv).toContain('u1,Ada,person,active,ada@example.com,')
  expect(JSON.parse(ocsf.split('\n')[0] ?? '')).toMatchObject({
    class_uid: 5003,
    user: { email_addr: 'ada@example.com' },
  })
  expect(page).toContain('ada@example.com')

  await runtime.connections.disconnect(acme)
  await runtime.organizations.shred('other')

  expect((await ask('/account')).status).toBe(404)
  expect(await (await ask('')).json()).toEqual({ data: [] })
  expect((await browser.get(`/connections/${acme}/inventories/account`)).status).toBe(404)
  expect(await runtime.inventories.list({ connectionId: other })).toEqual([])
})
