import { formatCount } from '../../../text/count-noun.ts'
import { formatCounted } from '../../../text/counted.ts'

/** Numbers of things, and parts of a list. */
export const counts = {
  checks: ({ count }: { count: number }) => formatCount(count, 'check'),
  controls: ({ count }: { count: number }) => formatCount(count, 'control'),
  connections: ({ count }: { count: number }) => formatCount(count, 'connection'),
  findings: ({ count }: { count: number }) => formatCounted(count, 'finding'),
  lists: ({ count }: { count: number }) => formatCount(count, 'list'),
  permissions: ({ count }: { count: number }) => formatCount(count, 'permission'),
  people: ({ count }: { count: number }) => formatCount(count, 'person', 'people'),
  results: ({ count }: { count: number }) => formatCount(count, 'result'),
  /** What lists have, by kind. */
  records: {
    account: ({ count }: { count: number }) => formatCount(count, 'account'),
    person: ({ count }: { count: number }) => formatCount(count, 'person'),
    device: ({ count }: { count: number }) => formatCount(count, 'device'),
    credential: ({ count }: { count: number }) => formatCount(count, 'credential'),
    application: ({ count }: { count: number }) => formatCount(count, 'application'),
    vulnerability: ({ count }: { count: number }) => formatCount(count, 'vulnerability', 'vulnerabilities'),
    training: ({ count }: { count: number }) => formatCount(count, 'training'),
  },
  failing: ({ count }: { count: number }) => `${count} failing`,
  couldNotTell: ({ count }: { count: number }) => `${count} could not tell`,
  needReview: ({ count }: { count: number }) => `${count} ${count === 1 ? 'needs review' : 'need review'}`,
  passing: ({ count }: { count: number }) => `${count} passing`,
  more: ({ count }: { count: number | string }) => `${count} more`,
  andMore: ({ count }: { count: number | string }) => `and ${count} more`,
  page: ({ page, pages }: { page: number; pages: number }) => `Page ${page} of ${pages}`,
}
