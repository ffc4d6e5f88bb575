import type { Child } from 'hono/jsx'
import { phrase } from '../../../service/pages/texts/phrase.ts'
import { formatCounted } from '../../../text/counted.ts'
import { states } from '../../all-texts/en/states.ts'

export const waivers = {
  states: {
    holds: states.inForce,
    expiring: 'Expiring within 30 days',
    expired: states.expired,
    revoked: states.revoked,
  },
  empty: {
    holds: 'There are no accepted risks. You can accept a risk on the page of a finding.',
    expiring: 'No accepted risk expires within 30 days.',
    expired: 'No accepted risk has expired.',
    revoked: 'No accepted risk has been revoked.',
  },
  lead: 'Failing results that an accepted risk covers stay on record but do not count.',
  shownOf: ({ waivers, counts }: { waivers: number; counts: number }) =>
    `${waivers} of ${formatCounted(counts, 'accepted risk')}`,
  acceptedBy: ({ approver, moment }: { approver: string; moment: Child }) =>
    phrase`Accepted by ${approver} on ${moment}.`,
  acceptedByAndEntered: ({ approver, person, moment }: { approver: string; person: string; moment: Child }) =>
    phrase`Accepted by ${approver}, entered by ${person} on ${moment}.`,
  revokedOn: ({ moment }: { moment: Child }) => phrase`Revoked on ${moment}.`,
  expired: ({ day }: { day: Child }) => phrase`Expired after ${day}`,
  until: ({ day }: { day: Child }) => phrase`Until ${day}`,
  scope: {
    everyResource: 'every resource',
    onEveryConnection: ({ resources }: { resources: string }) => `${resources} on every connection`,
    onConnections: ({ resources, connections }: { resources: string; connections: Child }) =>
      phrase`${resources} on ${connections}`,
  },
}
