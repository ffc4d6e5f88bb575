import type { AnyConnector } from '../../define/index.ts'
import type { SourceIndex, SourcePlace } from './sources.ts'

/** An error has to be mended; a warning is hardly ever meant; a hint is what good connectors have. */
export type ValidationLevel = 'error' | 'warning' | 'hint'

/** Something that a rule has to say. */
export interface ValidationFinding extends Partial<SourcePlace> {
  readonly rule: string
  readonly level: ValidationLevel
  /** Connector, and what of it: `acme.people`, `acme.auth.config.scopes`. */
  readonly path: string
  /** Goes on where the path ends: "has no checks; add them by .with(…)". */
  readonly message: string
}

/** A connector that loads, and where it was written. */
export interface ValidationSubject {
  readonly connector: AnyConnector
  readonly sources: SourceIndex
}

/** What a rule finds; its own id and level are added. */
export interface Found {
  readonly path: string
  readonly message: string
  readonly at?: SourcePlace | undefined
}

/** One thing that `validate` looks at. `docs/validate.md` explains each. */
export interface ValidationRule {
  /** Stays the same in every version. */
  readonly id: string
  readonly level: ValidationLevel
  find(subject: ValidationSubject): readonly Found[] | Promise<readonly Found[]>
}
