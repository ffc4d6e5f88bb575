import type { BaseContext } from '../../define/index.ts'
import type { ExpressionScope } from '../expressions/scope.ts'
import { Unknown, type ValueOrUnknown } from '../expressions/value.ts'
import type { RuleEntry } from '../format/checks.ts'
import { compileAt } from './compile-at.ts'
import { compileEvidence, compileReporter, compileResource, type ItemVerdict, toVerdict } from './compile-results.ts'
import { compileText, fillForPeople, type TextTemplate } from './compile-text.ts'
import { type CompiledValues, compileValues } from './compile-values.ts'
import type { Walk } from './compile-walk.ts'
import { listExemptions } from './list-exemptions.ts'
import type { KnownNames } from './names.ts'
import type { DocumentPath } from './report.ts'
import type { RequestRules } from './request-rules.ts'

/** Judges each item, or the one answer, for itself. */
export function compileJudge(
  entry: RuleEntry,
  place: DocumentPath,
  walk: Walk,
  { definition, report }: RequestRules,
): (ctx: BaseContext) => Promise<void> {
  const values = compileValues(entry.values, [...place, 'values'], walk.names, report)
  const { names } = values
  const where = compileWhere(entry, place, names, report)
  const judge = compileItemRules(entry, place, values, report)
  const readResource = compileResource(entry.resource, [...place, 'resource'], names, report, definition.name)
  const reportVerdict = compileReporter(entry, place, names, report)
  const isOut = entry.detail && compileEarlyOut(entry, values)
  return (ctx) =>
    ctx.each(
      walk.visit(ctx),
      async (visit) => {
        const early = values.open(ctx, visit.bindings)
        const isDone = !visit.failure && isOut?.(early)
        const scope = isDone ? early : values.open(ctx, await walk.readDetail(ctx, visit))
        const isListed = where(scope)
        if (isListed === false) return
        const resource = readResource(ctx, scope)
        const verdict = isListed instanceof Unknown ? isListed : judge(scope)
        reportVerdict(ctx, resource, toVerdict(verdict, definition.name), scope)
      },
      { resource: ({ bindings }) => readResource(ctx, values.open(ctx, bindings)) },
    )
}

/** Tells before the request for details that an item is not judged, where nothing that is then said reads them. */
function compileEarlyOut(
  { where, applies, detail, resource, evidence, notApplicable }: RuleEntry,
  { names, expand }: CompiledValues,
): ((scope: ExpressionScope) => boolean) | undefined {
  const key = JSON.stringify([applies === undefined ? undefined : { evidence, notApplicable }, resource])
  if (detail === undefined || key.includes(detail.as)) return undefined
  const quiet = { add: () => undefined }
  const compiled = [where, applies].flatMap((text) =>
    text === undefined ? [] : [compileAt(text, [], names, { gives: ['boolean'], has: true }, quiet)],
  )
  const isIndependent = (reads: Parameters<CompiledValues['expand']>[0]) =>
    !expand(reads).some(([root]) => root === detail.as)
  const early = compiled.filter(({ reads, isBroken }) => !isBroken && isIndependent(reads))
  return (scope) => early.some(({ evaluate }) => evaluate(scope) === false)
}

/** Whether an item is one that the check is about. Nothing is said of the others, so `has(…)` may ask. */
export function compileWhere(
  { where }: RuleEntry,
  place: DocumentPath,
  names: KnownNames,
  report: RequestRules['report'],
): (scope: ExpressionScope) => ValueOrUnknown {
  if (where === undefined) return () => true
  return compileAt(where, [...place, 'where'], names, { gives: ['boolean'], has: true }, report).evaluate
}

type ItemJudge = (scope: ExpressionScope) => ItemVerdict | Unknown
type CompileRule = (text: string, at: DocumentPath, has?: boolean) => ReturnType<typeof compileAt>

