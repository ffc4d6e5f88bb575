import type { JsonValue } from '../../define/index.ts'

/** The notices that a webhook can ask for, each with what it tells. */
export const noticeTypes = {
  'run.finished': 'A run has ended',
  'finding.opened': 'A resource fails a check for the first time',
  'finding.regressed': 'A resource fails again that had passed meanwhile',
  'finding.resolved': 'A resource does not fail any more',
  'finding.overdue': 'A finding is still open after its due day',
  'finding.batch': 'More than 100 findings have changed at once; it has their numbers',
  'check.could_not_tell': 'A check ends without a verdict',
  'check.recovered': 'A check has a verdict again',
  'connection.needs_reauth': 'A connection does not work any more, and a person has to reconnect',
  'connection.recovered': 'A connection works again',
  'waiver.expiring': 'An accepted risk ends within 30 days',
  'waiver.expired': 'An accepted risk has ended, and what it covered counts again',
  'task.due_soon': 'A task is due within three days, such as an access review',
  'task.overdue': 'A task is still open after its last day, such as an access review or the review of a vendor',
  'record.due': 'A document of a vendor has ended, or a finding of a penetration test is overdue',
  'comment.created': 'A person has written a comment',
  'comment.mentioned': 'A comment names a person',
} as const satisfies Readonly<Record<string, string>>

export type NoticeType = keyof typeof noticeTypes

/**
 * The last five are sent to one receiver, and nobody asks for them. `mail.confirm` asks the owner of an address whether they agree.
 * `ticket.follow` lets an issue follow its finding, and `destination.push` pushes a list.
 */
export type AnyNoticeType =
  | NoticeType
  | 'webhook.test'
  | 'digest.daily'
  | 'mail.confirm'
  | 'ticket.follow'
  | 'destination.push'

export function isNoticeType(text: string): text is NoticeType {
  return Object.hasOwn(noticeTypes, text)
}

export type NoticeData = Readonly<Record<string, JsonValue>>

/** @param types those that a webhook asks for; null: all. A batch stands for findings of any change */
export function wantsNotice(types: readonly NoticeType[] | null, type: NoticeType): boolean {
  if (types === null) return true
  return type === 'finding.batch' ? types.some((each) => each.startsWith('finding.')) : types.includes(type)
}

/** A notice as it is sent. `version` counts up if a member changes its meaning; new members can come at any time. */
export interface Notice {
  /** UUIDv7. The same in every attempt, so that you notice what arrives twice. */
  readonly id: string
  readonly type: AnyNoticeType
  readonly version: 1
  readonly organizationId: string
  /** ISO 8601. */
  readonly createdAt: string
  /** Ids, numbers, severity and connector. Names, addresses and titles only where the webhook has `details: true`. */
  readonly data: NoticeData
}

/** A notice in the outbox. */
export interface NoticeRecord {
  readonly id: string
  readonly type: AnyNoticeType
  readonly organizationId: string
  /** The notices of one stream arrive in order: those of one connection, or those of the organization itself. */
  readonly stream: string
  /** Its place in the stream. */
  readonly number: number
  readonly atMs: number
  readonly data: NoticeData
  /** What names people and things; null: nobody asked for it. */
  readonly details: NoticeData | null
}

/** The notice that a webhook gets. */
export function toNotice(
  { id, type, organizationId, atMs, data, details }: NoticeRecord,
  { withDetails }: { readonly withDetails: boolean },
): Notice {
  return {
    id,
    type,
    version: 1,
    organizationId,
    createdAt: new Date(atMs).toISOString(),
    data: withDetails && details !== null ? { ...data, ...details } : data,
  }
}

/** How many findings may change at once before one `finding.batch` tells their numbers. */
export const findingNoticesMax = 100

/** How long the outbox keeps notices and deliveries. */
export const noticeAgeMs = 7 * 86_400_000
