import type { BaseContext, ItemReason } from '../../define/index.ts'
import { countedNamesMax } from '../../questions/few-administrators.ts'
import { numberShape, textShape } from '../expressions/shape.ts'
import { Unknown, type Value, type ValueOrUnknown } from '../expressions/value.ts'
import type { RuleEntry } from '../format/checks.ts'
import { compileAt } from './compile-at.ts'
import { compileDoubts, compileReview, compileWhere } from './compile-judge.ts'
import { compileEvidence, compileReporter, compileResource, toVerdict } from './compile-results.ts'
import { compileValues } from './compile-values.ts'
import { describeUnknown, type Walk, type WalkedItem } from './compile-walk.ts'
import { addAnswer, type Bindings, bindContext, closeShape, createScope, withoutAnswers } from './names.ts'
import type { DocumentPath } from './report.ts'
import type { RequestRules } from './request-rules.ts'

/** How many items something is true of: at least those that are known, at most those and the ones that may be. */
interface ItemTally {
  seen: number
  known: number
  /** Counted in part: a person has to decide. */
  forReview: number
  unknown: number
  /** Part of the list could not be read, so that any number may be missing. */
  isOpen: boolean
  readonly names: string[]
  /** Values of `distinct`. */
  readonly keys: Set<Value>
  because: string | undefined
}

/** What rules and texts may name of a tally. */
const countedShape = closeShape({
  seen: numberShape,
  count: numberShape,
  forReview: numberShape,
  unknown: numberShape,
  names: { kinds: ['list'], item: () => textShape },
})

function readCounted({ seen, known, forReview, unknown, names }: ItemTally) {
  return { seen, count: known, forReview, unknown, names: names.toSorted() }
}

function showCounted(
  { count, forReview, unknown, names }: ReturnType<typeof readCounted>,
  { name, isReviewed }: { readonly name: string | undefined; readonly isReviewed: boolean },
): object {
  return {
    count,
    forReview: isReviewed ? forReview : undefined,
    unknown,
    names: name === undefined ? undefined : names,
  }
}

function joinAnswers(first: ValueOrUnknown, ask: () => ValueOrUnknown): ValueOrUnknown {
  return first === true ? ask() : first
}

