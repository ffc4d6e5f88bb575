import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { defineConnector } from '../../../src/define/index.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { openRuntimeWith } from '../runtime/world.ts'

test('a run whose connection was altered while it waited can be ended', async () => {
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const acme = defineConnector({
    id: 'acme',
    name: 'Acme',
    version: '1.0.0',
    baseUrl: 'https://acme.example',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const slow = acme.check({
    id: 'slow',
    title: 'Slow',
    onEmpty: 'pass',
    async run() {
      begun.resolve()
      await gate.promise
    },
  })
  const file = join(createTempFolder(), 'store.db')
  const { runtime } = await openRuntimeWith({
    connectors: [acme.with(slow)],
    store: `sqlite:${file}`,
    keys: makeKeyText(),
  })
  const credentials = { api_key: 'key-of-acme-1234567890' }
  const { id } = await runtime.connections.create({ connector: 'acme', organizationId: 'acme', credentials })
  const first = await runtime.runs.start({ connectionId: id })
  const second = await runtime.runs.start({ connectionId: id })
  await begun.promise
  const database = new DatabaseSync(file)
  database.exec("UPDATE connections SET variables = 'altered'")
  database.close()
  gate.resolve()
  await first.result
  await expect.poll(async () => (await runtime.runs.get({ id: second.id }))?.status).toBe('running')

  await runtime.runs.cancel({ id: second.id, organizationId: 'acme' })

  expect(await second.result).toMatchObject({ id: second.id, status: 'error', checks: [] })
  expect(await runtime.runs.get({ id: second.id })).toMatchObject({ status: 'cancelled' })
}, 20_000)
