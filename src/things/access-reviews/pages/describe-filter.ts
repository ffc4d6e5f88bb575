import type { ReviewFilter } from '../../../crosscheck/reviews/access-review.ts'
import type { Texts } from '../../all-texts/texts.ts'

/** "administrators only, department Sales". */
export function describeFilter(texts: Texts, { only, department }: ReviewFilter): string {
  const { filterWords } = texts.access
  const what = only === undefined ? filterWords.all : filterWords[only]
  return department === undefined ? what : texts.access.ofDepartment({ what, department })
}
