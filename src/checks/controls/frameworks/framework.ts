import type { Bound } from '../../../define/index.ts'

/** One requirement of a framework. */
export interface Control {
  /** In the framework's numbering: `CC6.1`, `A.8.5`, `164.312(d)`. */
  readonly id: string
  /** Our own short words, because the framework's text is copyrighted. */
  readonly title: string
  /** The framework's heading for it. */
  readonly group?: string | undefined
  /** Whether the organization may decide if it applies (HIPAA: 45 CFR 164.306(d)). */
  readonly obligation?: 'required' | 'addressable' | undefined
}

export interface Framework {
  /** The part before the colon in a check's `controls`: `soc2`. */
  readonly id: string
  readonly title: string
  /** Edition: `2022`. */
  readonly version?: string | undefined
  /** URL of its text. */
  readonly source?: string | undefined
  readonly controls: readonly Control[]
  /** Mappings of checks to its controls, or to another framework's, beside those that the checks declare. */
  readonly mappings?: readonly Mapping[] | undefined
}

/** A check that supports a control. */
export interface Mapping {
  /** `soc2:CC6.1` */
  readonly control: string
  /** `github/org-two-factor-required` */
  readonly check: string
  /** Bounds by variable that a pass of the check needs. */
  readonly requires?: Readonly<Record<string, Bound>> | undefined
}
