import { StoreError } from '../../../errors/index.ts'
import type { Declared } from '../../parts/declared-service.ts'
import { requireFound, type Uses } from '../../parts/runtime-parts.ts'
import type { TrackerHealth, TrackerRef } from '../store/ticket-store.ts'
import { ticket, tracker } from '../thing.ts'
import { takeTicket } from './ticket-record.ts'

export interface TicketInput {
  readonly organizationId: string
  readonly trackerId: string
  readonly findingId: string
  /** The person who asks for it. @default the machine */
  readonly userId?: string | undefined
}

/** Findings as issues of trackers. */
export interface TicketService {
  /**
   * Makes an issue of a finding, or lets the one that it has follow it now. The issue comes a moment later.
   * @returns the id of its ticket
   * @throws StoreError `NOT_FOUND`; `STORE_CONFLICT` for a finding that is resolved and has no ticket
   */
  open(input: TicketInput): Promise<{ readonly id: string }>
  /** @returns undefined if the tracker has had nothing to do yet */
  health(ref: TrackerRef): Promise<TrackerHealth | undefined>
}

/** @param wake something may be due now */
export function createTicketService(
  parts: Uses<'things' | 'findings' | 'tickets', 'clock'>,
  wake: () => void,
): Declared<TicketService> {
  const { store, clock } = parts
  return {
    open: {
      change: async ({ organizationId, trackerId, findingId, userId }) => {
        const found = requireFound(await store.things.of(tracker).of(organizationId).find(trackerId), 'tracker')
        if (found.values.token === null)
          throw new StoreError('The tracker has no token. Enter one first.', { code: 'STORE_CONFLICT' })
        const finding = requireFound(await store.findings.find(findingId, organizationId), 'finding')
        const rows = store.things.of(ticket).of(organizationId)
        const [known] = await rows.page({ nowMs: clock.nowMs(), limit: 1, where: { trackerId, findingId } })
        if (known === undefined && finding.state === 'resolved')
          throw new StoreError('The finding is resolved, so there is nothing to do about it.', {
            code: 'STORE_CONFLICT',
          })
        const record = known ?? (await takeTicket(parts, finding, { trackerId, userId }))
        await store.tickets.follow({ organizationId, trackerId, findingId, atMs: clock.nowMs() })
        wake()
        return { id: record.id }
      },
      audit: { action: 'ticket.request', fields: ({ trackerId, findingId }) => ({ trackerId, findingId }) },
    },
    health: { read: (ref) => store.tickets.findHealth(ref) },
  }
}
