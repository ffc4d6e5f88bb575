import type { FileRecord } from '../files/files.ts'

/** A package for an auditor that somebody made. */
export interface PackageRecord {
  readonly id: string
  readonly organizationId: string
  /** Id of the framework. */
  readonly framework: string
  /** First and last day, in UTC. */
  readonly periodFrom: string
  readonly periodTo: string
  /** SHA-256 of its manifest.json, hexadecimal. */
  readonly manifestSha256: string
  /** What it says that it cannot prove. */
  readonly gaps: number
  /** The file that has its bytes. null: they were written to a place of the person who made it. */
  readonly fileId: string | null
  /** Whether its bundles have lists of people and exchanges. */
  readonly isWhole: boolean
  /** The person who made it, if known. */
  readonly userId: string | null
  /** The auditor for whom it was made, who finds it in their list. null: whoever made it. */
  readonly forUserId: string | null
  readonly madeAtMs: number
}

export interface PackageStore {
  /**
   * With the runs that it names, which retention then keeps, and the file that has its bytes.
   * @throws StoreError `STORE_CONFLICT`, retryable: one of the runs is gone
   */
  insert(
    record: PackageRecord,
    of: { readonly runIds: readonly string[]; readonly file?: FileRecord | undefined },
  ): Promise<void>
  find(ref: { readonly id: string; readonly organizationId: string }): Promise<PackageRecord | undefined>
  /** The newest first. */
  list(filter: {
    readonly organizationId: string
    /** @default 100 */
    readonly limit?: number | undefined
    /**
     * Only those that this person made or that were made for them; `userId: null`: that no known person made. Those with lists of people
     * where they are `whole`. @default all
     */
    readonly of?: { readonly userId: string | null; readonly whole: boolean } | undefined
    /** Only those older than this one. */
    readonly before?: Pick<PackageRecord, 'madeAtMs' | 'id'> | undefined
  }): Promise<PackageRecord[]>
}
