/** A file that a judgement rests on. Whoever has the file can compare its digest. */
export interface JudgedFile {
  /** Id of the upload. */
  readonly id: string
  readonly name: string
  /** SHA-256 of its bytes, hexadecimal. */
  readonly sha256: string
}

/** The decision of a person about a result that needs review, as the result shows it. */
export interface Judged {
  /** Id of the judgement. */
  readonly id: string
  /** `accepted`: it counts as met. `refused`: it counts as failing. */
  readonly decision: 'accepted' | 'refused'
  /** The person who decided. */
  readonly by: string
  /** ISO 8601, UTC. */
  readonly at: string
  readonly reason: string
  readonly files: readonly JudgedFile[]
  /** Last day on which it holds, to the end of that day in UTC: `2026-12-31`. */
  readonly expires: string
  /**
   * SHA-256 of the evidence that was judged, hexadecimal: of its canonical JSON, without the members that the check
   * calls `volatile`. A result with other evidence needs review again.
   */
  readonly evidenceSha256: string
}
