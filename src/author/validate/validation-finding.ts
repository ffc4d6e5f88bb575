import type { AnyConnector } from '../../define/index.ts'
import type { SourceIndex, SourcePlace } from './sources.ts'

/** An error must be fixed; a warning is probably a mistake; a hint is good practice. */
export type ValidationLevel = 'error' | 'warning' | 'hint'

/** A finding of a rule. */
export interface ValidationFinding extends Partial<SourcePlace> {
  readonly rule: string
  readonly level: ValidationLevel
  /** Connector and member: `acme.people`, `acme.auth.config.scopes`. */
  readonly path: string
  /** Continues after the path: "has no checks". */
  readonly message: string
}

/** A loaded connector, and its file. */
export interface ValidationSubject {
  readonly connector: AnyConnector
  readonly sources: SourceIndex
}

/** A finding without the rule's id and level, which are added. */
export interface RuleFinding {
  readonly path: string
  readonly message: string
  readonly at?: SourcePlace | undefined
}

/** One rule of `validate`. `docs/validate.md` explains each. */
export interface ValidationRule {
  /** Stays the same in every version. */
  readonly id: string
  readonly level: ValidationLevel
  find(subject: ValidationSubject): readonly RuleFinding[] | Promise<readonly RuleFinding[]>
}
