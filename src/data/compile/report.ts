/** A place in a file, from its root: `['checks', 0, 'pass']`. */
export type DocumentPath = readonly PropertyKey[]

/** Collects what is wrong with a file, so that one reading tells all of it. */
export interface ProblemReport {
  /** @param at offset within the text at that place */
  add(place: DocumentPath, message: string, at?: number): void
}
