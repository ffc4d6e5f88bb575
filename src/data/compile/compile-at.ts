import { checkExpression, type ExpressionRules } from '../expressions/check-expression.ts'
import { compileExpression } from '../expressions/compile-expression.ts'
import { parseExpression } from '../expressions/parse-expression.ts'
import type { Evaluate } from '../expressions/scope.ts'
import { nameKind, readKind, Unknown } from '../expressions/value.ts'
import type { Names } from './names.ts'
import type { Place, Report } from './report.ts'

/** An expression of a file, ready to be asked. */
export interface Compiled {
  readonly evaluate: Evaluate
  /** What it reads: `['item', 'profile', 'email']`. */
  readonly reads: readonly (readonly string[])[]
}

export interface CompileRules extends Omit<ExpressionRules, 'names'> {
  /** It has to read an answer: otherwise it is the same for all. @default true */
  readonly readsAnswer?: boolean
}

/** Compiles an expression, and reports what is wrong with it at its place. */
export function compileAt(text: string, place: Place, names: Names, rules: CompileRules, report: Report): Compiled {
  const broken: Compiled = { evaluate: () => new Unknown('missing', 'the expression is broken'), reads: [] }
  const parsed = parseExpression(text)
  if ('problem' in parsed) {
    report.add(place, parsed.problem.message, parsed.problem.start)
    return broken
  }
  const { problems, reads } = checkExpression(parsed.node, { ...rules, names: names.shapes })
  for (const { message, start } of problems) report.add(place, message, start)
  if (problems.length > 0) return broken
  if (rules.readsAnswer !== false && !reads.some(([root = '']) => names.answers.has(root))) {
    report.add(place, `reads nothing of an answer, so it is always the same; use ${[...names.answers].join(' or ')}`)
    return broken
  }
  return { evaluate: demandKind(compileExpression(parsed.node), text, rules.gives), reads }
}

/**
 * What nobody knew before: a member that holds null, or a text in place of true. A place that takes a boolean must not
 * make a verdict of it.
 */
function demandKind(evaluate: Evaluate, text: string, gives: CompileRules['gives']): Evaluate {
  if (gives === undefined) return evaluate
  return (scope) => {
    const answer = evaluate(scope)
    if (answer instanceof Unknown) return answer
    const kind = readKind(answer)
    if (gives.includes(kind)) return answer
    return new Unknown(kind === 'null' ? 'null' : 'kind', `${text.trim()} is ${nameKind(kind)}`)
  }
}
