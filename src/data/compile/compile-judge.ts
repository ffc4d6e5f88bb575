import type { BaseContext } from '../../define/index.ts'
import type { Scope } from '../expressions/scope.ts'
import { type Answer, Unknown } from '../expressions/value.ts'
import type { RuleEntry } from '../format/checks.ts'
import { compileAt } from './compile-at.ts'
import type { RequestRules } from './compile-request.ts'
import { compileEvidence, compileReporter, compileResource, type Verdict } from './compile-results.ts'
import { compileText, fillForPeople } from './compile-text.ts'
import { explainUnknown, type Walk } from './compile-walk.ts'
import { type Bindings, createScope, type Names } from './names.ts'
import type { Place } from './report.ts'

/** Judges each item, or the one answer, for itself. */
export function compileJudge(
  entry: RuleEntry,
  place: Place,
  walk: Walk,
  { definition, report }: RequestRules,
): (ctx: BaseContext) => Promise<void> {
  const judge = compileItemRules(entry, place, walk.names, report)
  const readResource = compileResource(entry.resource, [...place, 'resource'], walk.names, report, definition.name)
  const reportVerdict = compileReporter(entry, place, walk.names, report)
  return (ctx) =>
    ctx.each(walk.visit(ctx), async (outer) => {
      const bindings = await walk.readDetail(ctx, outer)
      const resource = readResource(ctx, bindings)
      const scope = createScope(ctx, bindings)
      const verdict = judge(bindings, scope)
      reportVerdict(ctx, resource, toVerdict(verdict, definition.name), scope)
    })
}

function toVerdict(verdict: Verdict | Unknown, vendor: string): Verdict {
  return verdict instanceof Unknown ? { status: 'undecided', because: explainUnknown(vendor, verdict) } : verdict
}

type ItemJudge = (bindings: Bindings, scope: Scope) => Verdict | Unknown

/** The rules about one item, in the order in which they decide. The first that decides is the verdict. */
function compileItemRules(entry: RuleEntry, place: Place, names: Names, report: RequestRules['report']): ItemJudge {
  const compile = (text: string, at: Place, has = false) =>
    compileAt(text, [...place, ...at], names, { gives: ['boolean'], has }, report)
  const applies = entry.applies === undefined ? undefined : compile(entry.applies, ['applies'], true)
  const pass = entry.pass === undefined ? undefined : compile(entry.pass, ['pass'])
  const review = entry.review && compile(entry.review.when, ['review', 'when'])
  const judgeDoubts = compileDoubts(entry, compile)
  const reads = [applies, review, pass].flatMap((each) => each?.reads ?? [])
  const readEvidence = compileEvidence(entry, place, names, report, reads)
  const writeReview = compileReview(entry, place, names, report)

  return (bindings, scope) => {
    const isApplicable = applies?.evaluate(scope) ?? true
    if (isApplicable instanceof Unknown) return isApplicable
    if (isApplicable === false) return { status: 'notApplicable' }
    const doubt = judgeDoubts(scope)
    if (doubt) return doubt
    const needsReview = review?.evaluate(scope) ?? false
    if (needsReview instanceof Unknown) return needsReview
    const evidence = readEvidence(bindings, scope)
    if (needsReview === true) return { status: 'manual', ...writeReview(scope), evidence }
    return judgePass(pass?.evaluate(scope) ?? true, entry.onEmpty, evidence)
  }
}

/** `all` over an empty list says nothing, unless the author says what that means. */
function judgePass(answer: Answer, onEmpty: RuleEntry['onEmpty'], evidence: object): Verdict | Unknown {
  if (!(answer instanceof Unknown)) return { status: answer === true ? 'pass' : 'fail', evidence }
  if (answer.code !== 'empty' || onEmpty === undefined) return answer
  return onEmpty === 'not_applicable' ? { status: 'notApplicable' } : { status: onEmpty, evidence }
}

function compileDoubts(
  { unknown = [] }: RuleEntry,
  compile: (text: string, at: Place, has: boolean) => ReturnType<typeof compileAt>,
): (scope: Scope) => Verdict | Unknown | undefined {
  const doubts = unknown.map(({ when, ...rest }, index) => ({
    when: compile(when, ['unknown', index, 'when'], true),
    rest,
  }))
  return (scope) => {
    for (const { when, rest } of doubts) {
      const isInDoubt = when.evaluate(scope)
      if (isInDoubt instanceof Unknown) return isInDoubt
      if (isInDoubt === true) return { status: 'undecided', ...rest }
    }
    return undefined
  }
}

function compileReview({ review }: RuleEntry, place: Place, names: Names, report: RequestRules['report']) {
  const compile = (text: string, member: string) => compileText(text, [...place, 'review', member], names, report)
  const [title, description] = [
    compile(review?.title ?? '', 'title'),
    compile(review?.description ?? '', 'description'),
  ]
  return (scope: Scope) => ({ title: fillForPeople(title, scope), description: fillForPeople(description, scope) })
}
