import { expect, test } from 'vitest'
import { describeNotice } from '../../../src/service/notices/describe-notice.ts'
import type { NoticeData, NoticeType } from '../../../src/service/notices/notice.ts'

test.each<[NoticeType, NoticeData, string]>([
  ['task.overdue', { entityType: 'access_review', entityId: 'a/b' }, '/access/a%2Fb'],
  ['task.overdue', { entityType: 'task', entityId: 'x' }, '/tasks/x'],
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
