import type pg from 'pg'
import { createObjectTable } from '../../../service/store/objects/object-table.ts'
import { createPostgresPool } from '../../../service/store/sql/postgres/postgres-pool.ts'
import { parsePostgresUrl } from '../../../service/store/sql/postgres/postgres-url.ts'
import { translatePostgresError } from '../../../service/store/sql/postgres-error.ts'
import { createPostgresKysely } from '../postgres-store.ts'
import type { BackupSource } from './backup-source.ts'
import { quoteName, sortTables, type TableShape } from './table-shape.ts'

const rowsAtOnce = 500

/**
 * Reads in one transaction, which sees the tables as they were when it began and stops no writer. Objects are read beside it:
 * nothing changes one after it was written.
 */
export async function openPostgresSource(url: string): Promise<BackupSource> {
  const location = parsePostgresUrl(url)
  const { where } = location
  const pool = await createPostgresPool({ ...location, poolSize: 2 })
  const client = await pool.acquire().catch(async (error) => {
    await pool.close()
    throw error
  })
  const ask = async <Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> => {
    try {
      return (await client.query<Row>(statement)).rows
    } catch (error) {
      throw translatePostgresError(error, where)
    }
  }
  const close = async () => {
    pool.release(client, true)
    await pool.close()
  }
  try {
    await ask('begin isolation level repeatable read read only')
    // Files are read for as long as they take, between two statements of this transaction.
    await ask('set local idle_in_transaction_session_timeout = 0')
    const [migrated] = await ask<{ readonly schema: number }>('select max(version) as schema from migrations')
    const tables = sortTables(await ask<TableShape>(shapes))
    return {
      where,
      schema: migrated?.schema ?? 0,
      tables,
      objects: createObjectTable(createPostgresKysely(pool)),
      close,
      readRows: async function* (table) {
        const names = table.columns.map(quoteName).join(', ')
        await ask(`declare backup no scroll cursor for select ${names} from ${quoteName(table.name)}`)
        for (;;) {
          const rows = await ask(`fetch ${rowsAtOnce} from backup`)
          if (rows.length > 0) yield rows.map((row) => Object.values(row))
          if (rows.length < rowsAtOnce) break
        }
        await ask('close backup')
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

const shapes = `
  select relname as name,
    (select array_agg(attname::text order by attnum) from pg_attribute
      where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
    (select coalesce(array_agg(distinct other.relname::text), '{}') from pg_constraint
      join pg_class other on other.oid = confrelid
      where conrelid = pg_class.oid and contype = 'f') as "references"
  from pg_class
  where relnamespace = to_regnamespace(quote_ident(current_schema())) and relkind in ('r', 'p')
  and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`
