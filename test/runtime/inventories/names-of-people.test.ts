import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { fakeVendor } from '../../../src/testing/index.ts'
import { openPages } from '../../web/world.ts'
import { createRecordingLogger } from '../log.ts'
import { registerSdk, type Sdk } from '../telemetry/sdk.ts'
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
      ...{ id: `canary-id-${id}`, name: `CanaryName ${id}`, email: `canary-mail-${id}@example.com` },
      roles: ['canary-role'],
    })),
  }
  const vendor = await fakeVendor({ routes: answerDirectory(directory) })
  onTestFinished(() => vendor.close())
  const logger = createRecordingLogger()
  const { runtime, get, lines } = await openPages({ connectors: [createDirectoryConnector(vendor.url)], logger })
  const { id } = await runtime.connections.create({
    ...{ connector: 'directory', organizationId: 'acme', credentials: { api_key: 'key-91' } },
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
