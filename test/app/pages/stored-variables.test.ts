import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type AnyConnector, defineConnector, type Variable } from '../../../src/define/index.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { openRuntimeWith } from '../../things/runtime/world.ts'
import { openPages } from './world.ts'

function createVault(variables: readonly Variable[]): AnyConnector {
  return defineConnector({
    id: 'vault',
    name: 'Vault',
    baseUrl: 'https://api.vault.example',
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
    variables,
  })
}

const most = (id: string, extras: object = {}): Variable => ({ id, label: 'Most', type: 'number', ...extras })

/** The pages of the next version, over a connection that the version before has stored. */
async function openNextVersion(next: readonly Variable[]) {
  const common = { store: `sqlite:${join(createTempFolder(), 'checkwright.db')}`, keys: makeKeyText() }
  const before = await openRuntimeWith({ ...common, connectors: [createVault([most('max_owners')])] })
  const { id } = await before.runtime.connections.create({
    connector: 'vault',
    organizationId: 'acme',
    credentials: { api_key: 'key-of-nobody-4tGh8wQz' },
    variables: { max_owners: 2 },
  })
  await before.runtime.close()
  return { id, at: `/connections/${id}`, ...(await openPages({ ...common, connectors: [createVault(next)] })) }
}

test.each([
  ['others', [most('max_administrators')], 'name="variable.max_administrators"'],
  ['none', [], 'max_owners: 2'],
])(
  'a value for a variable that the connector no longer has is shown until somebody saves, where it has %s',
  async (_name, next, shown) => {
    const { get, post, at, id, runtime } = await openNextVersion(next)

    const before = (await get(at)).text
    await post(at, `${at}/variables`)
    const after = (await get(at)).text

    expect(before).toContain('max_owners: 2')
    expect(before).toContain(shown)
    expect(after).not.toContain('max_owners')
    expect((await runtime.connections.get(id))?.variables).toEqual({})
  },
)

test('a value under an earlier id is shown under the one of today, and saved so', async () => {
  const { get, post, at, id, runtime } = await openNextVersion([most('limit', { renamed: ['max_owners'] })])

  const before = (await get(at)).text
  await post(at, `${at}/variables`, { 'variable.limit': '2' })

  expect(before).toMatch(/name="variable.limit"[^>]* value="2"/)
  expect(before).not.toContain('max_owners')
  expect((await runtime.connections.get(id))?.variables).toEqual({ limit: 2 })
})
