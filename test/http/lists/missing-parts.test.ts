import { describe, expect, test } from 'vitest'
import { findMissingPart, tellOfMissing } from '../../../src/http/lists/missing-parts.ts'

describe('findMissingPart()', () => {
  test.each([
    [
      { items: [], unreachable: ['us-east1'] },
      { name: 'unreachable', says: 'names 1', isBesideList: true },
    ],
    [
      { items: [], Unreachables: ['a', 'b'] },
      { name: 'Unreachables', says: 'names 2', isBesideList: true },
    ],
    [{ warning: { code: 'UNREACHABLE' } }, { name: 'warning', says: 'says UNREACHABLE', isBesideList: false }],
    [
      { warnings: [{ code: 'OK' }, { code: 'REGION_UNREACHABLE' }] },
      { name: 'warnings', says: 'says REGION_UNREACHABLE' },
    ],
    [{ warnings: [{ code: 'partialSuccess' }] }, { name: 'warnings', says: 'says so' }],
  ])('finds in %j what is missing', (body, found) => {
    expect(findMissingPart(body)).toMatchObject(found)
  })

  test.each([
    [{ unreachable: [] }],
    [{ unreachable: [{ host: 'a' }] }],
    [{ unreachable: 'none' }],
    [{ warnings: [{ code: 'DEPRECATED' }] }],
    [{ warnings: [null, 1, 'UNREACHABLE'] }],
    [{ unreachableHosts: ['a'] }],
    [['unreachable']],
    [null],
    ['unreachable'],
  ])('finds nothing in %j', (body) => {
    expect(findMissingPart(body)).toBeUndefined()
  })

  test('leaves out what the connector names in notMore, in any case, and goes on behind it', () => {
    const body = { unreachable: ['a'], warning: { code: 'UNREACHABLE' } }

    expect(findMissingPart(body, ['Unreachable'])).toMatchObject({ name: 'warning' })
    expect(findMissingPart(body, ['unreachable', 'WARNING'])).toBeUndefined()
  })

  test('shows no text of the vendor except a plain code', () => {
    const part = findMissingPart({ warning: { code: 'UNREACHABLE \u001b[2J <script>' } })

    expect(part && tellOfMissing('/things', part)).not.toMatch(/script|\u001b/)
  })
})
