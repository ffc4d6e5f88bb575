/**
 * What the judgement of a check was tried on: cases with a source, and deliberate mistakes in it. It says nothing of cases that
 * nobody tried.
 */
export interface CheckProof {
  /** SHA-256, hexadecimal, of the witnesses with their worlds. */
  readonly witnesses: string
  /** SHA-256, hexadecimal, of the code that was tried. A run takes the proof only if this is the code that runs. */
  readonly code: string
  /** How many witnesses are about the check. */
  readonly cases: number
  /** How many deliberate mistakes were made in it, one at a time. */
  readonly mutants: number
  /** How many of them a witness notices. */
  readonly killed: number
  /** For how many no answer was found that shows them. */
  readonly notToldApart: number
  /** Members beside those that the judgement reads, by the vendor's description. Left out where no description was at hand. */
  readonly siblings?: SiblingCount | undefined
  /** Words that the description lists for members which decide. Left out where no description was at hand. */
  readonly words?: WordCount | undefined
  /** Witnesses that a second person labelled from the source alone. */
  readonly secondReader: { readonly drawn: number; readonly agreed: number }
}

export interface SiblingCount {
  /** Other checks judge by them. */
  readonly read: number
  /** Somebody said why not. */
  readonly explained: number
  /** Nobody said anything of them: no check reads them, or another check tells by them whether an item counts. */
  readonly unread: number
}

export interface WordCount {
  readonly named: number
  readonly open: number
}

/** The proofs of a connector, as they stand beside it. */
export interface ConnectorProofs {
  /** SHA-256 of the code that was tried. */
  readonly code: string
  /** By id of the check. */
  readonly checks: { readonly [check: string]: CheckProof }
}
