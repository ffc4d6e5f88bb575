import type { WebhookRecord } from './webhook.ts'

type ReceiverFacts = Pick<WebhookRecord, 'id' | 'organizationId' | 'name' | 'sink' | 'types'> & {
  readonly nowMs: number
}

/** The record of a receiver that no person subscribes. It has no target and no secret of its own. */
export function describeReceiver({ nowMs, ...facts }: ReceiverFacts): WebhookRecord {
  return {
    ...facts,
    rhythm: 'each',
    details: false,
    detailsBy: null,
    sealedTarget: null,
    shownTarget: '',
    sealedSecret: null,
    sealedEarlierSecret: null,
    earlierUntilMs: null,
    state: 'active',
    stateReason: null,
    createdAtMs: nowMs,
    createdBy: null,
    failingSinceMs: null,
    failures: 0,
    restsUntilMs: 0,
    digestDay: null,
    digestedAtMs: nowMs,
  }
}
