import type { RuntimeParts } from '../parts/runtime-parts.ts'

/**
 * Enters the program as one that gets notices, once for all processes and for good: what happens while none of them runs
 * waits for them, as it does for a webhook.
 */
export async function enterHost({ store, clock }: Pick<RuntimeParts, 'store' | 'clock'>): Promise<void> {
  const nowMs = clock.nowMs()
  await store.webhooks.enterHost({
    id: 'host',
    organizationId: null,
    name: 'onEvent',
    sink: 'host',
    rhythm: 'each',
    types: null,
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
  })
}
