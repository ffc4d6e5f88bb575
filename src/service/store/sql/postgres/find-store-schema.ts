import type pg from 'pg'
import { StoreError } from '../../../../errors/index.ts'

/** Schemas with a table that only a store has. `place` in the role's search path, from 1; null: not in it. */
const storesQuery = `
  select nspname as schema, array_position(current_schemas(false), nspname) as place
  from pg_namespace join pg_class on relnamespace = pg_namespace.oid
  where relkind in ('r', 'p') and relname = 'key_checks'
    and has_schema_privilege(pg_namespace.oid, 'usage') and has_table_privilege(pg_class.oid, 'select')
  order by place nulls last, nspname`

/**
 * The schema of a store whose URL names none: where its tables are, and else the first of the role's search path. A schema
 * that somebody makes later comes first in that path, and must not lead to a second, empty store.
 * @throws StoreError `STORE_UNAVAILABLE` where two schemas of the path have a store, where the only stores are outside of it,
 * or where the path names no schema that exists
 */
export async function findStoreSchema(client: pg.ClientBase, where: string): Promise<string> {
  const { rows } = await client.query<{ readonly schema: string; readonly place: number | null }>(storesQuery)
  const [first, second] = rows.filter(({ place }) => place !== null)
  if (first && second)
    throw createUnclearError(
      `${where} has two stores in the search path of the role, in the schemas "${first.schema}" and "${second.schema}". Name the right one in the URL of the store: ?schema=${first.schema} or ?schema=${second.schema}.`,
    )
  if (first) return first.schema
  const current = await readCurrentSchema(client)
  if (current === null)
    throw createUnclearError(
      `${where} has no schema for the tables. Name one in the URL of the store, such as ?schema=checkwright.`,
    )
  const [other] = rows
  if (other)
    throw createUnclearError(
      `${where} has a store in the schema "${other.schema}", which the search path of the role leaves out. Name it in the URL of the store: ?schema=${other.schema}. To make a second store here, write ?schema=${current}.`,
    )
  return current
}

async function readCurrentSchema(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ readonly schema: string | null }>('select current_schema() as schema')
  return rows[0]?.schema ?? null
}

function createUnclearError(message: string): StoreError {
  return new StoreError(message, { code: 'STORE_UNAVAILABLE' })
}
