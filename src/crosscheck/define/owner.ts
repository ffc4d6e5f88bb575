import type { Person } from './person.ts'
import type { StoredLink } from './stored-link.ts'

/** What an account's owner is known by. */
export interface LinkBasis {
  readonly by: StoredLink['by']
  /** Of a stored link: since when, and to which day. */
  readonly at?: string | undefined
  readonly reason?: string | undefined
  readonly expires?: string | undefined
}

/** Somebody who may own an account. Nothing is linked by that: an admin confirms it, or not. */
export interface Proposal {
  readonly personId: string
  readonly because: string
}

/** Whose an account is. */
export type Owner =
  | {
      readonly is: 'person'
      readonly person: Person
      readonly basis: LinkBasis
      /** Why somebody else might have the same address: nothing good follows from the link then. */
      readonly doubt?: string | undefined
    }
  | { readonly is: 'service'; readonly owner: Person; readonly basis: LinkBasis }
  | { readonly is: 'out-of-scope'; readonly basis: LinkBasis }
  /** Several may be meant: a person has to decide. */
  | { readonly is: 'ambiguous'; readonly because: string; readonly people: readonly Person[] }
  /** Of nobody for sure in a complete directory. Proposals say who it may be. */
  | { readonly is: 'nobody'; readonly because: string; readonly proposals: readonly Proposal[] }
  | { readonly is: 'unknown'; readonly because: string; readonly proposals: readonly Proposal[] }

/** As evidence has it: JSON leaves out what is undefined. */
export function showBasis({ by, at, reason, expires }: LinkBasis): object {
  return { by, at, reason, expires }
}
