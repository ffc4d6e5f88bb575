import type { Declared } from '../../parts/declared-service.ts'
import { requireFound, type Uses } from '../../parts/runtime-parts.ts'
import { destination } from '../thing.ts'
import { type ComposeParts, composePush, type DestinationRow, type PushPlan } from './compose-push.ts'

export interface DestinationRef {
  readonly organizationId: string
  readonly id: string
}

/** What is pushed to destinations. */
export interface DestinationService {
  /** What a push would send now, byte for byte, without credentials. Nothing is sent. @throws StoreError `NOT_FOUND` */
  plan(ref: DestinationRef): Promise<PushPlan & { readonly id: string }>
  /** Pushes the list a moment later. @throws StoreError `NOT_FOUND` */
  push(ref: DestinationRef): Promise<{ readonly id: string }>
}

/** The word of a push that is only shown. */
const dryRun = 'checkwright-dry-run'

/** @param wake something may be due now */
export function createDestinationService(
  parts: ComposeParts & Uses<'things' | 'findings' | 'destinations', 'clock'>,
  wake: () => void,
): Declared<DestinationService> {
  const { store, clock } = parts
  const find = async ({ organizationId, id }: DestinationRef) =>
    requireFound(await store.things.of(destination).of(organizationId).find(id), 'destination') as DestinationRow
  return {
    plan: {
      read: async (ref) => ({ id: ref.id, ...(await composePush(parts, await find(ref), dryRun)) }),
      audit: { action: 'destination.plan' },
    },
    push: {
      change: async (ref) => {
        await find(ref)
        await store.destinations.push({ ...ref, atMs: clock.nowMs() })
        wake()
        return { id: ref.id }
      },
      audit: { action: 'destination.request' },
    },
  }
}
