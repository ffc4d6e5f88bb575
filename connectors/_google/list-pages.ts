/** What a page of a list of Google's holds beside its items. */
interface Beside {
  /** What stands on every page. */
  readonly has?: readonly string[]
  /** What may stand on one. */
  readonly mayHave?: readonly string[]
}

/**
 * How Google hands out the lists named `path`. Its JSON leaves out what has its default value, a list without items among
 * it; what stands there all the same tells such a page from an answer that is none.
 */
export function listPages(path: string, { has = [], mayHave = [] }: Beside = {}) {
  const source = 'https://protobuf.dev/programming-guides/json/#presence'
  const items = { path, has, mayHave: [...mayHave, 'nextPageToken'], source }
  return { items, next: { cursor: 'nextPageToken', param: 'pageToken' } } as const
}
