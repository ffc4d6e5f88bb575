import { checkExpression, type ExpressionRules } from '../expressions/check-expression.ts'
import { compileAbsence, compileExpression } from '../expressions/compile-expression.ts'
import { findConstant } from '../expressions/find-constant.ts'
import { createKindUnknown } from '../expressions/operators.ts'
import { parseExpression } from '../expressions/parse-expression.ts'
import type { Evaluate, ExpressionScope } from '../expressions/scope.ts'
import { anyShape, type Shape } from '../expressions/shape.ts'
import { type Kind, nameKind, readKind, Unknown } from '../expressions/value.ts'
import type { KnownNames } from './names.ts'
import type { DocumentPath, ProblemReport } from './report.ts'

/** An expression of a file, ready to be asked. */
export interface Compiled {
  readonly evaluate: Evaluate
  /** What it reads: `['item', 'profile', 'email']`. */
  readonly reads: readonly (readonly string[])[]
  readonly shape: Shape
  /** It was reported, so that what uses it need not be. */
  readonly isBroken?: true
  /** Whether the vendor has left the member out of an object that is there. Undefined where the expression reads more than a member. */
  readonly isAbsent?: ((scope: ExpressionScope) => boolean) | undefined
  /** A missing member may choose its value, which a verdict must not rest on. */
  readonly asksPresence?: boolean
}

export interface CompileRules extends Omit<ExpressionRules, 'names'> {
  /** It has to read an answer: otherwise it is the same for all. @default true */
  readonly readsAnswer?: boolean
}

/** The vendor may send another kind than the place takes: `pass: item.enforced` with the text "yes" is no verdict. */
function demandKind(evaluate: Evaluate, text: string, gives: readonly Kind[]): Evaluate {
  return (scope) => {
    const value = evaluate(scope)
    if (value instanceof Unknown || gives.includes(readKind(value))) return value
    return createKindUnknown(text.trim(), gives.map(nameKind).join(' or '), value)
  }
}

/** Compiles an expression, and reports what is wrong with it at its place. */
export function compileAt(
  text: string,
  place: DocumentPath,
  names: KnownNames,
  rules: CompileRules,
  report: ProblemReport,
): Compiled {
  const broken: Compiled = {
    evaluate: () => new Unknown('missing', 'the expression is broken'),
    reads: [],
    shape: anyShape,
    isBroken: true,
  }
  const parsed = parseExpression(text)
  if ('problem' in parsed) {
    report.add(place, parsed.problem.message, parsed.problem.start)
    return broken
  }
  const { problems, reads, shape, ...checked } = checkExpression(parsed.node, { ...rules, names: names.shapes })
  for (const { message, start } of problems) report.add(place, message, start)
  if (problems.length > 0) return broken
  const shown = reads.find(([root = '']) => names.shown?.has(root))?.[0]
  if (shown !== undefined && rules.has !== true) {
    report.add(
      place,
      `rests on "${shown}", which asks by has(…), so a member that the vendor leaves out would decide; use it in texts only`,
    )
    return broken
  }
  if (rules.readsAnswer !== false && !reads.some(([root = '']) => names.answers.has(root))) {
    report.add(place, `reads nothing of an answer, so it is always the same; use ${[...names.answers].join(' or ')}`)
    return broken
  }
  const constant =
    rules.readsAnswer === false || rules.gives.some((kind) => kind !== 'boolean')
      ? undefined
      : findConstant(parsed.node)
  if (constant !== undefined) {
    report.add(
      place,
      `is ${constant ? 'never false' : 'never true'}, whatever the vendor answers, so it decides nothing`,
    )
    return broken
  }
  return {
    evaluate: demandKind(compileExpression(parsed.node), text, rules.gives),
    reads,
    shape,
    isAbsent: compileAbsence(parsed.node),
    asksPresence: checked.asksPresence || shown !== undefined,
  }
}
