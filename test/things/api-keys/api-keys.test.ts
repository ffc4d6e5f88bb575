import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/index.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { openRuntimeWith } from '../runtime/world.ts'

const start = '2026-05-01T12:00:00.000Z'

async function keys() {
  const clock = fixedClock(start)
  const file = join(createTempFolder(), 'store.db')
  const { runtime } = await openRuntimeWith({ connectors: [], clock, store: `sqlite:${file}` })
  return { clock, file, apiKeys: runtime.apiKeys }
}

describe('runtime.apiKeys', () => {
  test('create() makes no more keys than the organization may have, of many that are asked for at once', async () => {
    const { runtime } = await openRuntimeWith({ connectors: [], quotas: { apiKeys: 5 } })
    const create = () => runtime.apiKeys.create({ organizationId: 'acme', scopes: [] })

    const made = await Promise.allSettled(Array.from({ length: 20 }, create))

    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await runtime.apiKeys.list({ organizationId: 'acme' })).toHaveLength(5)
  })

  test('create() shows the key once; the store has its hash alone', async () => {
    const { apiKeys, file } = await keys()

    const { id, key } = await apiKeys.create({ organizationId: 'acme', scopes: ['organization:read'] })

    const database = new DatabaseSync(file, { readOnly: true })
    const row = JSON.stringify(database.prepare('SELECT * FROM api_keys').get())
    database.close()
    expect(key).toMatch(/^cw_[0-9a-f]{24}_[A-Za-z0-9_-]{43}$/)
    expect(key.split('_')[1]).toBe(id)
    expect(row).not.toContain(key.slice(-43))
    expect(await apiKeys.list({ organizationId: 'acme' })).toEqual([
      {
        id,
        organizationId: 'acme',
        userId: undefined,
        countsFor: `api-key:${id}`,
        scopes: ['organization:read'],
        createdAt: start,
        expiresAt: undefined,
        revokedAt: undefined,
        lastUsedAt: undefined,
      },
    ])
    expect(await apiKeys.list({ organizationId: 'other' })).toEqual([])
  })

  test('verify() gives a valid key and notes its use, to the minute', async () => {
    const { apiKeys, clock } = await keys()
    const { id, key } = await apiKeys.create({ organizationId: 'acme', scopes: ['organization:read'] })
    const lastUsedAt = async () => (await apiKeys.list({ organizationId: 'acme' }))[0]?.lastUsedAt

    const verified = await apiKeys.verify(key)
    clock.advance(59_999)
    await apiKeys.verify(key)
    const within = await lastUsedAt()
    clock.advance(1)
    await apiKeys.verify(key)

    expect(verified).toMatchObject({ id, organizationId: 'acme', scopes: ['organization:read'] })
    expect(within).toBe(start)
    expect(await lastUsedAt()).toBe('2026-05-01T12:01:00.000Z')
  })

  test('verify() gives undefined from the moment of expiry and after revoke(), which is for the own organization', async () => {
    const { apiKeys, clock } = await keys()
    const expiring = await apiKeys.create({
      organizationId: 'acme',
      scopes: [],
      expiresAt: new Date(Date.parse(start) + 1_000),
    })
    const lasting = await apiKeys.create({ organizationId: 'acme', scopes: [] })

    clock.advance(999)
    const before = await apiKeys.verify(expiring.key)
    clock.advance(1)
    const after = await apiKeys.verify(expiring.key)
    const foreign = await apiKeys.revoke({ organizationId: 'other', id: lasting.id })
    const unrevoked = await apiKeys.verify(lasting.key)
    const revoked = await apiKeys.revoke({ organizationId: 'acme', id: lasting.id })

    expect([before !== undefined, after, foreign, unrevoked !== undefined, revoked]).toEqual([
      true,
      undefined,
      false,
      true,
      true,
    ])
    expect(await apiKeys.verify(lasting.key)).toBeUndefined()
  })

  test('create() refuses what is no date, no list of scopes and no organization', async () => {
    const { apiKeys } = await keys()
    const create = (more: object) => apiKeys.create({ organizationId: 'acme', scopes: [], ...more })

    await expect(create({ expiresAt: 'tomorrow' })).rejects.toThrow(TypeError)
    await expect(create({ scopes: 'organization:read' })).rejects.toThrow(TypeError)
    await expect(create({ scopes: ['everything'] })).rejects.toThrow('there is no scope "everything"')
    await expect(create({ organizationId: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
