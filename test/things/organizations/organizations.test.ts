import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/index.ts'
import { createKeyConnector } from '../runtime/keyed.ts'
import { openRuntimeWith } from '../runtime/world.ts'

describe('runtime.organizations', () => {
  test('create() takes an id or makes one; get() and list() find what was made', async () => {
    const clock = fixedClock('2026-05-01T12:00:00Z')
    const { runtime } = await openRuntimeWith({ connectors: [], clock })
    clock.advance(1)

    const named = await runtime.organizations.create({ id: 'org_1', name: 'One' })
    clock.advance(1)
    const unnamed = await runtime.organizations.create({ name: 'Two' })

    expect(named).toEqual({ id: 'org_1', name: 'One', createdAtMs: Date.parse('2026-05-01T12:00:00.001Z') })
    expect(unnamed.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(await runtime.organizations.get('org_1')).toEqual(named)
    expect(await runtime.organizations.get('nobody')).toBeUndefined()
    expect((await runtime.organizations.list()).map(({ id }) => id)).toEqual(['acme', 'other', 'org_1', unnamed.id])
  })

  test('create() refuses an id that is taken, and a name that is none', async () => {
    const { runtime } = await openRuntimeWith({ connectors: [] })

    await expect(runtime.organizations.create({ id: 'acme', name: 'Again' })).rejects.toMatchObject({
      code: 'STORE_CONFLICT',
    })
    await expect(runtime.organizations.create({ name: ' ' })).rejects.toThrow(TypeError)
    await expect(runtime.organizations.create({ id: '', name: 'Nameless' })).rejects.toThrow(TypeError)
  })
})

describe('runtime.organizations.shred()', () => {
  test("destroys one organization's credentials and apps, and nobody else's", async () => {
    const { runtime } = await openRuntimeWith({ connectors: [createKeyConnector('http://127.0.0.1')] })
    const credentials = { api_key: 'key-canary-77', region: 'eu' }
    const [ours, theirs] = await Promise.all(
      ['acme', 'other'].map((organizationId) =>
        runtime.connections.create({ connector: 'keyed', organizationId, credentials }),
      ),
    )

    await runtime.organizations.shred('acme')

    expect(await runtime.connections.get(ours?.id ?? '')).toMatchObject({
      state: 'disconnected',
      stateReason: "The organization's secrets were destroyed.",
    })
    expect(await runtime.connections.get(theirs?.id ?? '')).toMatchObject({ state: 'active' })
    await expect(runtime.runs.start({ connectionId: ours?.id ?? '' })).rejects.toMatchObject({
      code: 'CONNECTION_UNUSABLE',
    })
    await expect(runtime.organizations.shred('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const again = await runtime.connections.create({ connector: 'keyed', organizationId: 'acme', credentials })
    expect(again.state).toBe('active')
  })
})

describe('runtime.users', () => {
  const ada = { organizationId: 'acme', id: 'usr_1', name: 'Ada', email: 'ada@example.com' }

  test('put() makes or replaces a person of one organization', async () => {
    const { runtime } = await openRuntimeWith({ connectors: [] })

    const made = await runtime.users.put(ada)
    await runtime.users.put({ ...ada, name: 'Ada Lovelace', image: 'https://example.com/a.png', deactivated: true })

    expect(made).toEqual({ ...ada, image: null, deactivated: null })
    expect(await runtime.users.find({ organizationId: 'acme', userId: 'usr_1' })).toEqual({
      ...ada,
      name: 'Ada Lovelace',
      image: 'https://example.com/a.png',
      deactivated: true,
    })
    expect(await runtime.users.find({ organizationId: 'other', userId: 'usr_1' })).toBeUndefined()
    await expect(runtime.users.put({ ...ada, organizationId: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
