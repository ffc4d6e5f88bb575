import type { Bound } from '../../define/index.ts'

/** One demand of a framework. */
export interface Control {
  /** As the framework numbers it: `CC6.1`, `A.8.5`, `164.312(d)`. */
  readonly id: string
  /** Our own short words; the framework's text is not ours to copy. */
  readonly title: string
  /** Heading under which the framework lists it. */
  readonly group?: string | undefined
  /** Whether the framework lets the organization judge if it fits (HIPAA: 45 CFR 164.306(d)). */
  readonly obligation?: 'required' | 'addressable' | undefined
}

export interface Framework {
  /** What stands before the colon in a check's `controls`: `soc2`. */
  readonly id: string
  readonly title: string
  /** Edition: `2022`. */
  readonly version?: string | undefined
  /** Where its text is. */
  readonly source?: string | undefined
  readonly controls: readonly Control[]
  /** What checks say for its controls, or for another framework's, beside what the checks say themselves. */
  readonly mappings?: readonly Mapping[] | undefined
}

/** A check that speaks for a control. */
export interface Mapping {
  /** `soc2:CC6.1` */
  readonly control: string
  /** `github/org-two-factor-required` */
  readonly check: string
  /** Bounds by variable, without which a pass of the check does not suffice. */
  readonly requires?: Readonly<Record<string, Bound>> | undefined
}
