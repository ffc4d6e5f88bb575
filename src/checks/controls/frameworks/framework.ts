import type { Bound } from '../../../define/index.ts'
import type { StatementMapping } from '../statements/statement-mapping.ts'

/** One requirement of a framework. */
export interface Control {
  /** In the framework's numbering: `CC6.1`, `A.8.5`, `164.312(d)`. */
  readonly id: string
  /** The publisher's words where the licence allows, else our own short ones. */
  readonly title: string
  /** The framework's heading for it. */
  readonly group?: string | undefined
  /** Whether the organization may decide if it applies (HIPAA: 45 CFR 164.306(d)). */
  readonly obligation?: 'required' | 'addressable' | undefined
  /** Id of the control that it is a part of. */
  readonly parent?: string | undefined
  /** Levels in which it stands: `moderate`. */
  readonly baselines?: readonly string[] | undefined
}

/** What may be done with the texts of a framework. */
export interface FrameworkLicence {
  readonly name: string
  /** Words that have to stand beside the text. */
  readonly attribution?: string | undefined
}

export interface Framework {
  /** The part before the colon in a check's `controls`: `soc2`. */
  readonly id: string
  readonly title: string
  /** Short name, the same in every language: `SOC 2`. */
  readonly name?: string | undefined
  /** Edition: `2022`. */
  readonly version?: string | undefined
  /** URL of its text. */
  readonly source?: string | undefined
  readonly publisher?: string | undefined
  readonly licence?: FrameworkLicence | undefined
  /** Day on which it was read from its source. */
  readonly read?: string | undefined
  /** Language of its titles. @default 'en' */
  readonly language?: string | undefined
  readonly controls: readonly Control[]
  /** Mappings of checks to its controls, or to another framework's, beside those that the checks declare. */
  readonly mappings?: readonly Mapping[] | undefined
  /** Its mappings say nothing about the time before, epoch ms. @default they count for all times */
  readonly countsFromMs?: number | undefined
  /** Which of its controls ask for which statements. */
  readonly statements?: StatementMapping | undefined
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
