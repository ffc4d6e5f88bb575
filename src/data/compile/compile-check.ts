import { buildCheck, type Check } from '../../define/index.ts'
import type { RuleEntry } from '../format/checks.ts'
import { compileCount } from './compile-count.ts'
import { compileJudge } from './compile-judge.ts'
import type { RequestRules } from './compile-request.ts'
import { compileWalk } from './compile-walk.ts'
import { createNames } from './names.ts'
import type { Place } from './report.ts'
import { reportUnreachable } from './report-unreachable.ts'

/**
 * Makes a check of a rule: requests, and expressions about their answers.
 * @throws DefinitionError for its data
 */
export function compileCheck(entry: RuleEntry, place: Place, rules: RequestRules): Check {
  const { for: _for, let: _let, list: _list, get: _get, detail: _detail, ...rest } = entry
  const { applies: _applies, unknown: _unknown, review: _review, pass, count, ...others } = rest
  const { values: _values, where: _where, gaps, notApplicable: _notApplicable, ...judged } = others
  const { resource: _resource, evidence: _evidence, passed: _passed, fail: _fail, ...data } = judged
  const { definition, report } = rules
  const walk = compileWalk(
    entry,
    place,
    createNames(definition, [...(definition.variables ?? []), ...(entry.variables ?? [])]),
    rules,
  )
  if ([pass, gaps, count].filter((each) => each !== undefined).length !== 1)
    report.add(place, 'must have one of "pass", "gaps" and "count"')
  reportUnreachable(entry, place, report)
  const run = count ? compileCount({ ...entry, count }, place, walk, rules) : compileJudge(entry, place, walk, rules)
  return buildCheck(definition, { ...data, run })
}
