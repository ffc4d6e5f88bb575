/** The members of a page of Google's lists beside its items. */
interface Beside {
  /** Members of every page. */
  readonly has?: readonly string[]
  /** Members that a page may have. */
  readonly mayHave?: readonly string[]
}

/**
 * How Google pages the list at `path`. Its JSON leaves out members with their default value, including a list without
 * items. The other members distinguish such a page from another kind of answer.
 */
export function listPages(path: string, { has = [], mayHave = [] }: Beside = {}) {
  return {
    items: describeItems(path, has, [...mayHave, 'nextPageToken']),
    next: { cursor: 'nextPageToken', param: 'pageToken' },
  } as const
}

/** The same of a list that Google gives at once. */
export function listAtOnce(path: string, { has = [], mayHave = [] }: Beside = {}) {
  return { items: describeItems(path, has, mayHave), next: () => undefined }
}

function describeItems(path: string, has: readonly string[], mayHave: readonly string[]) {
  const source = 'https://protobuf.dev/programming-guides/json/#presence'
  return { path, has, mayHave, source }
}
