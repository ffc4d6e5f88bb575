import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { SecretPlace } from '../../../../src/auth/vault.ts'
import { loadAead } from '../../../../src/service/store/keys/aead.ts'
import { createServiceMasterKeys, type KeyService } from '../../../../src/service/store/keys/master-keys.ts'
import { createVault } from '../../../../src/service/store/keys/seal.ts'
import { openStore } from '../../../../src/things/all-stores/open-store.ts'
import type { Store } from '../../../../src/things/all-stores/store.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'
import { createMasterKey, createMasterKeys } from '../../../things/all-stores/master-key.ts'
import { addOrganizations, createConnection, createCredentials } from '../../../things/all-stores/records.ts'
import { runChild } from '../../../things/all-stores/second-process.ts'

const place: SecretPlace = { organizationId: 'acme', ownerId: 'c1', field: 'api_key' }

describe('createVault()', () => {
  test('opens what it sealed, whatever the text and place', async () => {
    const { vault } = await openVault()
    const anyPlace = fc.record({
      organizationId: fc.constantFrom('acme', 'other', null),
      ownerId: fc.string(),
      field: fc.string(),
    })

    await fc.assert(
      fc.asyncProperty(anyPlace, fc.string({ unit: 'binary' }), async (where, text) => {
        expect(await vault.open(where, await vault.seal(where, text))).toBe(text)
      }),
    )
  })

  test('seals as v1.xc20p.<data key>.<nonce>.<ciphertext>, another text each time', async () => {
    const { store, vault } = await openVault()

    const [one, two] = [await vault.seal(place, 'secret'), await vault.seal(place, 'secret')]

    const dataKey = await store.dataKeys.find('acme')
    expect(one).toMatch(new RegExp(`^v1\\.xc20p\\.${dataKey?.id}\\.[A-Za-z0-9_-]{32}\\.[A-Za-z0-9_-]{30}$`))
    expect(two).not.toBe(one)
  })

  test.each<[string, SecretPlace]>([
    ['connection', { ...place, ownerId: 'c2' }],
    ['field', { ...place, field: 'access_token' }],
    ['organization', { ...place, organizationId: 'other' }],
    ['scope: the platform', { ...place, organizationId: null }],
    ['split of owner and field', { ...place, ownerId: 'c1api', field: '_key' }],
  ])('open() refuses a value that was moved to another %s', async (_, elsewhere) => {
    const { vault } = await openVault()
    const sealed = await vault.seal(place, 'hunter2')
    await vault.seal({ ...place, organizationId: 'other' }, 'x')
    await vault.seal({ ...place, organizationId: null }, 'x')

    await expect(vault.open(elsewhere, sealed)).rejects.toMatchObject({
      name: 'CredentialError',
      code: 'CREDENTIAL_UNREADABLE',
      message: expect.stringContaining(`The stored "${elsewhere.field}" of ${elsewhere.ownerId} cannot be opened`),
    })
  })

  test('open() refuses a value of another organization even under that one’s data key id', async () => {
    const { store, vault } = await openVault()
    const ours = await vault.seal(place, 'ours')
    await vault.seal({ ...place, organizationId: 'other' }, 'theirs')
    const theirKey = await store.dataKeys.find('other')
    const relabelled = ours.replace(/^v1\.xc20p\.[^.]+/, `v1.xc20p.${theirKey?.id}`)

    const opening = vault.open({ ...place, organizationId: 'other' }, relabelled)

    await expect(opening).rejects.toMatchObject({ code: 'CREDENTIAL_UNREADABLE' })
  })

  test('neither seals nor opens with a data key whose row was moved to another organization', async () => {
    const url = `sqlite:${join(createTempFolder(), 'store.db')}`
    const key = createMasterKey('k1')
    const { store, vault } = await openVault({ url, keys: createMasterKeys(key) })
    const sealed = await vault.seal(place, 'hunter2')
    moveDataKey(url, 'acme', 'other')
    const other = { ...place, organizationId: 'other' }
    const fresh = createVault({ keys: createMasterKeys(key), dataKeys: store.dataKeys })

    await expect(fresh.seal(other, 'x')).rejects.toMatchObject({ code: 'KEYS_INVALID' })
    await expect(fresh.open(other, sealed)).rejects.toMatchObject({ code: 'CREDENTIAL_UNREADABLE' })
  })

  test('open() holds a value to its organization even where a key service ignores the context it is given', async () => {
    const url = `sqlite:${join(createTempFolder(), 'store.db')}`
    const careless: KeyService = { wrap: async (dataKey) => dataKey, unwrap: async (wrapped) => wrapped }
    const { store, vault } = await openVault({ url, keys: createServiceMasterKeys(careless) })
    const sealed = await vault.seal(place, 'hunter2')
    moveDataKey(url, 'acme', 'other')
    const fresh = createVault({ keys: createServiceMasterKeys(careless), dataKeys: store.dataKeys })

    const opening = fresh.open({ ...place, organizationId: 'other' }, sealed)

    await expect(opening).rejects.toMatchObject({
      code: 'CREDENTIAL_UNREADABLE',
      message: expect.stringContaining('somebody changed it, or it was sealed for another place'),
    })
  })

  test('open() refuses any altered character', async () => {
    const { vault } = await openVault()
    const sealed = await vault.seal(place, 'hunter2')
    const altered = Array.from(sealed, (character, index) => {
      const other = character === 'A' ? 'B' : 'A'
      return sealed.slice(0, index) + other + sealed.slice(index + 1)
    })

    const opened = await Promise.allSettled(altered.map((text) => vault.open(place, text)))

    expect(opened.filter((attempt) => attempt.status === 'fulfilled')).toEqual([])
  })

  test.each([
    '',
    'plain text',
    'v1.xc20p',
    'v2.xc20p.a.b.c',
    'v1.none.a.b.c',
    'v1.xc20p.a.b.c.d',
    'v1.xc20p.a..',
    'v1.xc20p.__proto__.AA.AA',
  ])('open() answers CREDENTIAL_UNREADABLE to %j', async (text) => {
    const { vault } = await openVault()
    await vault.seal(place, 'x')

    await expect(vault.open(place, text)).rejects.toMatchObject({ code: 'CREDENTIAL_UNREADABLE', retryable: false })
  })

  test('open() refuses with another master key, naming it; nothing in the error comes near the secret', async () => {
    const { store, vault } = await openVault()
    const secret = 'canary-9f8e7d6c5b4a'
    const sealed = await vault.seal(place, secret)
    const stranger = createMasterKey('k2')
    const foreign = createVault({ keys: createMasterKeys(stranger), dataKeys: store.dataKeys })

    const error = await foreign.open(place, sealed).catch((thrown: unknown) => thrown)

    expect(error).toMatchObject({ name: 'CredentialError', code: 'CREDENTIAL_UNREADABLE' })
    expect(error).not.toHaveProperty('cause')
    expect(String(error)).toContain('master key "k1" is not among the configured ones (k2)')
    const printed = inspect(error, { depth: 10, showHidden: true })
    const [, , , , ciphertext = ''] = sealed.split('.')
    const dataKey = await store.dataKeys.find('acme')
    for (const material of [
      secret,
      ciphertext,
      dataKey?.wrapped ?? '',
      Buffer.from(stranger.bytes).toString('base64'),
    ]) {
      expect(printed).not.toContain(material)
    }
  })

  test('open() needs no current key: after a rotation the older one still opens', async () => {
    const [older, newer] = [createMasterKey('k1'), createMasterKey('k2')]
    const { store, vault } = await openVault({ keys: createMasterKeys(older) })
    const sealed = await vault.seal(place, 'secret')

    const rotated = createVault({ keys: createMasterKeys(newer, older), dataKeys: store.dataKeys })

    expect(await rotated.open(place, sealed)).toBe('secret')
    expect(await rotated.open(place, await rotated.seal(place, 'new'))).toBe('new')
  })

  test('seal() with a wrong key under a known id fails as KEYS_INVALID before anything is written', async () => {
    const { store, vault } = await openVault()
    await vault.seal(place, 'secret')
    const before = await store.dataKeys.list()
    const wrong = createVault({ keys: createMasterKeys(createMasterKey('k1')), dataKeys: store.dataKeys })

    const elsewhere = wrong.seal({ ...place, organizationId: 'other' }, 'x')

    await expect(elsewhere).rejects.toMatchObject({
      name: 'StoreError',
      code: 'KEYS_INVALID',
      message: expect.stringContaining('Master key "k1" (test) is not the key with this id that sealed the store'),
    })
    expect(await store.dataKeys.list()).toEqual(before)
  })

  test('seal() fails as KEYS_INVALID where the organization’s data key needs a master key that is missing', async () => {
    const { store, vault } = await openVault()
    await vault.seal(place, 'secret')
    const newOnly = createVault({ keys: createMasterKeys(createMasterKey('k2')), dataKeys: store.dataKeys })

    await expect(newOnly.seal(place, 'x')).rejects.toMatchObject({
      code: 'KEYS_INVALID',
      message: expect.stringContaining('master key "k1" is not among the configured ones (k2)'),
    })
  })

  test('seal() makes one data key per organization, for 30 first seals at once in two vaults', async () => {
    const key = createMasterKey('k1')
    const { store, vault } = await openVault({ keys: createMasterKeys(key) })
    const another = createVault({ keys: createMasterKeys(key), dataKeys: store.dataKeys })
    const vaults = Array.from({ length: 30 }, (_, index) => (index % 2 === 0 ? vault : another))

    const sealed = await Promise.all(vaults.map((each, index) => each.seal(place, `secret ${index}`)))

    expect(await store.dataKeys.list()).toHaveLength(1)
    const opened = await Promise.all(sealed.map((text) => vault.open(place, text)))
    expect(opened).toEqual(vaults.map((_, index) => `secret ${index}`))
  })

  test('seal() agrees with other processes on the first data key', async () => {
    const file = join(createTempFolder(), 'store.db')
    const key = createMasterKey('k1')
    const store = await addOrganizations(await openStore(`sqlite:${file}`))
    onTestFinished(() => store.close())
    const keyText = `k1:${Buffer.from(key.bytes).toString('base64')}`

    const children = await Promise.all([1, 2, 3].map(() => runChild('seal', [`sqlite:${file}`, keyText])))

    const vault = createVault({ keys: createMasterKeys(key), dataKeys: store.dataKeys })
    for (const { said } of children) expect(await vault.open(place, String(said))).toBe('from a child')
    expect(await store.dataKeys.list()).toHaveLength(1)
  })

  test('seal() refuses text that UTF-8 cannot hold, without repeating it', async () => {
    const { vault } = await openVault()

    await expect(vault.seal(place, 'hunter2\ud800')).rejects.toMatchObject({
      name: 'CredentialError',
      code: 'CREDENTIAL_INVALID',
      message: expect.stringMatching(/^The "api_key" of c1 is not valid Unicode(?!.*hunter2)/),
    })
  })

  test('seal() refuses an organization that does not exist', async () => {
    const { vault } = await openVault()

    await expect(vault.seal({ ...place, organizationId: 'nobody' }, 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('lets a failure of the store through: an unreadable store is not an unreadable credential', async () => {
    const { store, vault } = await openVault()
    const sealed = await vault.seal(place, 'secret')
    const fresh = createVault({ keys: createMasterKeys(createMasterKey('k1')), dataKeys: store.dataKeys })
    await store.close()

    await expect(fresh.open(place, sealed)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
  })

  test('holds unwrapped data keys in memory, no more than told', async () => {
    const service = await countingKeyService()
    const { store, vault } = await openVault({ keys: createServiceMasterKeys(service) })
    const sealedBy = async (organizationId: string) => ({
      place: { ...place, organizationId },
      text: await vault.seal({ ...place, organizationId }, organizationId),
    })
    const [acme, other] = [await sealedBy('acme'), await sealedBy('other')]
    const narrow = createVault({ keys: createServiceMasterKeys(service), dataKeys: store.dataKeys, cachedKeysMax: 1 })
    service.unwrapped = 0

    for (const { place, text } of [acme, acme, acme, other, other, acme]) await narrow.open(place, text)

    expect(service.unwrapped).toBe(3)
  })

  test('a key service that is away makes a credential unreadable for now, and readable when it is back', async () => {
    const service = await countingKeyService()
    const { store, vault } = await openVault({ keys: createServiceMasterKeys(service) })
    const sealed = await vault.seal(place, 'secret')
    const fresh = createVault({ keys: createServiceMasterKeys(service), dataKeys: store.dataKeys })

    service.away = true
    const whileAway = await fresh.open(place, sealed).catch((thrown: unknown) => thrown)
    const sealingWhileAway = await fresh.seal(place, 'x').catch((thrown: unknown) => thrown)
    service.away = false

    expect(whileAway).toMatchObject({ code: 'CREDENTIAL_UNREADABLE', retryable: true })
    expect(sealingWhileAway).toMatchObject({ code: 'KEYS_INVALID', retryable: true })
    expect(inspect([whileAway, sealingWhileAway], { depth: 10 })).not.toContain('kms-request-secret')
    expect(await fresh.open(place, sealed)).toBe('secret')
  })

  test('leaves not even the sealed value in the file once credentials are wiped', async () => {
    const file = join(createTempFolder(), 'store.db')
    const { store, vault } = await openVault({ url: `sqlite:${file}` })
    const values = { api_key: await vault.seal(place, 'x'.repeat(5_000)) }
    await store.connections.insert(createConnection('c1'), createCredentials({ values }))
    const [start, end] = [values.api_key.slice(0, 500), values.api_key.slice(-500)]

    await store.connections.wipeCredentials('c1')
    await store.close()

    const bytes = bytesOf(file)
    expect(bytes.includes('connections')).toBe(true)
    expect(bytes.includes(start)).toBe(false)
    expect(bytes.includes(end)).toBe(false)
  })

  test('leaves no plaintext in the database, its log or its index', async () => {
    const file = join(createTempFolder(), 'store.db')
    const canary = `canary-${randomBytes(24).toString('hex')}`
    const { store, vault } = await openVault({ url: `sqlite:${file}` })
    const values = { api_key: await vault.seal(place, canary) }
    await store.connections.insert(createConnection('c1'), createCredentials({ values }))

    const whileOpen = bytesOf(file, `${file}-wal`)
    await store.close()
    const afterwards = bytesOf(file)

    // The sealed value is there: the search would have found the plaintext in this place.
    expect(whileOpen.includes(values.api_key)).toBe(true)
    expect(afterwards.includes(values.api_key)).toBe(true)
    for (const form of ['utf8', 'utf16le', 'base64', 'hex'] as const) {
      const encoded = form === 'utf16le' ? Buffer.from(canary, form) : Buffer.from(Buffer.from(canary).toString(form))
      expect(whileOpen.includes(encoded)).toBe(false)
      expect(afterwards.includes(encoded)).toBe(false)
    }
  })
})

async function openVault({ keys = createMasterKeys(createMasterKey('k1')), url = 'memory:' } = {}): Promise<{
  store: Store
  vault: ReturnType<typeof createVault>
}> {
  const store = await addOrganizations(await openStore(url))
  onTestFinished(() => store.close())
  return { store, vault: createVault({ keys, dataKeys: store.dataKeys, clock: { nowMs: () => 1_000 } }) }
}

/** Changes that somebody with access to the database alone could make. */
function moveDataKey(url: string, from: string, to: string): void {
  const database = new DatabaseSync(url.slice('sqlite:'.length))
  const moved = database.prepare('UPDATE data_keys SET organization_id = ? WHERE organization_id = ?').run(to, from)
  database.close()
  expect(moved.changes).toBe(1)
}

/** A key service that really wraps, within this process; counts, and can be away. */
async function countingKeyService(): Promise<KeyService & { unwrapped: number; away: boolean }> {
  const aead = await loadAead()
  const key = randomBytes(32)
  const service = {
    unwrapped: 0,
    away: false,
    async wrap(dataKey: Uint8Array, context: Uint8Array) {
      if (service.away) throw new Error('kms-request-secret')
      const { nonce, ciphertext } = aead.encrypt(key, dataKey, context)
      return Buffer.concat([nonce, ciphertext])
    },
    async unwrap(wrapped: Uint8Array, context: Uint8Array) {
      if (service.away) throw new Error('kms-request-secret')
      service.unwrapped++
      return aead.decrypt(key, { nonce: wrapped.subarray(0, 24), ciphertext: wrapped.subarray(24) }, context)
    },
  }
  return service
}

/** Read by another process: closing a descriptor of an open SQLite file here would drop this process's locks on it. */
function bytesOf(...files: readonly string[]): Buffer {
  const present = files.filter((file) => existsSync(file))
  const program =
    'for (const file of process.argv.slice(1)) process.stdout.write(require("node:fs").readFileSync(file))'
  return spawnSync(process.execPath, ['-e', program, ...present], { maxBuffer: 1e8 }).stdout
}
