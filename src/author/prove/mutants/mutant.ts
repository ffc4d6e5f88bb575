import type { AnyConnector, Check } from '../../../define/index.ts'
import type { Recording } from '../../../evidence/recording/recording.ts'

/** What a deliberate mistake does. */
export type MutantKind =
  | 'and-or'
  | 'absent'
  | 'bound'
  | 'count'
  | 'default'
  | 'dropped-filter'
  | 'dropped-function'
  | 'dropped-part'
  | 'dropped-rule'
  | 'empty'
  | 'function'
  | 'negate'
  | 'paging'
  | 'sibling'
  | 'unit'
  | 'word'
  // Of code
  | 'turned'
  | 'answer'
  | 'lost-page'
  | 'doubled-item'
  // Of operators from outside
  | (string & {})

/** A check with one deliberate mistake. */
export interface Mutant {
  /** Id of the check that has the mistake. */
  readonly check: string
  readonly kind: MutantKind
  /** Where it is: `pass`, `values.last`, `inventory account: record.status`. */
  readonly at: string
  /** What differs, before and after. */
  readonly from: string
  readonly to: string
  /** The connector with the check. Undefined if it cannot be made, as an editor would say at once. */
  readonly build: () => MutatedCheck | undefined
}

export interface MutatedCheck {
  readonly connector: AnyConnector
  readonly check: Check
  /** What it makes of the answers before it reads them. @default it reads them as they are */
  readonly changeAnswers?: ((answers: Recording) => Recording) | undefined
}

/** The name by which people refer to a mutant. */
export function nameMutant({ check, at, from, to }: Pick<Mutant, 'check' | 'at' | 'from' | 'to'>): string {
  return `${check} ${at}: ${from} → ${to}`
}
