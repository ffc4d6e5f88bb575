import { type Kysely, type Selectable, sql } from 'kysely'
import type { DeliveryRecord } from '../../../service/notices/delivery.ts'
import type { AnyNoticeType, NoticeRecord } from '../../../service/notices/notice.ts'
import type { WebhookRef } from '../../../service/notices/webhook.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { createTimeId } from '../../../text/create-time-id.ts'
import { insertDeliveries, toNoticeRow } from './tell.ts'

/** A notice for one webhook, in a lane of its own. */
export async function tellWebhook(
  tx: Kysely<Schema>,
  { organizationId, id: webhookId }: WebhookRef,
  notice: Pick<NoticeRecord, 'type' | 'atMs' | 'data' | 'details'>,
): Promise<DeliveryRecord> {
  const id = createTimeId()
  const record: NoticeRecord = { ...notice, id, organizationId, stream: `once:${id}`, number: 1 }
  await tx.insertInto('notices').values(toNoticeRow(record)).execute()
  await insertDeliveries(tx, webhookId, [record])
  const row = await tx
    .selectFrom('noticeDeliveries')
    .selectAll()
    .where('webhookId', '=', webhookId)
    .where('stream', '=', record.stream)
    .where('state', '=', sql.lit('pending' as const))
    .executeTakeFirstOrThrow()
  return toDelivery({ ...row, type: record.type })
}

export function toDelivery({
  webhookId: _webhook,
  stream: _stream,
  number: _number,
  sinceMs: _since,
  reached: _reached,
  type,
  ...row
}: Selectable<Schema['noticeDeliveries']> & { readonly type: string }): DeliveryRecord {
  return { ...row, type: type as AnyNoticeType }
}
