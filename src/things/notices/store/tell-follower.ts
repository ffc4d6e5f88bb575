import type { Kysely } from 'kysely'
import { describeReceiver } from '../../../service/notices/describe-receiver.ts'
import type { NoticeRecord } from '../../../service/notices/notice.ts'
import type { Follower } from '../../../service/notices/webhook.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { createTimeId } from '../../../text/create-time-id.ts'
import { enterReceiver } from '../../webhooks/store/webhooks.ts'
import { insertDeliveries, toNoticeRow } from './tell.ts'

/** A fact for one follower. */
type FollowedFact = Pick<NoticeRecord, 'organizationId' | 'type' | 'stream' | 'atMs' | 'data'> & {
  /** Of the follower. */
  readonly id: string
  readonly sink: Follower
}

/** Puts a fact into the outbox of a follower, which is entered with its first one. Facts of a stream come one after the other. */
export async function tellFollower(tx: Kysely<Schema>, { id, sink, ...fact }: FollowedFact): Promise<void> {
  const { organizationId, atMs } = fact
  await enterReceiver(tx, describeReceiver({ id, organizationId, name: sink, sink, types: [], nowMs: atMs }))
  const notice: NoticeRecord = { ...fact, id: createTimeId(), number: atMs, details: null }
  await tx.insertInto('notices').values(toNoticeRow(notice)).execute()
  await insertDeliveries(tx, id, [notice])
}
