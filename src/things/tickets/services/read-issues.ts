import { randomUUID } from 'node:crypto'
import type { Uses } from '../../parts/runtime-parts.ts'
import { ticket } from '../thing.ts'
import { changeTicket, type TicketRow } from './ticket-record.ts'
import { openTrackerOf, type TrackerParts } from './tracker-access.ts'

type IssueReadingParts = TrackerParts & Uses<'tickets' | 'leases', 'closing' | 'logger'>

/** How often issues are read. */
const readEveryMs = 10 * 60_000
/** Issues of a tracker that are read in a turn; the others come in the next ones. */
const issuesPerTurn = 100
const turnMs = 60_000

/** Reads how issues are that were open: somebody may have closed one at its tracker. The finding stays what its evidence says. */
export function createIssueReader(parts: IssueReadingParts): () => Promise<void> {
  const owner = randomUUID()
  /** Where the next turn goes on, by tracker. */
  const places = new Map<string, { readonly createdAtMs: number; readonly id: string }>()
  return async () => {
    const { store, clock, closing, logger } = parts
    const trackers = await store.tickets.listActive()
    if (trackers.length === 0) return
    // It is not released: its end is the time of the next turn.
    if (!(await store.leases.acquire('issues', owner, readEveryMs, clock.nowMs()))) return
    for (const { organizationId, id } of trackers) {
      if (closing.aborted) return
      const signal = AbortSignal.any([closing, AbortSignal.timeout(turnMs)])
      try {
        const rows = store.things.of(ticket).of(organizationId)
        const page = { where: { trackerId: id }, nowMs: clock.nowMs(), limit: issuesPerTurn, before: places.get(id) }
        const records = await rows.page(page)
        const last = records.length === issuesPerTurn ? records.at(-1) : undefined
        if (last) places.set(id, last)
        else places.delete(id)
        const open = records.filter(({ values }) => values.issue === 'open' || values.issue === 'closed')
        const tracker = open.length === 0 ? undefined : await openTrackerOf(parts, { organizationId, id }, signal)
        for (const record of tracker === undefined ? [] : open) {
          const row = record as TicketRow
          const issue = await tracker?.vendor.read(tracker.connection, row.values.issueId ?? '')
          const now = issue === undefined ? 'deleted' : issue.isOpen ? 'open' : 'closed'
          if (now !== row.values.issue) await changeTicket(parts, row, { issue: now })
        }
      } catch (error) {
        // The next turn reads them again. Nobody loses anything but time.
        logger.info({ trackerId: id, err: error instanceof Error ? error.message : undefined }, 'Issues were not read')
      }
    }
  }
}
