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
   * Deletes objects without a file. Left out if a store cannot list its objects.
   * @param namedOf returns those keys that have a file
   * @param options.olderThanMs the longest time from an object to its file
   * @returns how many were deleted
   */
  sweep?(
    namedOf: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
    options: { readonly olderThanMs: number },
  ): Promise<number>
}

export interface ObjectRef {
  readonly organizationId: string
  readonly key: string
}
