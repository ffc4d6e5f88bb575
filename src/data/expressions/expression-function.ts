import type { Meter } from './meter.ts'
import type { Kind, Value, ValueOrUnknown } from './value.ts'

export interface FunctionContext {
  /** Start of the run. */
  readonly now: Date
  readonly meter: Meter
}

export interface ExpressionFunction {
  /** As people write it: `age(time)`. */
  readonly usage: string
  readonly says: string
  /** Called as `subject.name(…)`. */
  readonly isMethod?: true
  /** What each argument has to be, the subject of a method first. */
  readonly takes: readonly (readonly Kind[])[]
  readonly gives: Kind
  call(args: readonly Value[], context: FunctionContext): ValueOrUnknown
}
