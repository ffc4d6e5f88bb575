import type { BaseContext } from '../../define/index.ts'
import { Unknown } from '../expressions/value.ts'
import type { RuleEntry } from '../format/checks.ts'
import { compileAt } from './compile-at.ts'
import type { RequestRules } from './compile-request.ts'
import { compileReporter, compileResource } from './compile-results.ts'
import { explainUnknown, type Walk } from './compile-walk.ts'
import { type Bindings, bindContext, createScope, withoutAnswers } from './names.ts'
import type { Place } from './report.ts'

/** How many items something is true of: at least those that are known, at most those and the ones that may be. */
interface Tally {
  seen: number
  known: number
  unknown: number
  readonly names: string[]
  because: Unknown | undefined
}

const namesMax = 100

/** One result about the number of items. */
export function compileCount(
  entry: RuleEntry & { readonly count: NonNullable<RuleEntry['count']> },
  place: Place,
  walk: Walk,
  { definition, report }: RequestRules,
): (ctx: BaseContext) => Promise<void> {
  const { count } = entry
  const at = [...place, 'count']
  const where = compileAt(count.where, [...at, 'where'], walk.names, { gives: ['boolean'] }, report)
  const name =
    count.name === undefined
      ? undefined
      : compileAt(count.name, [...at, 'name'], walk.names, { gives: ['text'] }, report)
  const outer = withoutAnswers(walk.names)
  const readLimits = compileLimits(count, at, outer, report)
  const readResource = compileResource(entry.resource, [...place, 'resource'], outer, report, definition.name)
  const reportVerdict = compileReporter(entry, place, outer, report)
  for (const member of ['applies', 'unknown', 'review', 'evidence'] as const)
    if (entry[member] !== undefined) report.add([...place, member], 'is for checks that judge each item; use "where"')

  const add = async (ctx: BaseContext, tally: Tally, bindings: Bindings) => {
    const scope = createScope(ctx, await walk.readDetail(ctx, bindings))
    const isCounted = where.evaluate(scope)
    tally.seen++
    if (isCounted instanceof Unknown) {
      tally.unknown++
      tally.because ??= isCounted
    } else if (isCounted === true) {
      tally.known++
      const shown = name?.evaluate(scope)
      if (typeof shown === 'string' && tally.names.length < namesMax) tally.names.push(shown)
    }
  }

  return async (ctx) => {
    const tally: Tally = { seen: 0, known: 0, unknown: 0, names: [], because: undefined }
    const bindings = bindContext(ctx, outer)
    const { min, max } = readLimits(ctx, bindings)
    const resource = readResource(ctx, bindings)
    const scope = createScope(ctx, bindings)
    const readEvidence = () => ({
      count: tally.known,
      unknown: tally.unknown,
      ...(name && { names: tally.names.toSorted() }),
    })
    const conclude = (status: 'pass' | 'fail') =>
      reportVerdict(ctx, resource, { status, evidence: readEvidence() }, scope)
    try {
      await ctx.each(walk.visit(ctx), (each) => add(ctx, tally, each))
    } catch (error) {
      // What was seen was seen: too many stay too many, whatever the rest of the list holds.
      if (tally.known > max) conclude('fail')
      throw error
    }
    if (tally.seen === 0) return
    const most = tally.known + tally.unknown
    if (tally.known > max || most < min) conclude('fail')
    else if (tally.known >= min && most <= max) conclude('pass')
    else
      ctx.undecided({
        resource,
        because: `Between ${tally.known} and ${most} count. ${explainUnknown(definition.name, tally.because as Unknown)}`,
      })
  }
}

function compileLimits(
  { min, max }: NonNullable<RuleEntry['count']>,
  place: Place,
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
