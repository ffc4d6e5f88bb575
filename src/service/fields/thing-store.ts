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
  /** The last row of the page before. @default the first page */
  readonly before?: { readonly createdAtMs: number; readonly id: string } | undefined
}

/** The records of a thing in one organization. */
export interface ThingRows<Of extends ThingFields = ThingFields> {
  /** @returns false if there are as many as there may be. @throws StoreError `NOT_FOUND` without the organization */
  insert(record: Omit<StoredThing<Of>, 'organizationId'>): Promise<boolean>
  find(id: string): Promise<StoredThing<Of> | undefined>
  page(query: Omit<ListQuery, 'organizationId'>): Promise<readonly StoredThing<Of>[]>
  countByState(nowMs: number): Promise<ReadonlyMap<string, number>>
  /** @returns false if somebody has changed or deleted it since */
  update(
    id: string,
    seenAtMs: number,
    change: { readonly values: ValuesOf<Of>; readonly changedAtMs: number },
  ): Promise<boolean>
  delete(id: string): Promise<boolean>
}

/** The tables of declared things: a statement of them sees one organization alone. */
export interface ThingTables {
  of<Of extends ThingFields, Settled extends ThingFields>(
    thing: Thing<Of, Settled>,
  ): { of(organizationId: string): ThingRows<Of & Settled> }
}
