import type { Finding } from '../../../checks/findings/finding-store.ts'
import { StoreError } from '../../../errors/index.ts'
import type { ValuesOf } from '../../../service/fields/field-types.ts'
import type { StoredThing } from '../../../service/fields/thing-store.ts'
import { nameUuids } from '../../../text/name-uuids.ts'
import type { Uses } from '../../parts/runtime-parts.ts'
import { ticket } from '../thing.ts'

export type TicketValues = ValuesOf<typeof ticket.all>

export interface TicketRow extends StoredThing {
  readonly values: TicketValues
}

/** The same finding has one ticket at a tracker, whoever asks for it and how often. */
const nameTicket = nameUuids('6a5f7a1c-0f0e-4a52-9a5e-0d6b3a4f2b11')

export function nameTicketOf(of: { readonly trackerId: string; readonly findingId: string }): string {
  return nameTicket(`${of.trackerId} ${of.findingId}`)
}

/** The word by which the issue of a ticket is found again. */
export function createMarker(ticketId: string): string {
  return `checkwright${ticketId.replaceAll('-', '')}`
}

const titleMax = 300

/** The ticket of a finding, which is made if it is not there. */
export async function takeTicket(
  { store, clock }: Uses<'things', 'clock'>,
  finding: Finding,
  { trackerId, userId = null }: { readonly trackerId: string; readonly userId?: string | null | undefined },
): Promise<TicketRow> {
  const { organizationId } = finding
  const rows = store.things.of(ticket).of(organizationId)
  const id = nameTicketOf({ trackerId, findingId: finding.id })
  const known = await rows.find(id)
  if (known) return known as TicketRow
  const nowMs = clock.nowMs()
  const { title, resource } = finding.result
  const values: TicketValues = {
    title: `${title}: ${resource.name ?? resource.id}`.replaceAll(/\s+/g, ' ').slice(0, titleMax).toWellFormed(),
    trackerId,
    findingId: finding.id,
    key: null,
    url: null,
    issue: null,
    told: null,
    failure: null,
    issueId: null,
    askedAtMs: null,
  }
  try {
    const written = await rows.write({
      made: [{ id, createdAtMs: nowMs, createdBy: userId, changedAtMs: nowMs, values }],
    })
    if (written === 'full' || written === 'stale')
      throw new StoreError(`An organization can have ${ticket.max} tickets.`, { code: 'STORE_CONFLICT' })
    const [made] = written.made
    if (made) return made as TicketRow
  } catch (error) {
    const other = await rows.find(id)
    if (other) return other as TicketRow
    throw error
  }
  throw new TypeError('takeTicket: nothing was written')
}

/** Writes what changed of a ticket. @throws StoreError `STORE_CONFLICT` if somebody else did meanwhile */
export async function changeTicket(
  { store, clock }: Uses<'things', 'clock'>,
  row: TicketRow,
  changes: Partial<TicketValues>,
): Promise<TicketRow> {
  const values = { ...row.values, ...changes }
  const changedAtMs = Math.max(clock.nowMs(), row.changedAtMs + 1)
  const written = await store.things
    .of(ticket)
    .of(row.organizationId)
    .write({ changed: [{ id: row.id, seenAtMs: row.changedAtMs, values, changedAtMs, changedBy: null }] })
  if (written === 'full' || written === 'stale')
    throw new StoreError('Somebody else changed the ticket at the same time.', {
      code: 'STORE_CONFLICT',
      retryable: true,
    })
  return { ...row, changedAtMs, values }
}
