import { describeReceiver } from '../../service/notices/describe-receiver.ts'
import type { RuntimeParts } from '../parts/runtime-parts.ts'

/**
 * Enters the program as one that gets notices, once for all processes and for good: what happens while none of them runs
 * waits for them, as it does for a webhook.
 */
export async function enterHost({ store, clock }: Pick<RuntimeParts, 'store' | 'clock'>): Promise<void> {
  const nowMs = clock.nowMs()
  await store.webhooks.enter(
    describeReceiver({ id: 'host', organizationId: null, name: 'onEvent', sink: 'host', types: null, nowMs }),
  )
}