/** One result about the number of items. */
export function compileCount(
  entry: RuleEntry & { readonly count: NonNullable<RuleEntry['count']> },
  place: DocumentPath,
  walk: Walk,
  { definition, report }: RequestRules,
): (ctx: BaseContext) => Promise<void> {
  const { count } = entry
  const isListed = compileWhere(entry, place, walk.names, report)
  const at = [...place, 'count']
  const where = compileAt(count.where, [...at, 'where'], walk.names, { gives: ['boolean'] }, report)
  const distinct =
    count.distinct === undefined
      ? undefined
      : compileAt(count.distinct, [...at, 'distinct'], walk.names, { gives: ['text', 'number'] }, report)
  const name =
    count.name === undefined
      ? undefined
      : compileAt(count.name, [...at, 'name'], walk.names, { gives: ['text'] }, report)
  const outer = withoutAnswers(walk.names)
  const readLimits = compileLimits(count, at, outer, report)
  const values = compileValues(entry.values, [...place, 'values'], addAnswer(outer, 'counted', countedShape), report)
  const { names } = values
  const readResource = compileResource(entry.resource, [...place, 'resource'], outer, report, definition.name)
  const reportVerdict = compileReporter(entry, place, names, report)
  const judgeDoubts = compileDoubts(entry, (text, to, has = false) =>
    compileAt(text, [...place, ...to], names, { gives: ['boolean'], has }, report),
  )
  const readEvidence = compileEvidence(entry, place, names, report, [])
  const review =
    entry.review?.when === undefined
      ? undefined
      : compileAt(
          entry.review.when,
          [...place, 'review', 'when'],
          walk.names,
          { gives: ['boolean'], has: true },
          report,
        )
  const writeReview = compileReview(entry, place, names, report)
  for (const member of ['applies', 'notApplicable', 'gaps'] as const)
    if (entry[member] !== undefined) report.add([...place, member], 'is for checks that judge each item; use "where"')

  const add = async (ctx: BaseContext, tally: ItemTally, visit: WalkedItem) => {
    const scope = createScope(ctx, await walk.readDetail(ctx, visit))
    tally.seen++
    const isCounted = joinAnswers(isListed(scope), () => where.evaluate(scope))
    const key = isCounted === false ? undefined : distinct?.evaluate(scope)
    if (key !== undefined && !(key instanceof Unknown)) {
      if (tally.keys.has(key)) return
      tally.keys.add(key)
    }
    const isForReview = joinAnswers(isCounted, () => review?.evaluate(scope) ?? false)
    const doubt = [isCounted, key, isForReview].find((each) => each instanceof Unknown)
    if (doubt) {
      tally.unknown++
      tally.because ??= describeUnknown(definition.name, doubt)
    } else if (isCounted === true) {
      if (isForReview === true) tally.forReview++
      else tally.known++
      const shown = name?.evaluate(scope)
      if (typeof shown === 'string' && tally.names.length < countedNamesMax) tally.names.push(shown)
    }
  }

  /** Behind an item of an outer list that cannot be read, there may be any number of items. */
  const addFailed = (tally: ItemTally, { failure }: WalkedItem, { because }: ItemReason) => {
    tally.seen++
    if (failure) tally.isOpen = true
    else tally.unknown++
    tally.because ??= because
  }

  return async (ctx) => {
    const tally: ItemTally = {
      seen: 0,
      known: 0,
      forReview: 0,
      unknown: 0,
      isOpen: false,
      names: [],
      keys: new Set(),
      because: undefined,
    }
    const bindings = bindContext(ctx, outer)
    const { min, max } = readLimits(ctx, bindings)
    const resource = readResource(ctx, createScope(ctx, bindings))
    const conclude = (status: 'pass' | 'fail' | 'manual') => {
      const counted = readCounted(tally)
      const scope = values.open(ctx, { ...bindings, counted })
      const evidence = entry.evidence
        ? readEvidence(scope)
        : showCounted(counted, { name: count.name, isReviewed: review !== undefined })
      const decided = status === 'manual' ? { status, ...writeReview(scope), evidence } : { status, evidence }
      const verdict = judgeDoubts(scope) ?? decided
      reportVerdict(ctx, resource, toVerdict(verdict, definition.name), scope)
    }
    try {
      await ctx.each(walk.visit(ctx), (each) => add(ctx, tally, each), {
        failed: (each, reason) => addFailed(tally, each, reason),
      })
    } catch (error) {
      // What was seen was seen: too many stay too many, whatever the rest of the list holds.
      if (tally.known > max) conclude('fail')
      throw error
    }
    if (tally.seen === 0) return
    const most = tally.isOpen ? Number.POSITIVE_INFINITY : tally.known + tally.forReview + tally.unknown
    if (tally.known > max || most < min) conclude('fail')
    else if (tally.known >= min && most <= max) conclude('pass')
    else if (tally.unknown === 0 && !tally.isOpen) conclude('manual')
    else
      ctx.undecided({
        resource,
        because: `${Number.isFinite(most) ? `Between ${tally.known} and ${most}` : `At least ${tally.known}`} count. ${tally.because}`,
      })
  }
}

function compileLimits(
  { min, max }: NonNullable<RuleEntry['count']>,
  place: DocumentPath,
  names: ReturnType<typeof withoutAnswers>,
  report: RequestRules['report'],
) {
  if (min === undefined && max === undefined) report.add(place, 'needs "min" or "max"')
  const compile = (limit: number | string | undefined, member: string, otherwise: number) =>
    typeof limit === 'string'
      ? compileAt(limit, [...place, member], names, { gives: ['number'], readsAnswer: false }, report).evaluate
      : () => limit ?? otherwise
  const [least, most] = [compile(min, 'min', 0), compile(max, 'max', Number.POSITIVE_INFINITY)]
  return (ctx: BaseContext, bindings: Bindings) => {
    const read = (limit: typeof least) => {
      const value = limit(createScope(ctx, bindings))
      return typeof value === 'number'
        ? value
        : ctx.cannotTell({ kind: 'config', message: 'A limit of this check has no value.' })
    }
    return { min: read(least), max: read(most) }
  }
}
