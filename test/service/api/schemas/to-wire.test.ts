import { z } from '@hono/zod-openapi'
import { describe, expect, test } from 'vitest'
import { toWire } from '../../../../src/service/api/schemas/to-wire.ts'

const Key = z.object({
  id: z.string(),
  name: z.string().nullable(),
  scopes: z.array(z.string()),
  createdAt: z.string(),
  revokedAt: z.string().nullable(),
})
const key = { id: 'k', name: 'CI', scopes: ['a'], createdAtMs: 0, revokedAtMs: null }

describe('toWire()', () => {
  test('shows times in ISO 8601, and a time that is not there as null', () => {
    expect(toWire(Key, key)).toEqual({
      id: 'k',
      name: 'CI',
      scopes: ['a'],
      createdAt: '1970-01-01T00:00:00.000Z',
      revokedAt: null,
    })
  })

  test('shows what is undefined as null', () => {
    expect(toWire(Key, { ...key, name: undefined }).name).toBeNull()
  })

  test('shows the members of the schema in its order, and no secret that the value has beside them', () => {
    const wire = toWire(Key, { hash: 'secret', ...key })

    expect(Object.keys(wire)).toEqual(Object.keys(Key.shape))
    expect(JSON.stringify(wire)).not.toContain('secret')
  })

  test('keeps a member that is false, 0 or empty', () => {
    const Counts = z.object({ isOpen: z.boolean(), count: z.number(), text: z.string() })

    expect(toWire(Counts, { isOpen: false, count: 0, text: '' })).toEqual({ isOpen: false, count: 0, text: '' })
  })
})
