import type { ExpressionScope } from '../expressions/scope.ts'
import { Unknown, type Value, type ValueOrUnknown } from '../expressions/value.ts'
import type { NoneEntry } from '../format/values.ts'
import type { Compiled } from './compile-at.ts'
import type { DocumentPath, ProblemReport } from './report.ts'

/** Whether a value is what the vendor writes where there is none. Without this, an absent value and null are unknown. */
export function compileNone(
  none: NoneEntry | undefined,
  { isAbsent, isBroken, reads }: Compiled,
  place: DocumentPath,
  report: ProblemReport,
): (value: ValueOrUnknown, scope: ExpressionScope) => boolean {
  if (!none) return () => false
  const { absent = false } = none
  // What is missing somewhere in a calculation would count as "there is none".
  if (absent !== false && !isAbsent && !isBroken)
    report.add([...place, 'absent'], 'is for a member or a function of one, such as lower(item.state)')
  const values: readonly Value[] = none.values ?? []
  return (value, scope) => {
    if (!(value instanceof Unknown)) return values.some((each) => each === value)
    if (absent === false) return false
    const isHollow = reads.some(([root = '']) => saysNothing(scope.names[root]))
    if (absent === 'withAnswer' && isHollow) return true
    if (absent === true) return !isHollow && isAbsent?.(scope) === true
    return !isHollow && value.code === 'missing'
  }
}

/** An answer without any member, which says nothing of a single one. */
function saysNothing(answer: ValueOrUnknown | undefined): boolean {
  if (answer === undefined || answer === null || answer === '') return true
  if (typeof answer !== 'object' || answer instanceof Unknown || Array.isArray(answer)) return false
  return Object.keys(answer).length === 0
}
