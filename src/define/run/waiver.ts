/** One text, or several. One match is enough. */
export type AnyOf = string | readonly string[]

/**
 * An accepted exception. Failing results that match every member stay in the record and do not count. In patterns, `*`
 * matches any characters and `?` one.
 */
export interface Waiver {
  /** Pattern of connector ids. */
  readonly connector: AnyOf
  /** Pattern of check ids. */
  readonly check: AnyOf
  /** Pattern of resource ids. @default all */
  readonly resource?: AnyOf | undefined
  /** Pattern of resource types. @default all */
  readonly resourceType?: AnyOf | undefined
  /** Pattern of tags. One tag of the check must match. @default all checks */
  readonly tag?: AnyOf | undefined
  /**
   * Full ids of the stored connections that it covers. A run without a stored connection reports it as unused.
   * @default all
   */
  readonly connection?: AnyOf | undefined
  /** The waiver covers every connection. A waiver that an organization keeps has this or `connection`. */
  readonly allConnections?: true | undefined
  /** Why the risk is accepted. */
  readonly justification: string
  /** The person who accepted it. */
  readonly approver: string
  /** Last day on which it is valid, to the end of that day in UTC: `2026-12-31`. */
  readonly expires: string
  /** The place where it is written: `waivers.yaml:3`. */
  readonly source?: string | undefined
}

/** The part of its waiver that a waived result shows. */
export interface Waived {
  readonly justification: string
  readonly approver: string
  readonly expires: string
}

/** The state of a waiver in a run. */
export interface WaiverUse extends Waiver {
  /**
   * - `applied`: it waived results.
   * - `unused`: no failing result of its checks matches.
   * - `undetermined`: the same, but one of its checks could not tell.
   * - `expired`: it was past its last day, so it waived nothing.
   */
  readonly state: 'applied' | 'unused' | 'undetermined' | 'expired'
  /** Results that it waived or, if it is expired, would have waived. */
  readonly results: number
  /** A probable mistake in it, such as a check id that the connector does not have. */
  readonly note?: string | undefined
}
