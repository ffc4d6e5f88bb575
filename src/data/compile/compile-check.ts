import { buildCheck, type Check, type OnEmpty } from '../../define/index.ts'
import type { RuleEntry } from '../format/checks.ts'
import { compileCount } from './compile-count.ts'
import { compileJudge } from './compile-judge.ts'
import { compileWalk } from './compile-walk.ts'
import { createNames } from './names.ts'
import type { DocumentPath, ProblemReport } from './report.ts'
import { reportUnreachable } from './report-unreachable.ts'
import type { RequestRules } from './request-rules.ts'

/**
 * Makes a check of a rule: requests, and expressions about their answers.
 * @throws DefinitionError for its data
 */
export function compileCheck(entry: RuleEntry, place: DocumentPath, rules: RequestRules): Check {
  const { for: _for, let: _let, list: _list, get: _get, detail: _detail, ...rest } = entry
  const { applies: _applies, unknown: _unknown, review: _review, pass: _pass, count, ...others } = rest
  const { values: _values, where: _where, gaps: _gaps, notApplicable: _notApplicable, ...judged } = others
  const { resource: _resource, evidence: _evidence, passed: _passed, fail: _fail, ...data } = judged
  const { definition, report } = rules
  const walk = compileWalk(
    entry,
    place,
    createNames(definition, [...(definition.variables ?? []), ...(entry.variables ?? [])]),
    rules,
  )
  reportVerdictRule(entry, place, report)
  reportUnreachable(entry, place, report)
  const run = count ? compileCount({ ...entry, count }, place, walk, rules) : compileJudge(entry, place, walk, rules)
  return buildCheck(definition, { ...data, onEmpty: entry.onEmpty ?? findCommonEmpty(entry), run })
}

/** A check that shows some items to a person has none to show where all others are left: that is no mistake. */
function findCommonEmpty({ where, review }: RuleEntry): OnEmpty | undefined {
  return where !== undefined && review !== undefined && review.when === undefined ? 'not_applicable' : undefined
}

/** What passes and fails has one rule; what a person decides has none. */
function reportVerdictRule(
  { pass, gaps, count, review, fail }: RuleEntry,
  place: DocumentPath,
  report: ProblemReport,
): void {
  const rules = [pass, gaps, count].filter((each) => each !== undefined).length
  const isForPeople = review !== undefined && review.when === undefined
  if (isForPeople) {
    if (rules > 0)
      report.add([...place, 'review'], 'lets a person decide every item; say "when", or remove the other rule')
    return
  }
  if (rules !== 1) report.add(place, 'must have one of "pass", "gaps" and "count", or a "review" without "when"')
  if (!fail) report.add(place, 'needs "fail", with its title and what to do then')
}
