import type { Dialect } from './database.ts'
import { dayMs, large, type Sizes } from './organization.ts'

/** Connections of each small organization. */
export const ofSmall = 50
/** Of connections: how many have an accepted risk and a judgement. */
const decided = 100

/** How rows of a table are copied. */
export interface Copy {
  readonly table: string
  /** Which rows. @default all */
  readonly where?: string
  /** What differs in each copy, by column: SQL about the row `t` and the number `n` of its connection. */
  readonly values: Readonly<Record<string, string>>
  readonly every?: number
  /** How many copies there are, all in the large organization. @default one for each connection */
  readonly count?: number
}

/** Copies of the rows of one connection for each of the others. */
export function copyConnection(
  pad: Dialect['pad'],
  { connectionId, half }: { readonly connectionId: string; readonly half: number },
): readonly Copy[] {
  const { id, at } = createForms(pad)
  // Ids of findings are in no order.
  const findingId = (column: string) => `substr(${column}, 1, 24) || ${pad('(n * 387420489) % 1000000000000')}`
  const connection = id(`'${connectionId}'`)
  const own = {
    organization_id: `case when n < ${half} then '${large}' else 'org-' || ((n - ${half}) / ${ofSmall}) end`,
  }
  const ofConnection = { ...own, connection_id: connection }
  const where = `where connection_id = '${connectionId}'`
  const ofRuns = `(select id from runs ${where})`
  return [
    {
      table: 'connections',
      where: `where id = '${connectionId}'`,
      values: {
        ...own,
        id: connection,
        name: `'Connection ' || n`,
        sort_name: `'connection ' || n`,
        created_at_ms: at('t.created_at_ms', 700),
        last_run_at_ms: at('t.last_run_at_ms'),
        // One in twenty has to be connected again, one in fifty is no more.
        state: `case when n % 20 = 3 then 'needs_reauth' when n % 50 = 7 then 'disconnected' else t.state end`,
        urgency: `case when n % 20 = 3 then 0 when n % 50 = 7 then 5 else t.urgency end`,
      },
    },
    { table: 'credentials', where, values: { connection_id: connection } },
    { table: 'schedules', where, values: { ...ofConnection, last_run_id: id('t.last_run_id') } },
    {
      table: 'runs',
      where,
      values: {
        ...ofConnection,
        id: id('t.id'),
        started_at_ms: at('t.started_at_ms'),
        began_at_ms: at('t.began_at_ms'),
        finished_at_ms: at('t.finished_at_ms'),
      },
    },
    {
      table: 'result_sets',
      where: `where run_id in ${ofRuns}`,
      values: {
        id: id('t.id'),
        run_id: id('t.run_id'),
        staged_at_ms: at('t.staged_at_ms'),
        head: within('t.head', `t.run_id, ${id('t.run_id')}`, `'${connectionId}', ${connection}`),
      },
    },
    {
      table: 'results',
      where: `where set_id in (select id from result_sets where run_id in ${ofRuns})`,
      values: {
        set_id: id('t.set_id'),
        finding_id: findingId('t.finding_id'),
        record: within('t.record', `t.finding_id, ${findingId('t.finding_id')}`),
      },
    },
    {
      table: 'newest_outcomes',
      where,
      values: {
        ...own,
        connection_id: connection,
        run_id: id('t.run_id'),
        at_ms: at('t.at_ms'),
        present: `case when n % 20 <> 3 and n % 50 = 7 then 0 else t.present end`,
        decided: `case when n % ${decided} = 0 then t.decided else null end`,
      },
    },
    { table: 'daily_standings', where, values: ofConnection },
    {
      table: 'findings',
      where,
      values: {
        ...ofConnection,
        id: findingId('t.id'),
        run_id: id('t.run_id'),
        record: within('t.record', `t.id, ${findingId('t.id')}`),
        first_seen_at_ms: at('t.first_seen_at_ms', 600),
        last_seen_at_ms: at('t.last_seen_at_ms'),
        changed_at_ms: at('t.changed_at_ms', 60),
        due_at_ms: at('t.due_at_ms', 60),
        waiver_id: `case when n % ${decided} = 0 then ${id('t.waiver_id')} else null end`,
        hidden: `case when n % 20 <> 3 and n % 50 = 7 then 1 else 0 end`,
        owner_id: `case when n % 10 = 1 then t.owner_id else null end`,
        search_text: `'person ' || n || ' of ' || t.search_text`,
      },
    },
    {
      table: 'finding_events',
      where: `where finding_id in (select id from findings ${where})`,
      values: { finding_id: findingId('t.finding_id'), run_id: id('t.run_id'), at_ms: at('t.at_ms') },
    },
    {
      table: 'waivers',
      every: decided,
      values: { ...own, id: id('t.id'), waiver: within('t.waiver', `'${connectionId}', ${connection}`) },
    },
    {
      table: 'judgements',
      where,
      every: decided,
      values: {
        ...ofConnection,
        id: id('t.id'),
        run_id: id('t.run_id'),
        finding_id: findingId('t.finding_id'),
        result: within('t.result', `t.finding_id, ${findingId('t.finding_id')}`),
        created_at_ms: at('t.created_at_ms', 1),
      },
    },
    {
      table: 'comments',
      values: {
        ...own,
        id: id('t.id'),
        entity_id: findingId('t.entity_id'),
        created_at_ms: at('t.created_at_ms', 300),
      },
    },
    {
      table: 'audit_entries',
      where: "where action = 'run.start'",
      values: { ...own, id: id('t.id'), target: id('t.target'), at_ms: at('t.at_ms', 700) },
    },
  ]
}

