import { categoryNames, type ScopeExclusion } from '../../checks/controls/scope.ts'
import { countNoun } from '../../text/count-noun.ts'

/** `61 controls`, or `33 of 61 controls, 28 left out`. */
export function formatInScope({
  total,
  leftOut = 0,
}: {
  readonly total: number
  readonly leftOut?: number | undefined
}): string {
  return leftOut === 0
    ? countNoun(total, 'control')
    : `${total - leftOut} of ${countNoun(total, 'control')}, ${leftOut} left out`
}

/** `left out: not applicable until 2026-12-31 (No offices. Ada, approved by Grace)`. */
export function formatLeftOut({ category, group, reason, by, approvedBy, expires }: ScopeExclusion): string {
  const named = category === undefined ? group : categoryNames[category]
  const what = named === undefined ? `not applicable until ${expires}` : `category ${named}`
  const approved = approvedBy === undefined ? undefined : `approved by ${approvedBy}`
  const people = [by, approved].filter((each) => each !== undefined).join(', ')
  return `left out: ${what} (${[reason, people].filter((each) => each !== '').join('; ')})`
}
