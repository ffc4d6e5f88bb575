/** Problems of well-formed data, by path. */
export interface DataProblem {
  readonly path: readonly PropertyKey[]
  readonly message: string
  /** Offset within the text at that path. @default the beginning of the value */
  readonly at?: number | undefined
}
