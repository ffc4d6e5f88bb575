import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { fakeVendor } from '../../../src/author/testing/index.ts'
import { defineConnector } from '../../../src/define/index.ts'
import { openPages } from '../../app/pages/world.ts'
import { registerSdk, type Sdk } from '../../service/telemetry/sdk.ts'
import { createRecordingLogger } from '../runtime/log.ts'
import { answerDirectory, createDirectoryConnector, type Directory, runToEnd } from './directory.ts'

let sdk: Sdk
beforeAll(() => {
  sdk = registerSdk()
})
afterAll(() => sdk.close())

/** What a vendor says of two people, and of nobody else. */
const said = /CanaryName|canary-mail|canary-id|canary-role/i

test('what vendors say of people is in no URL, audit entry, log, span or metric, also of a list that fails', async () => {
  const directory: Directory = {
    people: ['1', '2'].map((id) => ({
      id: `canary-id-${id}`,
      name: `CanaryName ${id}`,
      email: `canary-mail-${id}@example.com`,
      roles: ['canary-role'],
    })),
  }
  const vendor = await fakeVendor({ routes: answerDirectory(directory) })
  onTestFinished(() => vendor.close())
  const logger = createRecordingLogger()
  const { runtime, get, lines } = await openPages({ connectors: [createDirectoryConnector(vendor.url)], logger })
  const { id } = await runtime.connections.create({
    connector: 'directory',
    organizationId: 'acme',
    credentials: { api_key: 'key-91' },
  })
  const at = `/connections/${id}/inventories`

  await runToEnd(runtime, id)
  const answers = [await get(at), await get(`${at}/account`), await get(`/connections/${id}`)]
  for (const format of ['csv', 'json', 'ocsf']) answers.push(await get(`${at}/account/${format}`))
  // The same id says two things, so that the list is not complete, and its reason names the id: only where people read it.
  directory.people = [...(directory.people ?? []), { id: 'canary-id-1', name: 'CanaryName 3', email: null, roles: [] }]
  await runToEnd(runtime, id)
  answers.push(await get(`${at}/account`))

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(answers[1]?.text).toMatch(said)
  const links = answers.flatMap(({ text }) =>
    [...text.matchAll(/(?:href|action|src)="([^"]*)"/g)].map(([, url]) => url),
  )
  expect(links.filter((url) => said.test(url ?? ''))).toEqual([])
  expect(answers.map(({ headers }) => inspect([...headers])).filter((text) => said.test(text))).toEqual([])
  const audit = await runtime.audit.list({ organizationId: 'acme' })
  expect(audit.filter(({ action }) => action === 'inventory.read')).toHaveLength(5)
  expect(JSON.stringify(audit)).not.toMatch(said)
  expect(logger.lines.length).toBeGreaterThan(0)
  expect(inspect([logger.lines, lines], { depth: null, maxArrayLength: null, maxStringLength: null })).not.toMatch(said)
  const spans = sdk.spans.map(({ name, attributes, events, status }) => ({ name, attributes, events, status }))
  expect(spans.length).toBeGreaterThan(0)
  const told = JSON.stringify([spans, await sdk.metrics()])
  expect(told).not.toMatch(said)
})

/** Asks the vendor for each person by what the vendor says of them, as many lists have to. */
function createAskingConnector(baseUrl: string) {
  const asking = defineConnector({
    id: 'asking',
    name: 'Asking',
    baseUrl,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const accounts = asking.inventory({
    of: 'account',
    tells: ['email', 'roles'],
    covers: ['members'],
    async *list(ctx) {
      for (const { id, name, email } of await ctx.get<{ id: string; name: string; email: string }[]>('/people')) {
        const roles = await ctx.get<string[]>(`/people/${id}/roles`, { query: { email, name } })
        ctx.log(`Read ${name}`, { email })
        ctx.log(`Roles of ${id}`, { roles })
        yield { id, name, kind: 'person', status: 'active', email, roles }
      }
    },
  })
  return asking.with(accounts)
}

test('a request that names a person leaves no name in spans, metrics, logs or the audit log, answered or refused', async () => {
  const people = ['1', '2'].map((id) => ({
    id: `canary-id-${id}`,
    name: `CanaryName ${id}`,
    email: `canary-mail-${id}@example.com`,
  }))
  let isRefusing = false
  const vendor = await fakeVendor({
    routes: {
      'GET /people': { json: people },
      'GET /people/canary-id-1/roles': { json: ['canary-role'] },
      'GET /people/canary-id-2/roles': () =>
        isRefusing ? { status: 400, json: { error: 'CanaryName 2 has none' } } : { json: [] },
    },
  })
  onTestFinished(() => vendor.close())
  const logger = createRecordingLogger()
  const { runtime, lines } = await openPages({ connectors: [createAskingConnector(vendor.url)], logger })
  const { id } = await runtime.connections.create({
    connector: 'asking',
    organizationId: 'acme',
    credentials: { api_key: 'key-91' },
  })
  const before = sdk.spans.length

  const whole = await runToEnd(runtime, id)
  isRefusing = true
  const refused = await runToEnd(runtime, id)

  expect([whole, refused].map(({ inventories }) => inventories?.[0]?.complete)).toEqual([true, false])
  expect(vendor.requests.filter(({ path }) => said.test(path))).toHaveLength(4)
  const spans = sdk.spans
    .slice(before)
    .map(({ name, attributes, events, status }) => ({ name, attributes, events, status }))
  expect(spans.filter(({ name }) => name === 'GET')).toHaveLength(6)
  expect(JSON.stringify([spans, await sdk.metrics()])).not.toMatch(said)
  expect(logger.lines.map(({ level }) => level)).toContain('warn')
  expect(inspect([logger.lines, lines], { depth: null, maxArrayLength: null, maxStringLength: null })).not.toMatch(said)
  expect(JSON.stringify(await runtime.audit.list({ organizationId: 'acme' }))).not.toMatch(said)
})
