import type { FunctionContext } from './expression-function.ts'
import type { Value, ValueOrUnknown } from './value.ts'

/** What the names of an expression stand for, while it is evaluated. */
export interface ExpressionScope extends FunctionContext {
  /** By name. A name whose request found nothing is unknown, with the reason. */
  readonly names: Readonly<Record<string, ValueOrUnknown | undefined>>
  /** The items that macros are at, by depth. Each macro writes its own place. */
  readonly items: Value[]
}

/** An expression, ready to be asked. It never throws: what cannot be told is an `Unknown`. */
export type Evaluate = (scope: ExpressionScope) => ValueOrUnknown
