import type { ConfirmedAlias, StoredLink } from '../define/stored-link.ts'

/** A link as it is kept, also after its end. */
export interface LinkRecord extends StoredLink {
  readonly id: string
  readonly organizationId: string
  /** The same time as `at`, epoch ms. */
  readonly createdAtMs: number
  /** When it was revoked or replaced; null: it was not. */
  readonly endedAtMs: number | null
  /** Who revoked or replaced it; null where nobody did, or what the account says did. */
  readonly endedBy: string | null
}

/** A confirmed address as it is kept. The address is sealed; a store gets no plaintext. */
export interface AliasRecord extends Omit<ConfirmedAlias, 'address' | 'at'> {
  readonly id: string
  readonly organizationId: string
  readonly sealedAddress: string
  readonly createdAtMs: number
  readonly endedAtMs: number | null
  readonly endedBy: string | null
}

/** The record of a vendor that a link is of. */
export interface LinkedPlace {
  readonly connectionId: string
  readonly of: StoredLink['of']
  readonly recordId: string
}

export interface LinkFilter {
  readonly organizationId: string
  readonly connectionId?: string | undefined
  /** The person, or the owner of a service. */
  readonly personId?: string | undefined
  readonly by?: StoredLink['by'] | undefined
  /** Whether those that were revoked or replaced are among them. @default false */
  readonly ended?: boolean | undefined
  readonly limit: number
  /** Only those older than this one. */
  readonly before?: Pick<LinkRecord, 'createdAtMs' | 'id'> | undefined
}

export interface AccountLinkStore {
  /** The newest first. */
  list(filter: LinkFilter): Promise<readonly LinkRecord[]>
  find(id: string, organizationId: string): Promise<LinkRecord | undefined>
  /**
   * Those of one kind of a connection that were not revoked at a version of the directory, after a record, in the order of
   * inventories. The same version gives the same links again.
   */
  listOrdered(
    of: Omit<LinkedPlace, 'recordId'> & { readonly organizationId: string; readonly version: number },
    after: string | undefined,
    limit: number,
  ): Promise<readonly LinkRecord[]>
  /** Ids of people whom links name that were not revoked, after one of them, in the order of their bytes. */
  listPeople(organizationId: string, after: string | undefined, limit: number): Promise<readonly string[]>
  /** Puts each in place of the one that its record has, all or none. @throws StoreError `NOT_FOUND` */
  put(organizationId: string, links: readonly LinkRecord[]): Promise<void>
  /** Puts each where its record has none, or one that was over before a day. @returns how many it has put */
  fill(
    organizationId: string,
    links: readonly LinkRecord[],
    at: { readonly today: string; readonly nowMs: number },
  ): Promise<number>
  /** The first end stays. @returns whether it had none */
  end(ref: { readonly id: string; readonly organizationId: string }, at: LinkEnd): Promise<boolean>
  /** Those that were not revoked, in the order in which they were made. */
  listAliases(organizationId: string): Promise<readonly AliasRecord[]>
  /** @throws StoreError `NOT_FOUND` */
  /** @returns false if the organization has `max` of them in force */
  insertAlias(alias: AliasRecord, max?: number): Promise<boolean>
  endAlias(ref: { readonly id: string; readonly organizationId: string }, at: LinkEnd): Promise<boolean>
}

export interface LinkEnd {
  readonly atMs: number
  readonly by: string | null
}

/**
 * An id in a form whose bytes in UTF-8 have the order of its UTF-16 code units, in which inventories are. Both differ only for
 * characters that need two units, which come before the last ones that need one.
 */
export function toRecordKey(id: string): string {
  return id.replace(/[\u{E000}-\u{FFFF}\u{10FFFF}]/gu, (character) =>
    character === '\u{10FFFF}' ? '\u{10FFFF}\u{1}' : `\u{10FFFF}${character}`,
  )
}
