import { compileExpression } from '../../../src/data/expressions/compile-expression.ts'
import { Meter } from '../../../src/data/expressions/meter.ts'
import { parseExpression } from '../../../src/data/expressions/parse-expression.ts'
import { Unknown, type Value, type ValueOrUnknown } from '../../../src/data/expressions/value.ts'

export const now = new Date('2026-05-04T10:00:00Z')

/** The answer of an expression about an item. */
export function ask(text: string, item: Value = {}, meter = new Meter()): ValueOrUnknown {
  const parsed = parseExpression(text)
  if ('problem' in parsed) throw new Error(`${text}: ${parsed.problem.message}`)
  return compileExpression(parsed.node)({ names: { item }, items: [], now, meter })
}

/** The answer, or the code of what is unknown. */
export function askBriefly(text: string, item?: Value): Value {
  const answer = ask(text, item)
  return answer instanceof Unknown ? `unknown: ${answer.code}` : answer
}
