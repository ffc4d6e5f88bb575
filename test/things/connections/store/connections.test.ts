import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../../../src/things/all-stores/open-store.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'
import { addOrganizations, createConnection, createCredentials, run } from '../../all-stores/records.ts'

test('wipeCredentials() disconnects although lists cannot be deleted yet, and retention deletes them later', async () => {
  const file = join(createTempFolder(), 'checks.db')
  const store = await addOrganizations(await openStore(`sqlite:${file}`))
  onTestFinished(() => store.close())
  await store.connections.insert(createConnection('c1'), createCredentials())
  await store.runs.insert(run('r1', { finishedAtMs: 1_000 }))
  const list = { organizationId: 'acme', connectionId: 'c1', of: 'account', part: null, runId: 'r1' } as const
  const pieces = async function* () {
    yield { from: 0, count: 1, sealed: 'sealed' }
  }
  await store.inventories.stage({ id: 'i1', ...list, readAtMs: 1_000, count: 1 }, pieces())
  const database = new DatabaseSync(file)
  onTestFinished(() => database.close())
  database.exec(`create trigger full_disk before delete on inventory_pieces begin select raise(abort, 'full'); end`)

  await store.connections.wipeCredentials('c1', { changes: { state: 'disconnected' }, nowMs: 2_000 })
  database.exec('drop trigger full_disk')
  const swept = await store.inventories.dropLeftovers(1_000)

  expect(await store.connections.find('c1')).toMatchObject({ state: 'disconnected' })
  expect(swept.gone).toBe(1)
})
