import { type Kysely, sql } from 'kysely'
import { ofOrganization } from '../store/sql/of-organization.ts'
import { sortNewest } from '../store/sql/older-than.ts'
import type { Schema } from '../store/sql/tables.ts'
import type { ThingFields } from './field.ts'
import { findTable } from './find-table.ts'
import type { Row } from './row-codec.ts'
import { stateQuery } from './state-query.ts'
import type { States } from './states.ts'
import type { ListQuery } from './thing-store.ts'

/** What a list is made of. */
export interface ListedTable {
  readonly table: string
  readonly fields: ThingFields
  readonly states: States
}

/** Statements of a list, the newest first, with the state of each row and counts by state. */
export interface ListStatements {
  page(db: Kysely<Schema>, query: ListQuery): { execute(): Promise<readonly Row[]> }
  counts(db: Kysely<Schema>, query: Pick<ListQuery, 'organizationId' | 'nowMs'>): Promise<ReadonlyMap<string, number>>
}

export function listPage({ table, fields, states }: ListedTable): ListStatements {
  const hasStates = Object.keys(states).length > 0
  const writeState = stateQuery(states, fields)
  const select = (db: Kysely<Schema>, organizationId: string) =>
    ofOrganization(db, organizationId).selectFrom(findTable({ table }))
  return {
    page: (db, { organizationId, nowMs, limit, state, before, where = {} }) => {
      const wanted = Object.entries(where).filter(([, value]) => value !== undefined)
      return wanted
        .reduce((rows, [name, value]) => rows.where(name as 'id', '=', value ?? ''), select(db, organizationId))
        .selectAll()
        .$castTo<Row>()
        .$if(state !== undefined, (rows) => rows.where(writeState(nowMs), '=', state ?? ''))
        .$call(sortNewest('createdAtMs', before))
        .limit(limit)
    },
    counts: async (db, { organizationId, nowMs }) => {
      const state = hasStates ? writeState(nowMs) : sql<string>`'all'`
      const { rows } = await sql<{ readonly state: string; readonly count: number | string | bigint }>`
        select state, count(*) as count from (${select(db, organizationId).select(state.as('state'))}) as states
        group by state`.execute(db)
      return new Map(rows.map((row) => [row.state, Number(row.count)]))
    },
  }
}
