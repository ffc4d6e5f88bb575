import { type Kysely, type Selectable, sql } from 'kysely'
import { type NoticeData, type NoticeRecord, type NoticeType, wantsNotice } from '../../../service/notices/notice.ts'
import { followers } from '../../../service/notices/webhook.ts'
import type { Hook } from '../../../service/store/sql/hook.ts'
import { parseJsonText, toJsonText } from '../../../service/store/sql/json-text.ts'
import { isOfOrganization } from '../../../service/store/sql/of-organization.ts'
import { type Placeholders, prepareStatement } from '../../../service/store/sql/prepare-statement.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { createTimeId } from '../../../text/create-time-id.ts'

/** A notice that is about to be told. */
export interface NewNotice {
  readonly type: NoticeType
  readonly organizationId: string
  /** Notices of one connection arrive in order. null: it is about the organization. */
  readonly connectionId: string | null
  readonly atMs: number
  readonly data: NoticeData
  /** What names people and things. */
  readonly details?: NoticeData | undefined
}

/** Who of an organization wants notices. */
export interface Listeners {
  /** Since when, epoch ms: when the first of them was made. */
  readonly sinceMs: number
  /** Whether somebody wants names, addresses and titles; they are not kept otherwise. */
  readonly wantDetails: boolean
  /** Whether somebody wants a notice of one of these types. */
  want(...types: readonly NoticeType[]): boolean
  /** Writes notices for those that want them. In the transaction of the fact; locks the stream until its end. */
  tell(notices: readonly NewNotice[]): Promise<void>
}

const findWebhooks = prepareStatement((db, params: Placeholders<{ readonly organizationId: string }>) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'rhythm', 'types', 'details', 'createdAtMs'])
    .where(({ or, eb }) =>
      or([isOfOrganization('webhooks', params('organizationId')), eb('organizationId', 'is', null)]),
    )
    .where('state', '<>', 'ended')
    .where(
      'sink',
      'not in',
      followers.map((sink) => sql.lit(sink)),
    ),
)

/** The time of an organization in which somebody has listened. */
export interface ListenedTime {
  readonly organizationId: string
  readonly fromMs: number
  readonly nowMs: number
}

export interface TimeHooks {
  /**
   * Nothing has changed, so that each listener makes transactions of its own. What it tells is marked in the transaction that tells
   * it, so that it is told once.
   */
  readonly 'time.passed': Hook<ListenedTime>
}

/** @returns undefined if nobody listens, so that facts cost nothing where nobody wants to hear them */
export async function findListeners(tx: Kysely<Schema>, organizationId: string): Promise<Listeners | undefined> {
  const rows = await findWebhooks(tx, { organizationId })
  if (rows.length === 0) return undefined
  const webhooks = rows.map((row) => ({ ...row, types: row.types && parseJsonText(row.types, 'webhooks.types') }))
  const want = (...types: readonly NoticeType[]) =>
    types.some((type) => webhooks.some((each) => wantsNotice(each.types, type)))
  return {
    sinceMs: Math.min(...rows.map(({ createdAtMs }) => createdAtMs)),
    wantDetails: webhooks.some(({ details }) => details === 1),
    want,
    tell: async (notices) => {
      const wanted = notices.filter(({ type }) => want(type))
      const streams = Map.groupBy(wanted, ({ connectionId }) => connectionId ?? organizationId)
      // In one order in every transaction, so that two do not wait for each other.
      for (const [stream, own] of [...streams].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
        const records = await insertNotices(tx, stream, own)
        for (const webhook of webhooks)
          if (webhook.rhythm === 'each')
            await insertDeliveries(
              tx,
              webhook.id,
              records.filter(({ type }) => wantsNotice(webhook.types, type)),
            )
      }
    },
  }
}

async function insertNotices(
  tx: Kysely<Schema>,
  stream: string,
  notices: readonly NewNotice[],
): Promise<(NoticeRecord & { readonly type: NoticeType })[]> {
  const { last } = await tx
    .insertInto('noticeStreams')
    .values({ stream, last: notices.length })
    .onConflict((conflict) =>
      conflict.column('stream').doUpdateSet({ last: sql<number>`notice_streams.last + ${notices.length}` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  const records = notices.map(({ connectionId: _, details, ...notice }, index) => ({
    ...notice,
    id: createTimeId(),
    stream,
    number: Number(last) - notices.length + 1 + index,
    details: details ?? null,
  }))
  for (const record of records) await tx.insertInto('notices').values(toNoticeRow(record)).execute()
  return records
}

/** Hands notices of one stream to one webhook. The lane comes last: who has locked it before sees the deliveries after. */
export async function insertDeliveries(
  tx: Kysely<Schema>,
  webhookId: string,
  notices: readonly NoticeRecord[],
): Promise<void> {
  const [first] = notices
  if (first === undefined) return
  for (const { id: noticeId, stream, number, atMs } of notices)
    await tx
      .insertInto('noticeDeliveries')
      .values({
        id: createTimeId(),
        noticeId,
        webhookId,
        stream,
        number,
        state: 'pending',
        attempts: 0,
        createdAtMs: atMs,
        sinceMs: atMs,
      })
      .execute()
  await openLane(tx, { webhookId, stream: first.stream, atMs: first.atMs })
}

/** A lane that is there keeps its time: its first delivery may be waiting for another attempt. */
export async function openLane(
  tx: Kysely<Schema>,
  { webhookId, stream, atMs }: { readonly webhookId: string; readonly stream: string; readonly atMs: number },
): Promise<void> {
  await tx
    .insertInto('noticeLanes')
    .values({ webhookId, stream, nextAtMs: atMs, owner: null, leaseUntilMs: 0 })
    // A change of nothing that locks the row.
    .onConflict((conflict) => conflict.columns(['webhookId', 'stream']).doUpdateSet({ stream }))
    .execute()
}

export function toNoticeRow({ data, details, ...notice }: NoticeRecord) {
  return { ...notice, data: toJsonText(data), details: details && toJsonText(details) }
}

export function toNoticeRecord({ data, details, ...row }: Selectable<Schema['notices']>): NoticeRecord {
  return {
    ...row,
    number: Number(row.number),
    data: parseJsonText(data, 'notices.data'),
    details: details && parseJsonText(details, 'notices.details'),
  }
}
