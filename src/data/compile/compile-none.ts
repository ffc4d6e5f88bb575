import { Unknown, type Value, type ValueOrUnknown } from '../expressions/value.ts'
import type { NoneEntry } from '../format/values.ts'

/** Whether a value is what the vendor writes where there is none. Without this, an absent value and null are unknown. */
export function compileNone(none: NoneEntry | undefined): (value: ValueOrUnknown) => boolean {
  if (!none) return () => false
  const values: readonly Value[] = none.values ?? []
  return (value) =>
    value instanceof Unknown ? none.absent === true && value.code === 'missing' : values.some((each) => each === value)
}
