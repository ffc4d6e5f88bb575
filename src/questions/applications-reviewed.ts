import type { Check, Inventory } from '../define/index.ts'
import { askEach } from './rules/ask-each.ts'
import { nameRecord, pickEvidence } from './rules/facts.ts'
import type { RecordQuestion, ReviewOptions } from './rules/question.ts'

export const applicationsReviewedQuestion: RecordQuestion<'application'> = {
  name: 'applicationsReviewed',
  of: 'application',
  reads: [],
  failsWhen: 'never. Each application needs review',
  id: 'applications-reviewed',
  title: 'Applications with access are reviewed',
  description: 'Lists the third-party applications that have access. You decide about each whether it may keep it.',
  severity: 'medium',
  controls: ['soc2:CC9.2', 'iso27001:A.5.19'],
  states: ['applications-reviewed'],
  tags: ['third-party'],
  resourceType: 'application',
  variables: [],
  // Somebody who consents again does not make it another application.
  volatile: ['grantedAt'],
  onEmpty: 'not_applicable',
  judge(record) {
    return {
      status: 'manual',
      title: `${nameRecord(record)} has access`,
      description: 'Decide whether you need this application, and whether you accept its publisher and its scopes.',
      // Not how many people use it: a number that changes every day would ask for a new review every day.
      evidence: pickEvidence(record, ['publisher', 'scopes', 'verified', 'grantedAt']),
    }
  },
}

/**
 * Applications with access are reviewed. Each of them needs review.
 * @throws DefinitionError that lists every mistake
 */
export function applicationsReviewed<Id extends string>(
  applications: Inventory<'application', never, Id>,
  options?: ReviewOptions<'application'>,
): Check<Id> {
  return askEach(applicationsReviewedQuestion, applications, options)
}
