import type { RuleEntry } from '../format/checks.ts'

type NotApplicableEntry = NonNullable<RuleEntry['notApplicable']>
type ExemptionEntry = Extract<NotApplicableEntry, readonly unknown[]>[number]

/** What does not apply, each with a title of its own. */
export function listExemptions({ notApplicable }: Pick<RuleEntry, 'notApplicable'>): readonly ExemptionEntry[] {
  return Array.isArray(notApplicable) ? notApplicable : []
}
