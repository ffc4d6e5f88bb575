/** A type without `readonly`, and with `undefined` for members that may be left out, at every depth: what JSON makes no difference of. */
export type Loose<T> = T extends readonly (infer Item)[]
  ? Loose<Item>[]
  : T extends object
    ? { -readonly [Member in keyof T]: Loose<Exclude<T[Member], undefined>> }
    : T
