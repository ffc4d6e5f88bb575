import { sql } from 'kysely'
import { addOrganizationColumn, type Migration, type MigrationDatabase } from './migration.ts'

/** Numbers of an organization that whatever changes them keeps, so that nobody counts connections to read them. */
export const standingTallies: Migration = {
  version: 41,
  name: 'standing-tallies',
  async up(db) {
    await moveStandings(db)
    await widenOutcomes(db)
    let table = addOrganizationColumn(db.schema.createTable('standing_tallies'))
      .addColumn('bucket', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
    for (const name of counted) table = table.addColumn(name, 'bigint', (column) => column.notNull())
    await table.addPrimaryKeyConstraint('standing_tallies_key', ['organization_id', 'bucket', 'id']).execute()
    await fillTallies(db)
  },
}

const statuses = ['pass', 'fail', 'manual', 'not_applicable', 'error'] as const
const counted = ['connections', ...statuses] as const

/** By connection and day: nobody reads them by day any more. */
async function moveStandings(db: MigrationDatabase): Promise<void> {
  const { schema } = db
  await schema.alterTable('daily_standings').renameTo('daily_standings_by_day').execute()
  let table = schema
    .createTable('daily_standings')
    .addColumn('organization_id', 'text', (column) => column.notNull())
    .addColumn('connection_id', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
  for (const name of statuses) table = table.addColumn(name, 'integer', (column) => column.notNull())
  await table
    .addForeignKeyConstraint('daily_standings_of', ['connection_id', 'organization_id'], 'connections', [
      'id',
      'organization_id',
    ])
    .addPrimaryKeyConstraint('daily_standings_of_connection', ['connection_id', 'day'])
    .execute()
  const columns = sql.raw(['organization_id', 'connection_id', 'day', ...statuses].join(', '))
  await sql`insert into daily_standings (${columns}) select ${columns} from daily_standings_by_day
    order by connection_id, day`.execute(db)
  await schema.dropTable('daily_standings_by_day').execute()
}

/**
 * Of each newest outcome: whose it is, how many of its results need review, and what it says for controls, so that nobody reads its run to
 * know.
 */
async function widenOutcomes(db: MigrationDatabase): Promise<void> {
  const { schema } = db
  const table = () => schema.alterTable('newest_outcomes')
  await table()
    .addColumn('organization_id', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await table()
    .addColumn('manual_results', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await table()
    .addColumn('connector_id', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  // 0: its connection is disconnected.
  await table()
    .addColumn('present', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  // null: nobody knows, until the next run has ended.
  await table().addColumn('verdict', 'text').execute()
  await table().addColumn('shape', 'text').execute()
  await sql`update newest_outcomes set
    organization_id = (select c.organization_id from connections as c where c.id = newest_outcomes.connection_id),
    connector_id = (select c.connector_id from connections as c where c.id = newest_outcomes.connection_id),
    present = (select case when c.state = 'disconnected' then 0 else 1 end from connections as c
      where c.id = newest_outcomes.connection_id),
    manual_results = case when status in ('pass', 'not_applicable') then 0 else
      (select count(*) from result_sets as s inner join results as r on r.set_id = s.id
        where s.run_id = newest_outcomes.run_id and s.head is not null
          and r.check_id = newest_outcomes.check_id and r.status = 'manual') end`.execute(db)
  await schema.dropIndex('newest_outcomes_by_status').execute()
  const index = (name: string) => schema.createIndex(name).on('newest_outcomes')
  await index('newest_outcomes_by_status').columns(['organization_id', 'status', 'connection_id', 'check_id']).execute()
  await index('newest_outcomes_to_review')
    .columns(['organization_id', 'connection_id', 'run_id', 'check_id'])
    .where(sql.ref('manual_results'), '>', sql.lit(0))
    .execute()
  await index('newest_outcomes_alike')
    .columns(['organization_id', 'connector_id', 'check_id', 'shape', 'verdict', 'connection_id', 'at_ms'])
    .where(sql.ref('present'), '=', sql.lit(1))
    .execute()
  await index('newest_outcomes_judged')
    .columns(['organization_id', 'connection_id', 'check_id'])
    .where(sql.ref('standing'), '<>', sql.ref('status'))
    .execute()
}

/** Writes all numbers, as they follow from the other tables. */
export async function fillTallies(db: MigrationDatabase): Promise<void> {
  const columns = sql.raw(['organization_id', 'bucket', 'id', ...counted].join(', '))
  const none = sql.raw(statuses.map((status) => `0 as ${status}`).join(', '))
  const sums = sql.raw(counted.map((name) => `sum(${name})`).join(', '))
  const ofStatus = (column: string) =>
    sql.raw(statuses.map((status) => `sum(case when ${column} = '${status}' then 1 else 0 end)`).join(', '))
  const isConnection = sql`c.connector_id <> 'cross-check'`
  await sql`delete from standing_tallies`.execute(db)
  await sql`insert into standing_tallies (${columns})
    select c.organization_id, 'state ' || c.state, '', count(*), ${none} from connections as c
    where ${isConnection} group by c.organization_id, c.state`.execute(db)
  await sql`insert into standing_tallies (${columns})
    select c.organization_id, 'connector ' || c.connector_id, '', count(*), ${none} from connections as c
    where ${isConnection} and c.state <> 'disconnected' group by c.organization_id, c.connector_id`.execute(db)
  await sql`insert into standing_tallies (${columns})
    select c.organization_id, 'now', '', count(distinct case when ${isConnection} then c.id end), ${ofStatus('o.status')}
    from newest_outcomes as o inner join connections as c on c.id = o.connection_id
    where c.state <> 'disconnected' group by c.organization_id`.execute(db)
  const days = await listDays(db)
  if (days.length === 0) return
  const ends = sql.join(days.map((day) => sql`(${day}, ${addDays(day, 1)}, ${addDays(day, 31)})`))
  const signed = (sign: string, at: string) =>
    sql.raw(
      `select organization_id, ${at} as bucket, ${counted.map((name) => `${sign}${name} as ${name}`).join(', ')} from spans`,
    )
  await sql`insert into standing_tallies (${columns})
    with ends(day, after, last) as (values ${ends}),
    followed as (
      select s.*, c.state, case when ${isConnection} then 1 else 0 end as connections, ends.after, ends.last,
        lead(s.day) over (partition by s.connection_id order by s.day) as next
      from daily_standings as s inner join connections as c on c.id = s.connection_id inner join ends on ends.day = s.day),
    spans as (
      select f.*, case when state = 'disconnected' then after when next < last then next else last end as until
      from followed as f)
    select organization_id, bucket, '', ${sums} from (${signed('', 'day')} union all ${signed('-', 'until')}) as changes
    group by organization_id, bucket`.execute(db)
}

async function listDays(db: MigrationDatabase): Promise<readonly string[]> {
  const { rows } = await sql<{ day: string }>`select distinct day from daily_standings`.execute(db)
  return rows.map(({ day }) => day)
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}
