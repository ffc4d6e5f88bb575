import { randomBytes } from 'node:crypto'
import { EncryptJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { fixedClock } from '../../../src/author/testing/vendor/fixed-clock.ts'
import { openFlow, sealFlow } from '../../../src/things/sign-in/sign-in-flow.ts'

const key = randomBytes(32)
const clock = fixedClock('2026-01-01T00:00:00Z')
const parts = { secret: async () => key, clock }
const flow = { issuerId: 'issuer-1', state: 'state-1', nonce: 'nonce-1', verifier: 'verifier-1' }

function seal(payload: Record<string, unknown>, by: Uint8Array = key): Promise<string> {
  return new EncryptJWT(payload)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(Math.floor(clock.nowMs() / 1000) + 60)
    .encrypt(by)
}

describe('openFlow()', () => {
  test('gives what was sealed, and nothing beside it', async () => {
    const opened = await openFlow(parts, await sealFlow(parts, { ...flow, invitation: 'token', fresh: true }))

    expect(opened).toEqual({ ...flow, invitation: 'token', fresh: true })
  })

  test.each<[string, Record<string, unknown>]>([
    ['without a nonce', { ...flow, nonce: undefined }],
    ['with a state that is no text', { ...flow, state: ['state-1', 'state-2'] }],
    ['with an invitation that is no text', { ...flow, invitation: 7 }],
    ['with a freshness that is no boolean', { ...flow, fresh: 'no' }],
  ])('takes nothing %s, though it is sealed by the right key', async (_what, payload) => {
    expect(await openFlow(parts, await seal(payload))).toBeUndefined()
  })

  test('takes nothing that another key sealed, nor what is no JWT', async () => {
    expect(await openFlow(parts, await seal(flow, randomBytes(32)))).toBeUndefined()
    expect(await openFlow(parts, 'x')).toBeUndefined()
    expect(await openFlow(parts, await seal(flow))).toEqual(flow)
  })
})
