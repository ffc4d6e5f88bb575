import { expect, test } from 'vitest'
import { describeNotice } from '../../../src/service/notices/describe-notice.ts'
import type { NoticeData, NoticeType } from '../../../src/service/notices/notice.ts'

test.each<[NoticeType, NoticeData, string]>([
  ['task.overdue', { entityType: 'access_review', entityId: 'a/b' }, '/access/a%2Fb'],
  ['task.overdue', { entityType: 'task', entityId: 'x' }, '/tasks/x'],
  ['record.due', { entityType: 'vendor', entityId: 'v', state: 'due' }, '/vendors/v'],
  ['record.due', { entityType: 'vendor-document', entityId: 'd', state: 'ended' }, '/vendor-documents/d'],
  ['record.due', { entityType: 'pentest-finding', entityId: 'p', state: 'overdue' }, '/pentest-findings/p'],
  ['comment.mentioned', { commentId: 'k', entityType: 'policy', entityId: 'p', userId: 'bob' }, '/policies/p'],
  ['comment.created', { commentId: 'k', entityType: 'connection', entityId: 'c' }, '/connections/c'],
  ['finding.resolved', { findingId: 'f1', connectionId: 'c1' }, '/findings/f1'],
])('%s of %o leads people to %s', (type, data, path) => {
  const notice = {
    id: 'n',
    type,
    version: 1,
    organizationId: 'acme',
    createdAt: '2026-05-01T00:00:00.000Z',
    data,
  } as const

  expect(describeNotice(notice).path).toBe(path)
})

test.each([
  ['app', 'Reconnecting does not help.'],
  ['limit', 'Run it again later, or less often.'],
  ['grant', 'A person who may grant the access reconnects.'],
])('a notice with the cause %s says first whose turn it is', (cause, remedy) => {
  const notice = {
    id: 'n',
    type: 'check.could_not_tell',
    version: 1,
    organizationId: 'acme',
    createdAt: '2026-05-01T00:00:00.000Z',
    data: { checkId: 'admin-mfa', cause },
  } as const

  expect(describeNotice(notice).lines).toEqual([expect.stringContaining(remedy), 'checkId: admin-mfa'])
})

test('a notice names the author of a comment, and lists what is many', () => {
  const notice = {
    id: 'n',
    type: 'comment.created',
    version: 1,
    organizationId: 'acme',
    createdAt: '2026-05-01T00:00:00.000Z',
    data: { author: { id: 'u1', name: 'Ada' }, text: 'Done', days: [1, 2] },
  } as const

  expect(describeNotice(notice).lines).toEqual(['author: Ada', 'text: Done', 'days: 1, 2'])
})