/** The rules about one item, in the order in which they decide. The first that decides is the verdict. */
function compileItemRules(
  entry: RuleEntry,
  place: DocumentPath,
  values: CompiledValues,
  report: RequestRules['report'],
): ItemJudge {
  const { names } = values
  const compile: CompileRule = (text, at, has = false) =>
    compileAt(text, [...place, ...at], names, { gives: ['boolean'], has }, report)
  const applies = entry.applies === undefined ? undefined : compile(entry.applies, ['applies'], true)
  const exemptions = compileExemptions(entry, place, compile, names, report)
  const pass = entry.pass === undefined ? undefined : compile(entry.pass, ['pass'])
  const gaps = compileGaps(entry, compile, (text, at) => compileText(text, [...place, ...at], names, report))
  const review = entry.review?.when === undefined ? undefined : compile(entry.review.when, ['review', 'when'], true)
  const isForPeople = entry.review !== undefined && review === undefined
  const judgeDoubts = compileDoubts(entry, compile)
  const reads = [...[applies, ...exemptions, review, pass].flatMap((each) => each?.reads ?? []), ...gaps.reads]
  const readEvidence = compileEvidence(entry, place, names, report, values.expand(reads))
  const writeReview = compileReview(entry, place, names, report)

  return (scope) => {
    const isApplicable = applies?.evaluate(scope) ?? true
    if (isApplicable instanceof Unknown) return isApplicable
    const show = () => (entry.evidence ? readEvidence(scope) : undefined)
    if (isApplicable === false) return { status: 'notApplicable', evidence: show() }
    for (const [exemption, { evaluate, readOwn }] of exemptions.entries()) {
      const isExempt = evaluate(scope)
      if (isExempt instanceof Unknown) return isExempt
      if (isExempt === true) return { status: 'notApplicable', exemption, evidence: readOwn?.(scope) ?? show() }
    }
    const doubt = judgeDoubts(scope)
    if (doubt) return doubt
    const needsReview = review?.evaluate(scope) ?? isForPeople
    if (needsReview instanceof Unknown) return needsReview
    const evidence = readEvidence(scope)
    if (needsReview === true) return { status: 'manual', ...writeReview(scope), evidence }
    return pass ? judgePass(pass.evaluate(scope), entry.onEmpty, evidence) : gaps.judge(scope, evidence)
  }
}

/** What does not apply for a reason of its own. */
function compileExemptions(
  entry: RuleEntry,
  place: DocumentPath,
  compile: CompileRule,
  names: KnownNames,
  report: RequestRules['report'],
) {
  return listExemptions(entry).map(({ when, evidence }, index) => ({
    ...compile(when, ['notApplicable', index, 'when'], true),
    readOwn: evidence && compileEvidence({ evidence }, [...place, 'notApplicable', index], names, report, []),
  }))
}

/** `all` over an empty list says nothing, unless the author says what that means. */
function judgePass(answer: ValueOrUnknown, onEmpty: RuleEntry['onEmpty'], evidence: object): ItemVerdict | Unknown {
  if (!(answer instanceof Unknown)) return { status: answer === true ? 'pass' : 'fail', evidence }
  if (answer.code !== 'empty' || onEmpty === undefined) return answer
  return onEmpty === 'not_applicable' ? { status: 'notApplicable' } : { status: onEmpty, evidence }
}

/** One gap is enough to fail. Without one, a gap that cannot be told leaves all unknown. */
function compileGaps(
  { gaps = [] }: RuleEntry,
  compile: CompileRule,
  compileSays: (text: string, at: DocumentPath) => TextTemplate,
) {
  const compiled = gaps.map(({ when, says }, index) => ({
    ...compile(when, ['gaps', index, 'when']),
    says: compileSays(says, ['gaps', index, 'says']),
  }))
  return {
    reads: compiled.flatMap(({ reads }) => reads),
    judge(scope: ExpressionScope, evidence: object): ItemVerdict | Unknown {
      const answers = compiled.map(({ evaluate }) => evaluate(scope))
      const found = compiled.filter((_gap, index) => answers[index] === true)
      if (found.length > 0)
        return { status: 'fail', evidence, gaps: found.map(({ says }) => fillForPeople(says, scope)).join(' and ') }
      return answers.find((answer) => answer instanceof Unknown) ?? { status: 'pass', evidence }
    },
  }
}

/** What leaves the verdict open, in the order of the file. */
export function compileDoubts(
  { unknown = [] }: Pick<RuleEntry, 'unknown'>,
  compile: CompileRule,
): (scope: ExpressionScope) => ItemVerdict | Unknown | undefined {
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

/** What a person reads who has to decide. */
export function compileReview(
  { review }: RuleEntry,
  place: DocumentPath,
  names: KnownNames,
  report: RequestRules['report'],
) {
  const compile = (text: string, member: string) => compileText(text, [...place, 'review', member], names, report)
  const [title, description] = [
    compile(review?.title ?? '', 'title'),
    compile(review?.description ?? '', 'description'),
  ]
  return (scope: ExpressionScope) => ({
    title: fillForPeople(title, scope),
    description: fillForPeople(description, scope),
  })
}
