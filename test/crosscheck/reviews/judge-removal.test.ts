import { expect, test } from 'vitest'
import { judgeRemoval } from '../../../src/crosscheck/reviews/judge-removal.ts'
import type { StoredRecord } from '../../../src/inventory/stored-record.ts'

const list = { covers: ['members', 'guests'], leavesOut: ['bots'] }
const later = { ...list, complete: true, readAt: '2026-05-02T00:00:00.000Z', digest: 'd'.repeat(64) }
const cut = {
  ...later,
  complete: false,
  error: { kind: 'permission', code: 'CHECK_INCOMPLETE', message: 'Refused.', retryable: false },
} as const
const account = (more: object = {}): StoredRecord => ({ id: 'a', status: 'active', roles: ['owner', 'dev'], ...more })
const frozen = account({ administrator: true })

test.each([
  ['remove', 'absent from a complete list', undefined, later, 'done'],
  ['remove', 'absent from a list that is cut off', undefined, cut, 'could_not_tell'],
  ['remove', 'absent from a list that covers less', undefined, { ...later, covers: ['members'] }, 'could_not_tell'],
  [
    'remove',
    'absent from a list that leaves out more',
    undefined,
    { ...later, leavesOut: ['bots', 'guests'] },
    'could_not_tell',
  ],
  ['remove', 'deleted, in a list that is cut off', account({ status: 'deleted' }), cut, 'done'],
  ['remove', 'suspended', account({ status: 'suspended' }), later, 'done'],
  ['remove', 'active', account(), later, 'not_done'],
  ['remove', 'active, in a list that is cut off', account(), cut, 'not_done'],
  ['remove', 'invited again', account({ status: 'invited' }), later, 'not_done'],
  ['remove', 'of unknown status', account({ status: 'unknown' }), later, 'could_not_tell'],
  ['remove', 'without a status', account({ status: undefined }), later, 'could_not_tell'],
  ['change', 'absent from a complete list', undefined, later, 'done'],
  ['change', 'absent from a list that is cut off', undefined, cut, 'could_not_tell'],
  ['change', 'suspended', account({ status: 'suspended' }), later, 'done'],
  ['change', 'with a role less', account({ roles: ['dev'], administrator: true }), later, 'done'],
  ['change', 'no administrator any more', account({ administrator: false }), later, 'done'],
  ['change', 'as before', account({ administrator: true }), later, 'not_done'],
  ['change', 'with more roles', account({ roles: ['owner', 'dev', 'root'], administrator: true }), later, 'not_done'],
  ['change', 'of unknown roles', account({ roles: undefined, administrator: true }), later, 'could_not_tell'],
  ['change', 'of roles in another type', account({ roles: 'dev', administrator: true }), later, 'could_not_tell'],
  ['change', 'as before, and nobody knows whether administrator', account(), later, 'could_not_tell'],
  ['change', 'as before, and null for administrator', account({ administrator: null }), later, 'could_not_tell'],
] as const)('judgeRemoval(): to %s, an account %s', (decision, _what, now, seen, is) => {
  const outcome = judgeRemoval(decision, { frozen, list }, { later: seen, now })

  expect(outcome).toMatchObject({ is, atMs: Date.parse(later.readAt), digest: later.digest })
  expect(outcome.because).toMatch(/^[A-Z].*\.$/)
})

test('judgeRemoval(): a change of an account that had no role to lose cannot be told', () => {
  const plain = account({ roles: [], administrator: false })

  expect(judgeRemoval('change', { frozen: plain, list }, { later, now: plain }).is).toBe('could_not_tell')
})
