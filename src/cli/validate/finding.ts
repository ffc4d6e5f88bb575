import type { AnyConnector } from '../../define/index.ts'
import type { Place, Sources } from './sources.ts'

/** An error has to be mended; a warning is hardly ever meant; a hint is what good connectors have. */
export type Level = 'error' | 'warning' | 'hint'

/** Something that a rule has to say. */
export interface Finding extends Partial<Place> {
  readonly rule: string
  readonly level: Level
  /** Connector, and what of it: `acme.people`, `acme.auth.config.scopes`. */
  readonly path: string
  /** Goes on where the path ends: "has no checks; add them by .with(…)". */
  readonly message: string
}

/** A connector that loads, and where it was written. */
export interface Subject {
  readonly connector: AnyConnector
  readonly sources: Sources
}

/** What a rule finds; its own id and level are added. */
export interface Found {
  readonly path: string
  readonly message: string
  readonly at?: Place | undefined
}

/** One thing that `validate` looks at. `docs/validate.md` explains each. */
export interface Rule {
  /** Stays the same in every version. */
  readonly id: string
  readonly level: Level
  find(subject: Subject): readonly Found[] | Promise<readonly Found[]>
}
