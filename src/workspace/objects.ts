/** Where the bytes of files are kept. */
export interface ObjectStore {
  /**
   * Keeps the bytes durably when it resolves, and nothing when reading them throws. Every call makes an object of its
   * own, so that deleting one never touches another's bytes.
   */
  put(object: { readonly organizationId: string; readonly bytes: AsyncIterable<Uint8Array> }): Promise<{
    /** By which `get` and `delete` know it. */
    readonly key: string
  }>
  /** undefined: there is no such object. */
  get(ref: ObjectRef): Promise<ReadableStream<Uint8Array> | undefined>
  /** Does nothing where there is none. */
  delete(ref: ObjectRef): Promise<void>
  /**
   * Deletes objects that nothing names any more. Left out where a store cannot list what it has.
   * @param namedOf which of these keys are named
   * @param options.olderThanMs how long it takes at most until a new object is named
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
