import type { FindingState } from '../../../checks/findings/finding-store.ts'
import { mayDo } from '../../../service/rights/permissions.ts'
import { recordsFor } from '../../declared/reading/records-for.ts'
import type { ThingRecord } from '../../declared/services/thing-service.ts'
import { findThingTexts } from '../../declared/thing-texts.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { defineAction, type OwnVisit } from '../../pages/page-route.ts'
import { Options, SelectField, SubmitButton } from '../../pages/shared/form-field.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { ticket, tracker } from '../thing.ts'
import { trackerVendors } from '../trackers/tracker-vendors.ts'

/** Makes an issue of a finding, or brings the one that it has up to date. */
export const openTicketForm = defineAction({
  path: `${ticket.page}/open`,
  access: ticket.scopes.write,
  audit: { action: 'ticket.request' },
  act: async ({ runtime, form, person: { organizationId, userId } }) => {
    const [trackerId, findingId] = [form.text('tracker'), form.text('finding')]
    const { id } = await runtime.tickets.open({ organizationId, userId, trackerId, findingId })
    return { kind: 'redirect', to: `/findings/${findingId}`, notice: 'record-added', made: id }
  },
})

type TicketRecord = ThingRecord<typeof ticket.all>

const ticketsShown = 20

/** The issues of a finding, and the form that makes one. A period shows things as they were, and issues are of today. */
export async function showTickets(
  { runtime, person, texts }: OwnVisit,
  { id: findingId, state }: { readonly id: string; readonly state: FindingState },
) {
  const { role } = person
  if (!mayDo(role, ticket.scopes.read)) return null
  const mayOpen = mayDo(role, ticket.scopes.write)
  const [tickets, trackers] = await Promise.all([
    recordsFor(runtime, ticket, person).list({ where: { findingId }, limit: ticketsShown }),
    recordsFor(runtime, tracker, person).list({ limit: tracker.max }),
  ])
  const words = texts.tickets
  const names = new Map(trackers.map(({ id, values }) => [id, values.name]))
  const free = trackers.filter(
    ({ id, state: ready }) => ready === 'ready' && !tickets.some(({ values }) => values.trackerId === id),
  )
  if (tickets.length === 0 && (state === 'resolved' || (trackers.length === 0 && !mayDo(role, tracker.scopes.write))))
    return null
  return (
    <Sheet id="tickets" title={words.title}>
      {tickets.map((record) => (
        <div>
          <p>
            {record.values.url !== null && (
              <>
                <a href={record.values.url} rel="noopener noreferrer nofollow">
                  {record.values.key}
                </a>{' '}
              </>
            )}
            {describeTicket(words, record, names.get(record.values.trackerId) ?? '')}
          </p>
          {record.values.failure !== null && <p class="small">{words.problem({ code: record.values.failure })}</p>}
          {mayOpen && record.values.issue !== 'deleted' && (
            <PostForm to={`${ticket.page}/open`}>
              <input type="hidden" name="finding" value={findingId} />
              <input type="hidden" name="tracker" value={record.values.trackerId} />
              <SubmitButton looks="plain">{words.follow}</SubmitButton>
            </PostForm>
          )}
        </div>
      ))}
      {mayOpen && state !== 'resolved' && free.length > 0 && (
        <PostForm to={`${ticket.page}/open`} class="with-button">
          <input type="hidden" name="finding" value={findingId} />
          <SelectField name="tracker" label={words.tracker} required>
            <Options of={free.map(({ id, values }) => [id, values.name] as const)} chosen={undefined} />
          </SelectField>
          <SubmitButton looks="quiet">{words.open}</SubmitButton>
        </PostForm>
      )}
      {trackers.length === 0 && (
        <p class="small">
          {words.noTrackers} <Link to={tracker.page}>{words.addTracker}</Link>
        </p>
      )}
    </Sheet>
  )
}

function describeTicket(words: OwnVisit['texts']['tickets'], { state }: TicketRecord, name: string): string {
  const of = { tracker: name }
  if (state === 'waiting') return words.waiting(of)
  if (state === 'closed-early') return words.closedEarly(of)
  if (state === 'closed') return words.closed(of)
  return state === 'deleted' ? words.deleted(of) : words.opened(of)
}

/** The finding of a ticket, on the page of the ticket. */
export async function showFindingLink({ texts }: OwnVisit, { values }: ThingRecord) {
  const { findingId } = values
  if (typeof findingId !== 'string') return null
  return (
    <p class="sheet">
      <Link to={`/findings/${findingId}`}>{findThingTexts(texts, ticket).fields.findingId}</Link>
    </p>
  )
}

/** How a tracker is doing, on its page. */
export async function showTrackerHealth({ runtime, texts }: OwnVisit, { id, organizationId, values }: ThingRecord) {
  const words = texts.tickets
  const health = await runtime.tickets.health({ organizationId, id })
  const vendor = trackerVendors[values.vendor as keyof typeof trackerVendors]
  const problem = `${vendor.name} ${[health?.status, health?.problem].filter((each) => each != null).join(' ')}`
  return (
    <Sheet id="health" title={words.health}>
      <p>
        {health === undefined
          ? words.idle
          : health.state !== 'active'
            ? words.stopped({ problem })
            : health.failingSinceMs === null
              ? words.fine
              : words.failing({ problem })}
      </p>
    </Sheet>
  )
}
