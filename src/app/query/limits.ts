/** What a query may take. */
export interface QueryLimits {
  readonly sqlCharactersMax: number
  /** Rows of one view that are read from the store. */
  readonly viewRowsMax: number
  /** Rows of the answer, and the characters in them. */
  readonly answerRowsMax: number
  readonly answerCharactersMax: number
  /** One value, while the query is computed. */
  readonly valueBytesMax: number
  /** The process that computes the answer. */
  readonly memoryBytesMax: number
  readonly timeoutMs: number
}

export const queryLimits: QueryLimits = {
  sqlCharactersMax: 50_000,
  viewRowsMax: 1_000_000,
  answerRowsMax: 100_000,
  answerCharactersMax: 100_000_000,
  valueBytesMax: 16 * 1024 ** 2,
  memoryBytesMax: 2 * 1024 ** 3,
  timeoutMs: 30_000,
}
