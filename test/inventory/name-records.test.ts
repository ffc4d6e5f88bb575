import { expect, test } from 'vitest'
import { inventoryKinds } from '../../src/define/index.ts'
import { formatListNames, formatRecordCount } from '../../src/inventory/name-records.ts'

test('formatRecordCount() counts the records of each kind in words, and names the part', () => {
  expect(inventoryKinds.map((of) => formatRecordCount({ of, count: 2 }))).toEqual([
    ...['2 accounts', '2 persons', '2 devices', '2 credentials', '2 applications', '2 vulnerabilities', '2 trainings'],
  ])
  expect(formatRecordCount({ of: 'vulnerability', count: 1 })).toBe('1 vulnerability')
  expect(formatRecordCount({ of: 'credential', part: 'iam', count: 1_200 })).toBe('1,200 credentials (iam)')
})

test('formatListNames() names one list, or several', () => {
  expect(formatListNames([{ of: 'account' }])).toBe('accounts')
  expect(formatListNames([{ of: 'account' }, { of: 'credential', part: 'iam' }, { of: 'person', part: null }])).toBe(
    'accounts, credentials (iam) and persons',
  )
})
