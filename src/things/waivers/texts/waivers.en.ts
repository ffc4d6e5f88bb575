import type { Child } from 'hono/jsx'
import { formatCounted } from '../../../text/counted.ts'

export const waivers = {
  tabWords: { holds: 'In force', expiring: 'Expiring in 30 days', expired: 'Expired', revoked: 'Revoked' },
  noneWords: {
    holds: 'There are no accepted risks. You can accept a risk from the page of a finding.',
    expiring: 'No accepted risk expires in the next 30 days.',
    expired: 'No accepted risk has expired.',
    revoked: 'Nobody has revoked an accepted risk.',
  },
  acceptedBy: ({ approver }: { approver: string }) => `Accepted by ${approver}`,
  enteredBy: ({ person }: { person: string }) => `, entered by ${person}`,
  revoked: ({ moment }: { moment: Child }) => ['. Revoked ', moment],
  itWasAcceptedBeforeA: 'It was accepted before a risk had to name its connection. Keep it for all, or revoke it.',
  overSince: 'Over since',
  until: 'Until',
  keepIt: ({ title }: { title: string }) => `Keep it: ${title}`,
  keepItButton: 'Keep it',
  revokeIt: ({ title }: { title: string }) => `Revoke it: ${title}`,
  revokeItButton: 'Revoke it',
  everyResource: 'every resource',
  andMore: ({ more }: { more: number }) => ` and ${more} more`,
  onEveryConnection: 'on every connection',
  on: 'on ',
  acceptedRisks: 'Accepted risks',
  failingResultsThatOneOf: 'Failing results that one of these covers stay in the record, but do not count.',
  asTheyWereAtThe: ({ moment }: { moment: Child }) => ['As they were at the end of your period, ', moment, '.'],
  pages: 'Pages',
  firstPage: 'First page',
  acceptedRiskOf: ({ waivers, counts }: { waivers: number; counts: number }) =>
    `${waivers} of ${formatCounted(counts, 'accepted risk')}`,
  nextPage: 'Next page',
  state: 'State',
}
