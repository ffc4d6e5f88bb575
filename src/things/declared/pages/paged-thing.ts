import type { Child } from 'hono/jsx'
import { ApiError } from '../../../errors/index.ts'
import type { Thing } from '../../../service/fields/define-thing.ts'
import type { OwnVisit } from '../../pages/page-route.ts'
import { recordsFor } from '../reading/records-for.ts'
import type { RecordRef, ThingRecord } from '../services/thing-service.ts'

/** What pages of a thing show beside what its declaration makes. */
export interface ThingSections {
  /** Above the list. */
  readonly list?: (visit: OwnVisit) => Promise<Child>
  /** Below the fields of a record. */
  readonly record?: (visit: OwnVisit, record: ThingRecord) => Promise<Child>
}

/** All that pages of a thing are made of. */
export interface PagedThing {
  readonly thing: Thing
  /** Things whose records are a part of one. */
  readonly parts: readonly Thing[]
  /** What it is a part of, by the field that names it. */
  readonly whole: { readonly field: string; readonly thing: Thing } | undefined
  readonly sections: ThingSections
}

/** The page of what a record is a part of. */
export function findWholePage({ whole }: PagedThing, values: Readonly<Record<string, unknown>>): string | undefined {
  return whole && `${whole.thing.page}/${String(values[whole.field])}`
}

/** @throws ApiError 404 */
export async function demandRecord(visit: OwnVisit, thing: Thing): Promise<ThingRecord> {
  const record = await recordsFor(visit.runtime, thing, visit.person).get(visit.params[thing.idName] ?? '')
  if (record) return record
  throw new ApiError(`There is no such ${thing.noun}.`, { code: 'NOT_FOUND' })
}

export function readRef({ params, person: { organizationId } }: OwnVisit, { idName }: Thing): RecordRef {
  return { organizationId, id: params[idName] ?? '' }
}
