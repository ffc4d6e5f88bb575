import { sql } from 'kysely'
import type { MigrationDatabase } from '../../src/service/store/migrations/migration.ts'

const statuses = ['pass', 'fail', 'manual', 'not_applicable', 'error'] as const
const counted = ['connections', ...statuses] as const

/** Counts all numbers of `trend_tallies` anew, as they follow from the other tables. */
export async function recountTallies(db: MigrationDatabase): Promise<void> {
  await recountStates(db)
  await recountKinds(db)
  await recountJudged(db)
}

async function recountStates(db: MigrationDatabase): Promise<void> {
  const columns = sql.raw(['organization_id', 'bucket', 'id', ...counted].join(', '))
  const none = sql.raw(statuses.map((status) => `0 as ${status}`).join(', '))
  const sums = sql.raw(counted.map((name) => `sum(${name})`).join(', '))
  const ofStatus = (column: string) =>
    sql.raw(statuses.map((status) => `sum(case when ${column} = '${status}' then 1 else 0 end)`).join(', '))
  const isConnection = sql`c.connector_id <> 'cross-check'`
  await sql`delete from trend_tallies`.execute(db)
  await sql`insert into trend_tallies (${columns})
    select c.organization_id, 'state ' || c.state, '', count(*), ${none} from connections as c
    where ${isConnection} group by c.organization_id, c.state`.execute(db)
  await sql`insert into trend_tallies (${columns})
    select c.organization_id, 'connector ' || c.connector_id, '', count(*), ${none} from connections as c
    where ${isConnection} and c.state <> 'disconnected' group by c.organization_id, c.connector_id`.execute(db)
  await sql`insert into trend_tallies (${columns})
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
  await sql`insert into trend_tallies (${columns})
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

/** Outcomes that say the same for controls. */
async function recountKinds(db: MigrationDatabase): Promise<void> {
  await sql`insert into trend_tallies
      (organization_id, bucket, id, connections, pass, fail, manual, not_applicable, error)
    select organization_id, 'kind ' || connector_id || ' ' || check_id || ' ' || coalesce(shape, '') || ' '
        || coalesce(verdict, '') || coalesce('/' || decided, '') || ' ' || cast(at_ms / 604800000 as text),
      '', count(*), 0, 0, 0, 0, 0
    from newest_outcomes where present = 1 and connector_id <> 'cross-check'
    group by organization_id, connector_id, check_id, shape, verdict, decided, at_ms / 604800000`.execute(db)
}

/** Outcomes that people have judged. */
async function recountJudged(db: MigrationDatabase): Promise<void> {
  await sql`insert into trend_tallies
      (organization_id, bucket, id, connections, pass, fail, manual, not_applicable, error)
    select organization_id, bucket, '', count(*), sum(accepted_results), sum(refused_results), 0, 0, 0 from (
      select organization_id, accepted_results, refused_results,
        'judged ' || status || ' ' || coalesce(effective_status, status) || ' '
          || case when accepted_results > 0 then '1' else '0' end
          || case when refused_results > 0 then '1' else '0' end
          || case when manual_results > accepted_results + refused_results then '1' else '0' end
          || ' ' || cast(at_ms / 604800000 as text) as bucket
      from newest_outcomes
      where present = 1 and connector_id <> 'cross-check' and coalesce(decided, '') <> 'unsettled'
        and (accepted_results > 0 or refused_results > 0 or effective_status <> status)) as judged
    group by organization_id, bucket`.execute(db)
}

async function listDays(db: MigrationDatabase): Promise<readonly string[]> {
  const { rows } = await sql<{ day: string }>`select distinct day from daily_standings`.execute(db)
  return rows.map(({ day }) => day)
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}
