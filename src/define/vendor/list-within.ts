import { isOfOneAnswer } from '../../errors/index.ts'

/** Refused or unreadable parts of a list, after which none is expected to be whole. */
export const firstFailuresMax = 100

/**
 * The items of lists that belong to the items of another list, one after the other. What the vendor refuses below one of the outer
 * items, or answers in another shape, hides nothing below the others: it is thrown at the end.
 * @param inner the list of one outer item
 * @example
 * for await (const key of listWithin(rings, (ring) => ctx.paginate(`/rings/${ring.id}/keys`, { next: 'link', schema: Key }))) …
 */
export async function* listWithin<Outer, Item>(
  outer: AsyncIterable<Outer> | Iterable<Outer>,
  inner: (item: Outer) => AsyncIterable<Item>,
): AsyncGenerator<Item, void, undefined> {
  let failure: { readonly thrown: unknown } | undefined
  let failures = 0
  let wholeLists = 0
  for await (const item of outer) {
    try {
      yield* inner(item)
      wholeLists++
    } catch (thrown) {
      failures++
      // So many that are refused before any is read are no exception.
      if (!isOfOneAnswer(thrown) || (wholeLists === 0 && failures === firstFailuresMax)) throw thrown
      failure ??= { thrown }
    }
  }
  if (failure) throw failure.thrown
}
