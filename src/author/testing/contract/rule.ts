import type { Stage } from './stage.ts'

/** One rule for every connector. */
export interface ContractRule {
  /** Stays the same in every version; `docs/contract.md` explains it. */
  readonly id: RuleId
  /** The claim, as the name of a test. */
  readonly title: string
  /** The rule only makes sense with a vendor whose answers the connector understands. */
  readonly needsVendor?: true
  /** @throws AssertionError with what was seen and what to do */
  run(stage: Stage): Promise<void> | void
}

export type RuleId =
  | 'abort'
  | 'bad-body'
  | 'confinement'
  | 'credentials-required'
  | 'duplicates'
  | 'empty'
  | 'forbidden'
  | 'graphql-forbidden'
  | 'graphql-throttle'
  | 'hollow-answers'
  | 'logout'
  | 'digest'
  | 'inventory-again'
  | 'inventory-members'
  | 'inventory-whole'
  | 'members'
  | 'odd-record'
  | 'page-loop'
  | 'placeholders'
  | 'rate-limit'
  | 'reads-only'
  | 'redirects'
  | 'remediation'
  | 'replay'
  | 'secrecy'
  | 'serialisable'
  | 'unauthorized'
  | 'upstream-error'
  | 'whole-lists'
