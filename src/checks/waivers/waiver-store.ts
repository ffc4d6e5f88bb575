import type { Waiver } from '../../define/index.ts'
import type { CheckOwner } from './check-owner.ts'

/** A stored waiver of an organization, for every run of its connections. */
export interface StoredWaiver {
  readonly id: string
  readonly organizationId: string
  readonly waiver: Waiver
  /** The person who entered it, if known. */
  readonly userId: string | null
  readonly createdAtMs: number
  /** null: it was not revoked. */
  readonly revokedAtMs: number | null
}

export const waiverStates = ['holds', 'expiring', 'expired', 'revoked'] as const

/** How long before its end a waiver is `expiring`. */
export const expiringMs = 30 * 86_400_000

/** `holds` has those that are `expiring`, in the next 30 days, too. */
export type WaiverState = (typeof waiverStates)[number]

/** What is on one of the lists of waivers. */
export interface WaiverStateFilter {
  readonly organizationId: string
  readonly state: WaiverState
  /** Epoch ms. */
  readonly nowMs: number
}

/** A page of such a list. */
export interface WaiverPage extends WaiverStateFilter {
  readonly limit: number
  /** The last one of the page before. */
  readonly after?: StoredWaiver | undefined
}

export interface WaiverStore {
  /** All or none. @throws StoreError `NOT_FOUND` when there is no such organization */
  insert(waivers: readonly StoredWaiver[]): Promise<void>
  find(id: string, organizationId: string): Promise<StoredWaiver | undefined>
  /** The newest first. */
  list(filter: {
    readonly organizationId: string
    /** Only some of these. */
    readonly ids?: readonly string[] | undefined
    /** @default false */
    readonly revoked?: boolean | undefined
    /** @default all */
    readonly limit?: number | undefined
    /** Only those older than this one. */
    readonly before?: Pick<StoredWaiver, 'createdAtMs' | 'id'> | undefined
  }): Promise<StoredWaiver[]>
  /**
   * Those in a state: what holds by its last day, the soonest first; what is over, the latest first.
   */
  listInState(page: WaiverPage): Promise<StoredWaiver[]>
  /** At most one more than `countedMax`. */
  countInState(filter: WaiverStateFilter): Promise<number>
  /**
   * Organizations in which a waiver was made, revoked or over since their findings were settled by it, or was settled by other checks than
   * those of these connectors.
   */
  listUnsettled(nowMs: number, connectors: readonly CheckOwner[]): Promise<string[]>
  /** The first revocation stays. @returns false if there is no such waiver */
  revoke(ref: { readonly id: string; readonly organizationId: string }, nowMs: number): Promise<boolean>
}
