import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createFindingId, type FindingPlace, findingNamespace } from '../../../src/checks/results/finding-id.ts'

const place: FindingPlace = {
  connectorId: 'github',
  connectionId: undefined,
  checkId: 'branch-protection',
  resource: { type: 'repository', id: 'acme/website' },
}

/** UUIDv5 by RFC 9562 §5.5, written out. */
function uuid5(name: string): string {
  const namespace = Buffer.from(findingNamespace.replaceAll('-', ''), 'hex')
  const bytes = createHash('sha1').update(namespace).update(name, 'utf8').digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

describe('createFindingId()', () => {
  test('stays what it was: bundles and waivers of customers hold it', () => {
    expect(findingNamespace).toBe('b1d5c0de-7c1e-5f1a-9d1b-3f6f0a9d4c21')
    expect(createFindingId(place)).toBe('813e8fae-5275-5ab8-a093-08de31dd5c7d')
  })

  test('is the UUIDv5 of the JSON array of connector, connection, check, type and id', () => {
    expect(createFindingId(place)).toBe(uuid5('["github","","branch-protection","repository","acme/website"]'))
    expect(createFindingId({ ...place, connectionId: 'c1', resource: { type: 'ü', id: '"' } })).toBe(
      uuid5('["github","c1","branch-protection","ü","\\""]'),
    )
  })

  test('differs with each part, and not with the name', () => {
    const others: FindingPlace[] = [
      { ...place, connectorId: 'gitlab' },
      { ...place, connectionId: 'c1' },
      { ...place, checkId: 'other' },
      { ...place, resource: { type: 'repo', id: 'acme/website' } },
      { ...place, resource: { type: 'repository', id: 'acme' } },
    ]

    expect(new Set([place, ...others].map(createFindingId)).size).toBe(6)
    expect(createFindingId({ ...place, resource: { ...place.resource, name: 'Website' } })).toBe(createFindingId(place))
  })
})
