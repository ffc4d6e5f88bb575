import { expect, test } from 'vitest'
import type { IdempotencyRecord } from '../../../../src/service/records/idempotency.ts'
import { hostileTexts, openMemoryStore } from '../../../things/all-stores/memory-store.ts'

function createRecord(changes: Partial<IdempotencyRecord> = {}): IdempotencyRecord {
  return {
    organizationId: 'acme',
    actor: 'user:ada',
    key: 'k',
    digest: 'd',
    status: null,
    answer: null,
    expiresAtMs: 2_000,
    ...changes,
  }
}

test('idempotency.reserve() takes an expired key over, and forgets the earlier answer', async () => {
  const { idempotency } = await openMemoryStore()
  await idempotency.reserve(createRecord(), 1_000)
  await idempotency.complete(createRecord(), { status: 201, answer: '{"id":1}' })
  const next = createRecord({ digest: 'e', expiresAtMs: 4_000 })

  expect(await idempotency.reserve(next, 1_999)).toMatchObject({ digest: 'd', status: 201 })
  expect(await idempotency.reserve(next, 2_000)).toBeUndefined()
  expect(await idempotency.reserve(createRecord(), 2_001)).toEqual(next)
})

test('idempotency.complete() and release() reach no other actor and no other organization', async () => {
  const { idempotency } = await openMemoryStore()
  const others = [createRecord({ actor: 'user:bob' }), createRecord({ organizationId: 'other' })]
  for (const record of [createRecord(), ...others]) await idempotency.reserve(record, 1_000)

  await idempotency.release(createRecord())
  await idempotency.complete(createRecord(), { status: 201, answer: '{}' })

  for (const record of others) expect(await idempotency.reserve(record, 1_000)).toEqual(record)
  expect(await idempotency.reserve(createRecord(), 1_000)).toBeUndefined()
})

test('idempotency.reserve() tells keys of hostile texts apart', async () => {
  const { idempotency } = await openMemoryStore()

  for (const key of hostileTexts) expect(await idempotency.reserve(createRecord({ key }), 1_000)).toBeUndefined()
  for (const key of hostileTexts) expect(await idempotency.reserve(createRecord({ key }), 1_000)).toMatchObject({ key })
})
