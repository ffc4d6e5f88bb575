import type { Waiver } from '../../define/index.ts'

/** A waiver that an organization keeps: it is applied in every run of its connections. */
export interface StoredWaiver {
  readonly id: string
  readonly organizationId: string
  readonly waiver: Waiver
  /** Who entered it, where known. */
  readonly userId: string | null
  readonly createdAtMs: number
  /** null: it was not revoked. */
  readonly revokedAtMs: number | null
  /** It was kept before a waiver had to say for which connections it is, so somebody has to look at it. */
  readonly needsReview: boolean
}

export interface WaiverStore {
  /** @throws StoreError `NOT_FOUND` when there is no such organization */
  insert(waiver: StoredWaiver): Promise<void>
  find(id: string, organizationId: string): Promise<StoredWaiver | undefined>
  /** The newest first. */
  list(filter: {
    readonly organizationId: string
    /** @default false */
    readonly revoked?: boolean | undefined
    /** @default all */
    readonly limit?: number | undefined
    /** Only those older than this one. */
    readonly before?: Pick<StoredWaiver, 'createdAtMs' | 'id'> | undefined
  }): Promise<StoredWaiver[]>
  /** Somebody has looked at it, and it is to stay. @returns false where there is no such waiver that needs it */
  confirm(ref: { readonly id: string; readonly organizationId: string }): Promise<boolean>
  /** The first revocation stays. @returns false where there is no such waiver */
  revoke(ref: { readonly id: string; readonly organizationId: string }, nowMs: number): Promise<boolean>
}
