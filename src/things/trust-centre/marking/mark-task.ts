/** What is marked. */
export interface MarkTask {
  readonly bytes: Uint8Array
  readonly mark: string
}