/** Copies of what people have left, in the large organization, which has the connections before `half`. */
export function copyWorkspace(
  pad: Dialect['pad'],
  { connectionId, half, sizes }: { readonly connectionId: string; readonly half: number; readonly sizes: Sizes },
): readonly Copy[] {
  const { id, at } = createForms(pad)
  const connection = id(`'${connectionId}'`)
  const isStated = '(select task_id from task_statements)'
  // Ids of one millisecond differ only where a copy has its number.
  const newest = `(select max(id) from notices where stream = '${connectionId}'
    group by substr(id, 1, 24) order by max(id) desc limit 2)`
  const user = `'user-' || (n % ${sizes.users})`
  const taskId = `substr(t.task_id, 1, 24) || ${pad(`1 + n % ${sizes.tasks - 1}`)}`
  const made = { ...count(sizes.statements) }
  return [
    {
      table: 'notices',
      where: `where id in ${newest}`,
      ...count(half),
      values: {
        id: id('t.id'),
        stream: connection,
        at_ms: at('t.at_ms'),
        data: within('t.data', `'${connectionId}', ${connection}`),
      },
    },
    {
      table: 'notice_streams',
      where: `where stream = '${connectionId}'`,
      ...count(half),
      values: { stream: connection },
    },
    {
      table: 'notice_deliveries',
      where: `where notice_id in ${newest}`,
      ...count(half),
      values: {
        id: id('t.notice_id'),
        notice_id: id('t.notice_id'),
        stream: connection,
        state: `'delivered'`,
        attempts: '1',
        status: '200',
        created_at_ms: at('t.created_at_ms'),
        tried_at_ms: at('t.created_at_ms'),
      },
    },
    {
      table: 'log_entries',
      where: `where kind in ('run.began', 'run.ended')`,
      ...count(half),
      values: {
        id: id('t.id'),
        subject: id('t.subject'),
        record: within(
          't.record',
          `t.id, ${id('t.id')}`,
          `t.subject, ${id('t.subject')}`,
          `'${connectionId}', ${connection}`,
        ),
      },
    },
    {
      table: 'tasks',
      where: `where id in ${isStated}`,
      ...count(sizes.tasks),
      // What the copied statements say together is found out when somebody asks.
      values: { id: id('t.id'), said: 'null', state: 'null', due_day: 'null' },
    },
    {
      table: 'task_versions',
      where: `where task_id in ${isStated}`,
      ...count(sizes.tasks),
      values: { task_id: id('t.task_id'), title: `t.title || ' ' || n` },
    },
    {
      table: 'task_statements',
      ...made,
      values: { id: id('t.id'), task_id: taskId, made_at_ms: at('t.made_at_ms', 300) },
    },
    {
      table: 'judgements',
      where: `where run_id in (select id from task_statements)`,
      ...made,
      values: {
        id: id('t.id'),
        run_id: id('t.run_id'),
        check_id: taskId.replaceAll('task_id', 'check_id'),
        finding_id: id('t.finding_id'),
        result: within('t.result', `t.finding_id, ${id('t.finding_id')}`),
        created_at_ms: at('t.created_at_ms', 300),
      },
    },
    { table: 'packages', ...count(sizes.packages), values: { id: id('t.id'), made_at_ms: at('t.made_at_ms', 700) } },
    {
      table: 'files',
      where: 'where id in (select file_id from evidence_uploads)',
      ...count(sizes.uploads),
      values: { id: id('t.id'), name: `'file-' || n || '.txt'`, created_at_ms: at('t.created_at_ms', 700) },
    },
    {
      table: 'evidence_uploads',
      ...count(sizes.uploads),
      values: { file_id: id('t.file_id'), created_at_ms: at('t.created_at_ms', 700) },
    },
    {
      table: 'manual_answers',
      ...count(sizes.answers),
      values: {
        id: id('t.id'),
        question: `t.question || ' ' || n`,
        search_text: `t.search_text || ' ' || n`,
        question_sha256: `substr(t.question_sha256, 1, 52) || ${pad('n')}`,
        updated_at_ms: at('t.updated_at_ms', 700),
      },
    },
    {
      table: 'users',
      where: `where id = 'grace'`,
      ...count(sizes.users),
      values: {
        id: user,
        name: `'Person ' || n || ' of the team'`,
        email: `${user} || '@example.com'`,
        sort_name: `'person ' || n || ' of the team'`,
        search_text: `'person ' || n || ' of the team ' || ${user} || '@example.com'`,
      },
    },
    { table: 'memberships', where: `where user_id = 'grace'`, ...count(sizes.users), values: { user_id: user } },
    {
      table: 'web_sessions',
      ...count(sizes.sessions),
      values: { id_hash: `substr(t.id_hash, 1, 31) || ${pad('n')}`, user_id: user },
    },
    {
      table: 'api_keys',
      ...count(sizes.apiKeys),
      values: { id: `substr(t.id, 1, 12) || ${pad('n')}`, created_at_ms: at('t.created_at_ms', 700) },
    },
  ]
}

/** So many rows with those that are copied. */
function count(rows: number): Pick<Copy, 'count'> {
  return { count: rows - 1 }
}

function within(text: string, ...ids: readonly string[]): string {
  return ids.reduce((inner, each) => `replace(${inner}, ${each})`, text)
}

function createForms(pad: Dialect['pad']) {
  return {
    id: (column: string) => `substr(${column}, 1, 24) || ${pad('n')}`,
    at: (column: string, days = 3) => `${column} - (n * 7919977) % ${days * dayMs}`,
  }
}
