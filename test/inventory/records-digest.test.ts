import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { RecordsDigest } from '../../src/inventory/records-digest.ts'

describe('RecordsDigest', () => {
  test('is the SHA-256 of one canonical line for each record, whatever the order of its members', () => {
    const digest = new RecordsDigest()
    digest.add({ id: 'a1', status: 'active', name: 'Ada\u2028Lovelace' })
    digest.add({ status: 'deleted', id: 'a2' })

    const lines = '{"id":"a1","name":"Ada\\u2028Lovelace","status":"active"}\n{"id":"a2","status":"deleted"}\n'
    expect(digest.finish()).toBe(createHash('sha256').update(lines).digest('hex'))
  })

  test('of no record is that of an empty text', () => {
    expect(new RecordsDigest().finish()).toBe(createHash('sha256').digest('hex'))
  })
})
