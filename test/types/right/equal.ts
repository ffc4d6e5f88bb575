/** `true` for the same type, down to modifiers; `false` for any other. */
export type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** Compiles only when both types are the same: `same<A, B>(true)`. */
export function same<A, B>(_answer: Equal<A, B>): void {}

/** The type with its members written out, `readonly` taken away at every depth. */
export type Mutable<T> = T extends string | number | boolean | undefined
  ? T
  : T extends readonly (infer Element)[]
    ? Mutable<Element>[]
    : { -readonly [K in keyof T]: Mutable<T[K]> }
