import { expect, test } from 'vitest'
import { de } from '../../../../src/things/all-texts/de.ts'
import { en } from '../../../../src/things/all-texts/en.ts'
import { formatListNames, formatRecordCount } from '../../../../src/things/pages/shared/name-lists.ts'

const lists = [{ of: 'account' }, { of: 'credential', part: 'iam' }, { of: 'device', part: null }] as const

test('lists are named in the language of the page, with their parts', () => {
  expect(formatListNames(en, lists)).toBe('accounts, credentials (iam) and devices')
  expect(formatListNames(de, lists)).toBe('Konten, Zugangsschlüssel (iam) und Geräte')
})

test('a number of records has its own form for one, and separators for many', () => {
  expect(formatRecordCount(en, { of: 'vulnerability', count: 1 })).toBe('1 vulnerability')
  expect(formatRecordCount(en, { of: 'account', part: 'iam', count: 12_000 })).toBe('12,000 accounts (iam)')
  expect(formatRecordCount(de, { of: 'account', count: 1 })).toBe('1 Konto')
  expect(formatRecordCount(de, { of: 'account', part: 'iam', count: 12_000 })).toBe('12.000 Konten (iam)')
})
