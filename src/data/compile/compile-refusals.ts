import type { Classification, VendorFailure } from '../../define/index.ts'
import { anyShape, numberShape } from '../expressions/shape.ts'
import type { Value } from '../expressions/value.ts'
import type { RefusalEntry } from '../format/connector-file.ts'
import { compileAt } from './compile-at.ts'
import { createScope } from './names.ts'
import type { ProblemReport } from './report.ts'
import { reportRepeats } from './report-unreachable.ts'

/** What the vendor's refusals mean: the hook `classify`. The first that fits decides. */
export function compileRefusals(
  refusals: readonly RefusalEntry[],
  report: ProblemReport,
): ((failure: VendorFailure) => Classification | undefined) | undefined {
  if (refusals.length === 0) return undefined
  const names = {
    shapes: { body: anyShape, status: numberShape },
    answers: new Set(['body', 'status']),
    fields: new Set<string>(),
  }
  reportRepeats(refusals, ['refusals'], report)
  const compiled = refusals.map(({ when, kind, message, scopes }, index) => ({
    ...compileAt(when, ['refusals', index, 'when'], names, { gives: ['boolean'], has: true }, report),
    means: { kind, message, missingScopes: scopes },
  }))
  return ({ body, status }) => {
    // A refusal carries no time that anything depends on.
    const scope = createScope({ now: new Date(0) }, { body: body as Value, status })
    return compiled.find(({ evaluate }) => evaluate(scope) === true)?.means
  }
}
