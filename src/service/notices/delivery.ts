import type { AnyNoticeType, NoticeRecord } from './notice.ts'
import type { Follower, Sink, WebhookRecord, WebhookRef } from './webhook.ts'

/** `dead`: it is not tried any more. */
export type DeliveryState = 'pending' | 'delivered' | 'dead'

/** One notice for one webhook. */
export interface DeliveryRecord {
  readonly id: string
  readonly noticeId: string
  readonly type: AnyNoticeType
  readonly state: DeliveryState
  readonly attempts: number
  readonly createdAtMs: number
  /** The newest attempt. */
  readonly triedAtMs: number | null
  /** The status of the answer to it, over HTTP or SMTP. */
  readonly status: number | null
  /** Why there was no answer: an error code. */
  readonly problem: string | null
}

/** What became of one attempt. */
export interface Attempt {
  readonly isDelivered: boolean
  readonly status: number | null
  readonly problem: string | null
  /** The receiver is gone for good (410). */
  readonly isGone: boolean
  /** Another attempt would end the same. @default false */
  readonly isFinal?: boolean | undefined
  /** How long the receiver wants nobody to ask. @default as long as after other failures */
  readonly waitMs?: number | undefined
  /** Of mail: addresses that have the notice, by this attempt or an earlier one. @default none */
  readonly reached?: readonly string[] | undefined
}

/** The deliveries of one webhook that have to arrive in order: those of one stream. */
export interface Lane {
  readonly webhookId: string
  readonly stream: string
}

/** The first delivery of a lane. */
export interface NextDelivery {
  readonly id: string
  readonly attempts: number
  /** Its first attempt, or the first since a person resumed the webhook. */
  readonly sinceMs: number
  /** Of mail: addresses that have it by an earlier attempt. */
  readonly reached: readonly string[]
  readonly notice: NoticeRecord
  readonly webhook: WebhookRecord
}

export interface ClaimedLanes {
  readonly webhookId: string
  readonly owner: string
  readonly nowMs: number
  readonly leaseMs: number
  readonly limit: number
  /** Streams that the owner is at work on, whatever the clock says of their lease. */
  readonly except?: readonly string[]
}

/** A place in a list of the newest first. */
export interface DeliveryPlace {
  readonly createdAtMs: number
  readonly id: string
}

/** An organization with somebody who listens. */
export interface Listening {
  readonly organizationId: string
  /** Since when, epoch ms. */
  readonly sinceMs: number
}

/** The outbox. Rows come in the transaction of the fact that they tell. */
export interface NoticeStore {
  /** Active webhooks for which something is due, those that rest left out. */
  listDue(filter: {
    readonly nowMs: number
    readonly leaseMs: number
    readonly sinks: readonly (Sink | Follower | 'host')[]
    readonly except: readonly string[]
    readonly limit: number
  }): Promise<{ readonly id: string; readonly isFailing: boolean }[]>
  /** Takes lanes of a webhook with something due. A lane belongs to one process at a time. */
  claim(claim: ClaimedLanes): Promise<Lane[]>
  /** @returns undefined if nothing is pending, or its webhook is not active */
  findNext(lane: Lane): Promise<NextDelivery | undefined>
  /**
   * Notes an attempt at the first delivery of the lane.
   * @returns whether the owner may go on with the next one at once
   */
  settle(lane: Lane, done: LaneWork & { readonly delivery: NextDelivery; readonly attempt: Attempt }): Promise<boolean>
  /** Lets others have the lane. */
  release(lane: Lane, owner: string): Promise<void>
  list(
    ref: WebhookRef,
    page: { readonly limit: number; readonly before?: DeliveryPlace | undefined },
  ): Promise<DeliveryRecord[]>
  find(ref: WebhookRef, deliveryId: string): Promise<(DeliveryRecord & { readonly notice: NoticeRecord }) | undefined>
  /** Sends the notice of a delivery once more, beside the others. @returns undefined if there is none */
  repeat(ref: WebhookRef, deliveryId: string, nowMs: number): Promise<DeliveryRecord | undefined>
  /** A notice for one webhook alone. @returns undefined if the webhook is not there or has ended */
  tellOne(
    ref: WebhookRef,
    notice: Pick<NoticeRecord, 'type' | 'atMs' | 'data' | 'details'>,
  ): Promise<DeliveryRecord | undefined>
  /** Tells what the time has brought since the last call: judgements and waivers that end, overdue findings and access reviews. */
  tellTimes(nowMs: number): Promise<void>
  /** Organizations with somebody who listens. */
  listListening(): Promise<Listening[]>
  /** Active webhooks that want a digest. */
  listDaily(): Promise<WebhookRecord[]>
  /** Marks the digest of a day as made, and sends it if it has something. @returns false if it was made already */
  tellDigest(digest: {
    readonly webhook: WebhookRecord
    readonly organizationId: string
    readonly day: string
    readonly timeZone: string
    readonly nowMs: number
  }): Promise<boolean>
  /** Deletes notices and deliveries of before, at most as many rows of each. */
  deleteOlder(beforeMs: number, rows: number): Promise<{ readonly rows: number; readonly gone: number }>
}

export interface LaneWork {
  readonly owner: string
  readonly leaseMs: number
  readonly nowMs: number
}
