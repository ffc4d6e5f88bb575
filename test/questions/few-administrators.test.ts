import { describe, expect, test } from 'vitest'
import { judgeAdministrators, readAdministrator } from '../../src/questions/few-administrators.ts'
import type { QuestionRecord } from '../../src/questions/rules/question.ts'
import { now } from './judged.ts'

const context = { variables: {}, now, vendor: 'Acme', tells: new Set(['administrator', 'roles']) }

function isAdministrator(record: object, role?: string): boolean | undefined {
  const account = { id: 'a', kind: 'person', status: 'active', ...record } as QuestionRecord<'account'>
  return readAdministrator(account, role, context).is
}

describe('readAdministrator()', () => {
  test.each<[object, string | undefined, boolean | undefined]>([
    [{ administrator: true }, undefined, true],
    [{ administrator: false }, undefined, false],
    ...[undefined, null, 'true', 1].map((administrator): [object, undefined, undefined] => [
      { administrator },
      undefined,
      undefined,
    ]),
    [{ roles: ['owner', 'member'] }, 'owner', true],
    [{ roles: ['member'] }, 'owner', false],
    [{ roles: [] }, 'owner', false],
    ...[undefined, null, 'owner', { 0: 'owner' }].map((roles): [object, string, undefined] => [
      { roles },
      'owner',
      undefined,
    ]),
    [{ administrator: true, roles: [] }, 'owner', false],
    [{ administrator: true, status: 'deleted' }, undefined, false],
    [{ administrator: undefined, status: 'suspended' }, undefined, false],
    [{ administrator: true, status: 'invited' }, undefined, true],
    [{ administrator: true, status: 'unknown' }, undefined, undefined],
    [{ administrator: false, status: 'unknown' }, undefined, false],
    [{ administrator: true, kind: 'service' }, undefined, true],
    [{ administrator: true, kind: 'unknown' }, undefined, true],
  ])('%j with role %j: %j', (record, role, expected) => {
    expect(isAdministrator(record, role)).toBe(expected)
  })
})

describe('judgeAdministrators()', () => {
  // At least 2 and at most 4 are allowed.
  test.each([
    [0, 0, 'fail', 'undecided'],
    [0, 1, 'fail', 'undecided'],
    [0, 2, 'undecided', 'undecided'],
    [1, 0, 'fail', 'undecided'],
    [1, 3, 'undecided', 'undecided'],
    [2, 0, 'pass', 'undecided'],
    [2, 2, 'pass', 'undecided'],
    [2, 3, 'undecided', 'undecided'],
    [4, 0, 'pass', 'undecided'],
    [4, 1, 'undecided', 'undecided'],
    [5, 0, 'fail', 'fail'],
    [5, 9, 'fail', 'fail'],
  ])('%i known and %i unknown: %s, of a list that is not whole: %s', (known, unknown, whole, cut) => {
    const count = { known: Array.from({ length: known }, (_, at) => `a${at}`), unknown, most: 4, fewest: 2 }

    expect([judgeAdministrators(count, true).status, judgeAdministrators(count, false).status]).toEqual([whole, cut])
  })

  test('results call them as the check says', () => {
    const count = { known: ['a', 'b'], unknown: 1, most: 5, fewest: 1 }

    expect(
      [judgeAdministrators(count, true), judgeAdministrators(count, true, 'owner', 'Owners')].map(
        (verdict) => 'title' in verdict && verdict.title,
      ),
    ).toEqual(['Administrators: 2 to 3', 'Owners: 2 to 3'])
  })

  test('a limit that nobody knows passes nothing', () => {
    const count = { known: ['a'], unknown: 0, most: Number.NaN, fewest: Number.NaN }

    expect(judgeAdministrators(count, true).status).toBe('undecided')
  })
})
