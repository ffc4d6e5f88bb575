import type { Thing } from './define-thing.ts'
import type { ThingFields } from './field.ts'
import type { ValuesOf } from './field-types.ts'

/** What every stored record has beside its fields. */
export interface StoredThing<Of extends ThingFields = ThingFields> {
  readonly id: string
  readonly organizationId: string
  readonly createdAtMs: number
  /** The person who made it, if known. */
  readonly createdBy: string | null
  readonly changedAtMs: number
  readonly values: ValuesOf<Of>
}

/** What a page of a list is asked for. */
export interface ListQuery {
  readonly organizationId: string
  readonly nowMs: number
  readonly limit: number
  /** @default every state */
  readonly state?: string | undefined
  /** Values that fields must have, such as the record that they name. @default any */
  readonly where?: Readonly<Record<string, string | undefined>> | undefined
  /** The last row of the page before. @default the first page */
  readonly before?: { readonly createdAtMs: number; readonly id: string } | undefined
}

/** A record that must be as it was seen until a change of another one is written. */
export interface RecordLock {
  readonly thing: Thing
  readonly id: string
  readonly seenAtMs: number
}

/** What changes of a record. */
export interface RecordUpdate<Of extends ThingFields> {
  readonly id: string
  /** `changedAtMs` of what the writer saw. */
  readonly seenAtMs: number
  readonly values: ValuesOf<Of>
  readonly changedAtMs: number
  readonly changedBy: string | null
  readonly lock?: RecordLock | undefined
  /** Name of the action that does it. @default somebody entered it */
  readonly action?: string | undefined
}

export interface RecordBatch<Of extends ThingFields> {
  readonly made?: readonly Omit<StoredThing<Of>, 'organizationId'>[]
  readonly changed?: readonly RecordUpdate<Of>[]
}

/** Records as they were written, in the order of the batch. */
export interface WrittenRecords<Of extends ThingFields> {
  readonly made: readonly StoredThing<Of>[]
  readonly changed: readonly StoredThing<Of>[]
}

/** What a record had from a time on. */
export interface RecordVersion<Of extends ThingFields = ThingFields> {
  readonly recordId: string
  readonly atMs: number
  readonly changedBy: string | null
  /** undefined: it was deleted. */
  readonly values: ValuesOf<Of> | undefined
}

/** The records of a thing in one organization. */
export interface ThingRows<Of extends ThingFields = ThingFields> {
  /**
   * Inserts and changes records: all of them, or none.
   * @returns as they are then; `full` if there would be more than there may be; `stale` if somebody has changed or deleted one since, or
   * what is locked
   * @throws StoreError `NOT_FOUND` without the organization
   */
  write(batch: RecordBatch<Of>): Promise<WrittenRecords<Of> | 'full' | 'stale'>
  find(id: string): Promise<StoredThing<Of> | undefined>
  /** Those that there are, in any order. */
  findAll(ids: readonly string[]): Promise<readonly StoredThing<Of>[]>
  page(query: Omit<ListQuery, 'organizationId'>): Promise<readonly StoredThing<Of>[]>
  countByState(nowMs: number): Promise<ReadonlyMap<string, number>>
  /** With what is a part of it. */
  delete(id: string, by: { readonly atMs: number; readonly userId: string | null }): Promise<boolean>
  /** What they had until the end of a time, the oldest first. @param of.id @default of all records */
  versions(of: { readonly atMs: number; readonly id?: string | undefined }): Promise<readonly RecordVersion<Of>[]>
}

/** The tables of declared things: a statement of them sees one organization alone. */
export interface ThingTables {
  of<Of extends ThingFields, Settled extends ThingFields>(
    thing: Thing<Of, Settled>,
  ): { of(organizationId: string): ThingRows<Of & Settled> }
}
