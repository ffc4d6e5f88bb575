import type { ReadingContext } from '../../define/index.ts'
import { convertTime } from '../expressions/convert-time.ts'
import { anyShape, type Shape } from '../expressions/shape.ts'
import { Unknown, type ValueOrUnknown } from '../expressions/value.ts'
import type { RuleEntry } from '../format/checks.ts'
import { type Compiled, compileAt } from './compile-at.ts'
import { compileNone } from './compile-none.ts'
import { addAnswer, type Bindings, createScope, type KnownNames } from './names.ts'
import type { DocumentPath, ProblemReport } from './report.ts'

type ValueEntry = NonNullable<RuleEntry['values']>[string]
type ReadPaths = readonly (readonly string[])[]

/** Values with a name, ready to be read. */
export interface CompiledValues {
  /** With those of the values. */
  readonly names: KnownNames
  /** Binds each value, in the order of the file. What cannot be told is unknown by its name. */
  open(ctx: Pick<ReadingContext, 'now'>, bindings: Bindings): ReturnType<typeof createScope>
  /** What an expression reads, with what the values that it names read. */
  expand(reads: ReadPaths): ReadPaths
}

/** Compiles `values`. */
export function compileValues(
  entry: RuleEntry['values'],
  place: DocumentPath,
  start: KnownNames,
  report: ProblemReport,
): CompiledValues {
  let names = start
  const readsByName = new Map<string, ReadPaths>()
  const expand = (reads: ReadPaths) => reads.flatMap((path) => [path, ...(readsByName.get(path[0] ?? '') ?? [])])
  const compiled = Object.entries(entry ?? {}).map(([name, value]) => {
    const at = [...place, name]
    const { evaluate, reads, shape, isBroken = false, asksPresence } = compileValue(value, at, names, report)
    if (Object.hasOwn(names.shapes, name) || names.fields.has(name))
      report.add(at, `"${name}" already stands for something else; choose another name`)
    const readsAnswer = isBroken || reads.some(([root = '']) => names.answers.has(root))
    readsByName.set(name, expand(reads))
    names = addValue(names, name, shape, readsAnswer)
    if (asksPresence) names = { ...names, shown: new Set([...(names.shown ?? []), name]) }
    return { name, evaluate }
  })
  return {
    names,
    expand,
    open(ctx, bindings) {
      const bound: Record<string, ValueOrUnknown | undefined> = { ...bindings }
      const scope = createScope(ctx, bound)
      for (const { name, evaluate } of compiled) bound[name] = evaluate(scope)
      return scope
    },
  }
}

/** A value, or what stands where the vendor says that there is none; a time in ISO 8601. */
function compileValue(entry: ValueEntry, place: DocumentPath, names: KnownNames, report: ProblemReport): Compiled {
  const rules = { gives: anyKind, readsAnswer: false, has: true }
  if (typeof entry === 'string') return compileAt(entry, place, names, rules, report)
  const { of, none, otherwise = 'null', time } = entry
  const own = compileAt(of, [...place, 'of'], names, rules, report)
  const other = compileAt(otherwise, [...place, 'otherwise'], names, rules, report)
  const isNone = compileNone(none, own, [...place, 'none'], report)
  if (!none && !time) report.add(place, 'says neither "none" nor "time"; write the expression of "of" alone')
  if (!none && entry.otherwise !== undefined) report.add([...place, 'otherwise'], 'is for "none"')
  if (none && !none.absent && !none.values?.length)
    report.add([...place, 'none'], 'says neither "values" nor that the member may be "absent"')
  return {
    ...own,
    evaluate: (scope) => {
      const value = own.evaluate(scope)
      const answer = isNone(value, scope) ? other.evaluate(scope) : value
      return time === undefined || answer === null || answer instanceof Unknown
        ? answer
        : convertTime(answer, time, false)
    },
    reads: [...own.reads, ...other.reads],
    shape:
      time === undefined
        ? joinShapes(own.shape, other.shape)
        : { kinds: ['text', ...(none ? (['null'] as const) : [])] },
    asksPresence: own.asksPresence === true || other.asksPresence === true,
  }
}

/** What is known of a value that is one of two. */
function joinShapes(one: Shape, other: Shape): Shape {
  return one.kinds && other.kinds ? { kinds: [...one.kinds, ...other.kinds] } : anyShape
}

const anyKind = ['null', 'boolean', 'number', 'text', 'list', 'object'] as const

/** With one more name, of a value that texts may take without a dot. */
export function addValue(names: KnownNames, name: string, shape: Shape, readsAnswer: boolean): KnownNames {
  const { answers } = names
  const added = addAnswer(names, name, shape)
  const values = new Set([...(names.values ?? []), name])
  return { ...added, answers: readsAnswer ? added.answers : answers, values }
}
