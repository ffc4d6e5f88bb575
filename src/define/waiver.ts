/** One text, or several of which one suffices. */
export type AnyOf = string | readonly string[]

/**
 * An accepted exception: failing results that match every member stay in the record and do not count. In patterns `*`
 * stands for any characters, `?` for one.
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
  /** Pattern of tags, one of which the check must have. @default all checks */
  readonly tag?: AnyOf | undefined
  /** Ids of the stored connections that it is for, in full. A run without a stored connection tells it as unused. @default all */
  readonly connection?: AnyOf | undefined
  /** Says that it is for every connection. A waiver that an organization keeps has this or `connection`. */
  readonly allConnections?: true | undefined
  /** Why the risk is accepted. */
  readonly justification: string
  /** Who accepted it. */
  readonly approver: string
  /** Last day on which it holds, to its end in UTC: `2026-12-31`. */
  readonly expires: string
  /** Where it is written: `waivers.yaml:3`. */
  readonly source?: string | undefined
}

/** What a waived result says about its waiver. */
export interface Waived {
  readonly justification: string
  readonly approver: string
  readonly expires: string
}

/** How a waiver stood in a run. */
export interface WaiverUse extends Waiver {
  /**
   * - `applied`: it waived results.
   * - `unused`: none of its checks has such a failing result.
   * - `undetermined`: the same, but one of its checks could not tell.
   * - `expired`: its time was over, so it waived nothing.
   */
  readonly state: 'applied' | 'unused' | 'undetermined' | 'expired'
  /** Results that it waived or, when expired, would have waived. */
  readonly results: number
  /** What is odd about it: a check id that the connector does not have. */
  readonly note?: string
}
