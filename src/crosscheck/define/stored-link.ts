/** What a record is linked to. */
export type LinkTarget =
  | { readonly is: 'person'; readonly personId: string }
  | { readonly is: 'service'; readonly ownerId: string }
  | { readonly is: 'out-of-scope' }

/** A link in force, with its provenance: who or what made it, when, why, and how long it holds. */
export interface StoredLink {
  readonly connectionId: string
  /** The kind of the record. A record of a person is linked to a person of an earlier source. */
  readonly of: 'account' | 'person'
  /** Id of the record at the vendor. */
  readonly recordId: string
  readonly to: LinkTarget
  /** What it rests on. Links by hand are an admin's. `domain`: the vendor's word alone, in a domain for which an admin takes it. */
  readonly by: 'directory' | 'single-sign-on' | 'email' | 'domain' | 'alias' | 'hand'
  /** ISO 8601. */
  readonly at: string
  /** Of a link by hand. */
  readonly actor?: string | undefined
  readonly reason?: string | undefined
  /** Last day on which it holds, to the end of that day in UTC. A link by hand has one, at most a year after `at`. */
  readonly expires?: string | undefined
  /** The person whom a sure match named when an admin decided otherwise. Another match later makes the link a contradiction. */
  readonly despite?: string | undefined
}

/** A further address of a person that an admin has confirmed. */
export interface ConfirmedAlias {
  readonly address: string
  readonly personId: string
  readonly actor: string
  readonly reason: string
  /** ISO 8601. */
  readonly at: string
  /** Last day on which it holds, at most a year after `at`. */
  readonly expires: string
}
