import { describe, expect, test } from 'vitest'
import { uniteRecords } from '../../src/inventory/merge-records.ts'
import type { StoredRecord } from '../../src/inventory/stored-record.ts'

const unite = (first: object, second: object): StoredRecord =>
  uniteRecords('account', { id: 'u1', ...first }, { id: 'u1', ...second })

describe('uniteRecords()', () => {
  test('unites lists, each value once and in order', () => {
    expect(unite({ roles: ['b', 'a'] }, { roles: ['a', 'c'] }).roles).toEqual(['a', 'b', 'c'])
  })

  test('does not know a list of which one half is not known', () => {
    expect(unite({ roles: ['a'] }, {}).roles).toBeUndefined()
    expect(unite({}, { roles: ['a'] }).roles).toBeUndefined()
  })

  test('takes what one of them says, and what both say alike', () => {
    expect(unite({ secondFactor: true }, {})).toMatchObject({ secondFactor: true })
    expect(unite({}, { secondFactor: false })).toMatchObject({ secondFactor: false })
    expect(unite({ lastActiveAt: null }, { lastActiveAt: null })).toMatchObject({ lastActiveAt: null })
  })

  test('does not know what they contradict each other in, and says so', () => {
    const united = unite({ secondFactor: true }, { secondFactor: false })

    expect(united.secondFactor).toBeUndefined()
    expect(united.unknown?.secondFactor).toContain('more than once')
  })

  test('lets no third record decide after a contradiction', () => {
    const third = { id: 'u1', secondFactor: true }

    const united = uniteRecords('account', unite({ secondFactor: true }, { secondFactor: false }), third)

    expect(united.secondFactor).toBeUndefined()
    expect(united.unknown?.secondFactor).toContain('more than once')
  })

  test('says that a status is unknown where two differ, and takes a known one over an unknown', () => {
    expect(unite({ status: 'active' }, { status: 'suspended' })).toMatchObject({ status: 'unknown' })
    expect(unite({ status: 'unknown' }, { status: 'active' })).toMatchObject({ status: 'active' })
  })

  test('keeps the first name, which only people look at', () => {
    const united = unite({ name: 'Ada' }, { name: 'A. Lovelace' })

    expect(united.name).toBe('Ada')
    expect(united.unknown).toBeUndefined()
  })
})
