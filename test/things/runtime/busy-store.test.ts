import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { startTokenGate } from './token-gate.ts'
import { connect, openAcmeRuntime, runStored, startTestServers } from './world.ts'

test('a store that is busy for longer than it is waited for loses no refreshed token', async () => {
  const file = join(createTempFolder(), 'store.db')
  const world = await startTestServers()
  const gate = await startTokenGate(world.urls.tokenUrl)
  const { runtime } = await openAcmeRuntime(world, { store: `sqlite:${file}`, config: { tokenUrl: gate.url } })
  const { id } = await connect(runtime)
  world.oauth.expireAccessTokens()
  gate.after = () => {
    const database = new DatabaseSync(file)
    database.exec('BEGIN IMMEDIATE')
    // The store gives up after 5 s.
    setTimeout(() => database.close(), 5_100)
  }

  const result = await runStored(runtime, id)

  expect(result.checks[0]).toMatchObject({ status: 'fail', complete: true })
  world.oauth.expireAccessTokens()
  gate.after = () => undefined
  expect(await runtime.connections.test(id)).toEqual({ ok: true })
  expect(gate.asked).toEqual(['authorization_code', 'refresh_token', 'refresh_token'])
})
