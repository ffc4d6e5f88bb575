import type { ReviewFilter } from '../../../crosscheck/reviews/access-review.ts'
import type { Texts } from '../../all-texts/texts.ts'

/** "administrators only, department Sales". */
export function describeFilter(texts: Texts, { only, department }: ReviewFilter): string {
  const { filters } = texts.access.scope
  const what = only === undefined ? filters.all : filters[only]
  return department === undefined ? what : texts.access.scope.inDepartment({ accounts: what, department })
}
