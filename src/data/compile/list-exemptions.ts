import type { RuleEntry } from '../format/checks.ts'

type NotApplicableEntry = NonNullable<RuleEntry['notApplicable']>
type Exemption = Extract<NotApplicableEntry, readonly unknown[]>[number]

/** What does not apply, each with a title of its own. */
export function listExemptions({ notApplicable }: Pick<RuleEntry, 'notApplicable'>): readonly Exemption[] {
  return Array.isArray(notApplicable) ? notApplicable : []
}
