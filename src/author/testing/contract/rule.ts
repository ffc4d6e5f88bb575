import type { Stage } from './stage.ts'

/** One rule for every connector. */
export interface ContractRule {
  /** Stays the same in every version; `docs/contract.md` explains it. */
  readonly id: RuleId
  /** The claim, as the name of a test. */
  readonly title: string
  /**
   * What the rule makes sense with: a vendor whose answers the connector understands, the witnesses of the connector, and the vendor's
   * own description beside them. @default nothing else
   */
  readonly needs?: 'vendor' | 'vendor or witnesses' | 'witnesses' | 'description' | undefined
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
  | 'judgement'
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
  | 'siblings'
  | 'unauthorized'
  | 'upstream-error'
  | 'whole-lists'
  | 'words'
