/** The storage for the bytes of files. */
export interface ObjectStore {
  /**
   * The bytes are stored durably when it resolves, and not at all if reading them throws. Every call makes a new
   * object, so that deleting one does not affect another's bytes.
   */
  put(object: { readonly organizationId: string; readonly bytes: AsyncIterable<Uint8Array> }): Promise<{
    /** The key for `get` and `delete`. */
    readonly key: string
  }>
  /** undefined: there is no such object. */
  get(ref: ObjectRef): Promise<ReadableStream<Uint8Array> | undefined>
  /** Does nothing if there is none. */
  delete(ref: ObjectRef): Promise<void>
  /**
   * Looks at some objects, in the order of their keys, and deletes those without a file. Left out if a store cannot list its objects.
   * @param namedOf returns those keys that have a file
   * @param page.after looks at the objects after this key. @default from the first one
   * @param page.limit the most that it looks at
   * @param page.olderThanMs the longest time from an object to its file
   * @returns `last` is the last key that it is done with; undefined: no more come
   */
  sweep?(
    namedOf: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
    page: { readonly after?: string | undefined; readonly limit: number; readonly olderThanMs: number },
  ): Promise<{ readonly last: string | undefined; readonly gone: number }>
}

export interface ObjectRef {
  readonly organizationId: string
  readonly key: string
}
