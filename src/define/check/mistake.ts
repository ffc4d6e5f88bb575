/** Types that find mistakes in the literal type of a definition, and explain them at their place. */

/**
 * Replaces a mistake in a definition, so that the compiler's message carries the reason. An object, because two
 * different literals would reduce the whole definition to `never` and hide the place.
 */
export interface Mistake<Reason extends string> {
  readonly mistake: Reason
}

// The members of a union that a value could be. Options of other members are unknown to it.
type Matching<T, Union> = Union extends unknown ? (T extends Union ? Union : never) : never
type KeyOf<Union> = Union extends unknown ? keyof Union : never
type ValueAt<Union, K> = Union extends unknown ? (K extends keyof Union ? Exclude<Union[K], undefined> : never) : never

/**
 * The value itself, with a mistake in place of every unknown option. It is joined with the interface that it matches,
 * because an editor takes the documentation of a member from there: a literal has none.
 */
export type Known<T, Expected> = T extends string | number | boolean | undefined
  ? T
  : T extends readonly unknown[]
    ? { readonly [I in keyof T]: Known<T[I], ValueAt<Expected, number>> }
    : Matching<T, Expected> & {
        readonly [K in keyof T]: K extends KeyOf<Matching<T, Expected>>
          ? Known<T[K], ValueAt<Matching<T, Expected>, K>>
          : Mistake<`"${K & string}" is not an option here`>
      }

/** Ids of a list, in order, so that a repetition can be found. */
export type IdsOf<L extends readonly unknown[]> = {
  readonly [I in keyof L]: L[I] extends { readonly id: infer Id } ? Id : never
}

/** First element that an earlier one equals; `never` when all differ. */
export type FirstRepeated<L extends readonly unknown[], Seen = never> = L extends readonly [infer Head, ...infer Tail]
  ? [Head & Seen] extends [never]
    ? FirstRepeated<Tail, Seen | Head>
    : Head & Seen
  : never

/** Empty if all ids differ, otherwise a mistake. */
export type Distinct<Ids extends readonly unknown[]> = [FirstRepeated<Ids>] extends [never]
  ? unknown
  : Mistake<`"${FirstRepeated<Ids> & string}" is declared twice`>
