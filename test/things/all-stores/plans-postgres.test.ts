import { CamelCasePlugin, CompiledQuery, Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { ConnectionOrder } from '../../../src/auth/connection-store.ts'
import type { FindingFilter } from '../../../src/checks/findings/finding-store.ts'
import { PostgresDialect, postgresTraits } from '../../../src/service/store/sql/postgres/postgres-dialect.ts'
import { createPostgresPool } from '../../../src/service/store/sql/postgres/postgres-pool.ts'
import { parsePostgresUrl } from '../../../src/service/store/sql/postgres/postgres-url.ts'
import type { Schema } from '../../../src/service/store/sql/tables.ts'
import { createStoreTables } from '../../../src/things/all-stores/kysely-store.ts'
import { copyPostgres, describePostgres, testPostgres } from '../../setup/postgres.ts'
import { isRowDrawn } from '../../setup/short-form.ts'
import { createConnection, createCredentials } from './records.ts'

/** A store of two organizations with a connection each, and what PostgreSQL plans for a query. */
async function openPlanned() {
  return openFilled(await fillDatabase(async () => undefined))
}

/** The same with 20,000 findings, or connections. To write them takes many times as long as to copy a database. */
async function openWithFindings() {
  withFindings ??= fillDatabase(insertFindings)
  return openFilled(await copyPostgres(await withFindings))
}

async function openWithConnections() {
  withConnections ??= fillDatabase(insertConnections)
  return openFilled(await copyPostgres(await withConnections))
}

/** Databases of this size take seconds to fill, each for one or two plans. */
function describeDrawn(name: string, tests: () => void): void {
  if (isRowDrawn(name, 4)) describePostgres(name, tests)
}

let withFindings: Promise<string> | undefined
let withConnections: Promise<string> | undefined

/**
 * Writes very many rows, and then their indexes: to add each row to a dozen of indexes takes ten times as long as to make the
 * indexes of all of them. What the planner knows is of today afterwards.
 */
async function writeMany(db: Kysely<Schema>, tables: readonly string[], write: () => Promise<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string; statement: string }>`select indexrelid::regclass::text as name,
      pg_get_indexdef(indexrelid) as statement from pg_index
    where indrelid::regclass::text = any(${tables}) and not exists (select from pg_constraint where conindid = indexrelid)`.execute(
    db,
  )
  for (const { name } of rows) await sql`drop index ${sql.table(name)}`.execute(db)
  await write()
  for (const { statement } of rows) await sql.raw(statement).execute(db)
  for (const table of tables) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}

/** @returns the URL of a database that nobody uses meanwhile */
async function fillDatabase(fill: (db: Kysely<Schema>) => Promise<unknown>): Promise<string> {
  const url = await testPostgres()
  const pool = await createPostgresPool(parsePostgresUrl(url))
  const db = new Kysely<Schema>({ dialect: new PostgresDialect(pool), plugins: [new CamelCasePlugin()] })
  const store = createStoreTables(db, postgresTraits)
  for (const organizationId of ['acme', 'other']) {
    await store.organizations.insert({ id: organizationId, name: organizationId, createdAtMs: 1 })
    await store.connections.insert(createConnection(`c-${organizationId}`, { organizationId }), createCredentials())
  }
  await fill(db)
  await pool.close()
  return url
}

async function openFilled(url: string) {
  const pool = await createPostgresPool(parsePostgresUrl(url))
  onTestFinished(() => pool.close())
  const asked: { readonly sql: string; readonly parameters: readonly unknown[] }[] = []
  const dialect = new PostgresDialect(pool)
  const plugins = [new CamelCasePlugin()]
  const db = new Kysely<Schema>({ dialect, plugins, log: ({ query }) => void asked.push(query) })
  const store = createStoreTables(db, postgresTraits)
  const ask = async (work: () => Promise<unknown>, index: number) => {
    asked.length = 0
    await work()
    // Whether connections are noted is asked before each list, and mostly there is none.
    const found = asked.filter((each) => !/^select min\(.*from "relisted_connections"/.test(each.sql))
    const { sql: text = '', parameters = [] } = found.at(index) ?? {}
    return { text, parameters }
  }
  const readPlan = ({ rows }: { readonly rows: readonly unknown[] }) =>
    rows.flatMap((row) => Object.values(row ?? {})).join('\n')
  return {
    store,
    db,
    async plan(work: () => Promise<unknown>, index = 0) {
      const { text, parameters } = await ask(work, index)
      return readPlan(await db.executeQuery(CompiledQuery.raw(`explain ${text}`, [...parameters])))
    },
    /** As from its sixth use on a connection: for an organization of usual size. */
    async planForAny(work: () => Promise<unknown>, index = 0) {
      const { text, parameters } = await ask(work, index)
      return db.connection().execute(async (one) => {
        await sql.raw('set plan_cache_mode = force_generic_plan').execute(one)
        await sql.raw(`prepare asked as ${text}`).execute(one)
        const values = sql.join(parameters.map((each) => sql.lit(Array.isArray(each) ? toArrayText(each) : each)))
        const steps = readPlan(await sql`explain execute asked(${values})`.execute(one))
        await sql.raw('deallocate asked').execute(one)
        return steps
      })
    },
  }
}

/** 20,000 findings, half of them resolved. */
function insertFindings(db: Kysely<Schema>): Promise<void> {
  return writeMany(db, ['findings'], () =>
    sql`insert into findings (id, organization_id, connection_id, connector_id, check_id, state, severity, waived,
      controls, run_id, first_seen_at_ms, last_seen_at_ms, changed_at_ms, record, owner_id, due_at_ms, urgency, search_text)
    select 'f' || n, o, 'c-' || o, 'github', 'mfa', case when n % 2 = 0 then 'open' else 'resolved' end, 'low', 0,
      '[]', 'r', n, n, n, '{"resource":{"type":"user","id":"u"},"title":"t"}', 'p' || (n % 50), n * 7 % 10000, n % 5, 'u'
    from (select n, case when n % 20 < 18 then 'acme' else 'other' end as o from generate_series(1, 20000) as n) as rows`.execute(
      db,
    ),
  )
}

function toArrayText(texts: readonly unknown[]): string {
  return `{${texts.map((each) => JSON.stringify(each)).join(',')}}`
}

/** A thousand, with a connection each. */
async function insertSmallOrganizations(db: Kysely<Schema>): Promise<void> {
  await sql`insert into organizations (id, name, created_at_ms) select 'small-' || n, 'Small', 1
    from generate_series(1, 1000) as n`.execute(db)
  await sql`insert into connections (id, organization_id, connector_id, state, variables, created_at_ms, updated_at_ms)
    select 'c-' || id, id, 'github', 'active', '{}', 1, 1 from organizations where id like 'small-%'`.execute(db)
}

/** 20,000 connections, half of them on a schedule. */
function insertConnections(db: Kysely<Schema>): Promise<void> {
  return writeMany(db, ['connections', 'schedules'], async () => {
    await sql`insert into connections (id, organization_id, connector_id, state, variables, created_at_ms, updated_at_ms,
      sort_name, urgency, unwell, last_run_at_ms)
    select 'c' || n, o, 'github', 'active', '{}', n, n, 'name ' || (n * 7 % 10000), n % 6, n % 11, n * 3 % 10000
    from (select n, case when n % 20 < 18 then 'acme' else 'other' end as o from generate_series(1, 20000) as n) as rows`.execute(
      db,
    )
    await sql`insert into schedules (connection_id, organization_id, connector_id, cron, time_zone, spread, created_at_ms,
      updated_at_ms, computed_at_ms, next_at_ms)
    select id, organization_id, 'github', '0 6 * * *', 'UTC', 0, 1, 1, 1, case when created_at_ms % 10 = 0 then null
      else created_at_ms * 7 % 10000 end from connections where created_at_ms % 2 = 0`.execute(db)
  })
}

describeDrawn('20,000 findings', () => {
  test('are found by the ids of their resources from an index', async () => {
    const { store, db, plan } = await openWithFindings()
    await writeMany(db, ['findings'], () =>
      sql`update findings set search_text = chr(10) || 'u' || changed_at_ms || chr(10) || 'user'`.execute(db),
    )
    const resources = Array.from({ length: 41 }, (_, index) => ({ connectionId: 'c-acme', id: `u${index * 2}` }))

    const found = await plan(() => store.findings.listAbout({ organizationId: 'acme', resources, limit: 100 }))

    expect(found.match(/Index Scan (on|using) findings_of_resource/g)).toHaveLength(resources.length)
    expect(found).not.toMatch(/Seq Scan|Scan (on|using) (?!findings)/)
  })

  test('are read in each order from an index, without sorting, from the start and from any place', async () => {
    const { store, db, plan } = await openWithFindings()
    await writeMany(db, ['findings'], () =>
      sql`update findings set waiver_id = 'w' where changed_at_ms % 3 = 0`.execute(db),
    )
    const before = { id: 'f100', changedAtMs: 19_000, dueAtMs: 70, severity: 'critical' } as const
    const filters: readonly [Partial<FindingFilter>, string][] = [
      [{ order: 'changed' }, 'findings_listed_by_change'],
      [{ order: 'due' }, 'findings_listed_by_due'],
      [{ order: 'severity' }, 'findings_listed_by_urgency'],
      [{ order: 'due', ownerId: 'p8' }, 'findings_listed_of_owner'],
      [{ order: 'changed', severity: 'low' }, 'findings_listed_of_severity'],
      [{ order: 'changed', ownerId: 'p8' }, 'findings_listed_of_owner_by_change'],
    ]
    const lists = [{ waived: false }, { waived: true }, { state: 'resolved' }] as const

    for (const [filter, index] of filters)
      for (const list of lists)
        for (const place of [undefined, before]) {
          const steps = await plan(() =>
            store.findings.list({ organizationId: 'acme', limit: 50, ...filter, ...list, before: place }),
          )
          expect(steps).toContain(index)
          expect(steps).not.toMatch(/\bSort\b|Seq Scan on findings/)
        }
  })
})

describeDrawn('20,000 findings with names', () => {
  let named: Promise<string> | undefined
  const fillNamed = () =>
    fillDatabase(async (db) => {
      await insertFindings(db)
      await writeMany(db, ['findings'], () =>
        sql`update findings set search_text = 'name ' || changed_at_ms,
        controls = case when changed_at_ms % 999 = 0 then '["iso:A.5"]' else '[]' end,
        check_id = case when changed_at_ms % 999 = 0 then 'keys' else 'mfa' end`.execute(db),
      )
    })

  test.each([{ text: 'name 777' }, { control: 'iso:A.5' }, { checkId: 'keys' }])(
    'are found by the index of texts where few have %j',
    async (rare) => {
      named ??= fillNamed()
      const { store, plan } = await openFilled(await named)

      for (const order of ['changed', 'due', 'severity'] as const) {
        const steps = await plan(
          () => store.findings.list({ organizationId: 'acme', waived: false, order, ...rare }),
          -1,
        )
        // An index has the findings of each list of controls in the order.
        const isByControls = 'control' in rare
        expect(steps).toContain(isByControls ? 'findings_by_controls' : 'findings_by_text')
        expect(steps).not.toMatch(/Seq Scan on findings/)
      }
    },
  )
})

describeDrawn('20,000 findings, 500 of them of one control', () => {
  test('are read in the order of their changes and counted by the index of controls', async () => {
    const { store, db, plan } = await openWithFindings()
    await writeMany(db, ['findings'], () =>
      sql`update findings set controls = case when changed_at_ms % 40 = 0 then '["iso:A.5","iso:A.6"]' else '[]' end`.execute(
        db,
      ),
    )
    const chosen = { organizationId: 'acme', waived: false, control: 'iso:A.5' } as const

    for (const before of [undefined, { id: 'f100', changedAtMs: 19_000 }]) {
      const steps = await plan(() => store.findings.list({ ...chosen, limit: 50, before }), -1)
      expect(steps).toContain('findings_by_controls')
      expect(steps).not.toMatch(/\bSort\b|Seq Scan/)
    }
    for (const order of ['severity', 'due'] as const) {
      const steps = await plan(() => store.findings.list({ ...chosen, order, limit: 50 }), -1)
      expect(steps).toContain('findings_by_controls_and_urgency')
      expect(steps).not.toMatch(/\bSort\b|Seq Scan/)
    }
    expect(await plan(() => store.findings.count(chosen), -1)).toMatch(/Index (Only )?Scan using findings_by_controls/)
    expect(await plan(() => store.findings.count(chosen))).not.toMatch(/Seq Scan/)
  })
})

describeDrawn('20,000 uploads and as many answers', () => {
  test('are read in their order from an index, and answers with a rare text by the index of texts', async () => {
    const { store, db, plan } = await openPlanned()
    await writeMany(db, ['files', 'evidence_uploads', 'manual_answers'], async () => {
      await sql`insert into files (id, organization_id, name, type, size_bytes, sha256, object_key, created_at_ms)
      select 'f' || n, 'acme', 'f', 'a/b', 1, '', '', n * 7 % 10000 from generate_series(1, 20000) as n`.execute(db)
      await sql`insert into evidence_uploads (file_id, organization_id, form_type, created_at_ms)
      select id, 'acme', case when created_at_ms % 2 = 0 then 'run-bundle' else 'review' end, created_at_ms
      from files`.execute(db)
      await sql`insert into manual_answers (id, organization_id, question, question_sha256, answer, tags, search_text, search_words,
        created_at_ms, updated_at_ms)
      select id, 'acme', id, id, 'a', '[]', 'answer ' || id || ' of many', 'answer ' || id || ' of many', 1, created_at_ms from files`.execute(
        db,
      )
    })

    for (const before of [undefined, { id: 'f9', createdAtMs: 5_000 }]) {
      const of = { organizationId: 'acme', limit: 50, before }
      expect(await plan(() => store.evidenceUploads.list(of))).toContain('evidence_uploads_by_time')
      const ofForm = await plan(() => store.evidenceUploads.list({ ...of, formType: 'review' }))
      expect(ofForm).toContain('evidence_uploads_')
      expect(ofForm).not.toMatch(/\bSort\b|Seq Scan/)
    }
    const search = (text: string) => () => store.manualAnswers.list({ organizationId: 'acme', limit: 50, search: text })
    expect(await search('F1234')()).toHaveLength(11)
    expect(await plan(search('f1234'), -1)).toContain('manual_answers_by_text')
    expect(await plan(search('of many'), -1)).toContain('manual_answers_by_change')
  })
})

describeDrawn('20,000 findings, 40 of them refused by people', () => {
  test('are asked for what is over by the index of the refused ones alone', async () => {
    const { store, db, plan } = await openWithFindings()
    await sql`update findings set judgement_id = 'j-' || id where changed_at_ms % 500 = 0`.execute(db)
    await sql`insert into judgements (id, organization_id, connection_id, connector_id, check_id, finding_id, run_id,
        evidence_sha256, decision, judged_by, user_id, reason, files, expires, result, created_at_ms)
      select 'j-' || id, organization_id, connection_id, 'github', 'mfa', id, 'r', '', 'refused', 'ada', 'ada', 'No.', '[]',
        case when changed_at_ms % 1000 = 0 then '2026-01-01' else '2027-01-01' end, '{}', 1 from findings`.execute(db)
    await sql`analyze`.execute(db)
    const nowMs = Date.parse('2026-06-01')

    const steps = await plan(() => store.findings.endRefusals({ organizationId: 'acme', nowMs }))

    expect(steps).toContain('findings_refused')
    expect(steps).not.toMatch(/Seq Scan/)
    const [{ count } = {}] = (
      await sql<{ count: number }>`select count(*) as count from findings where judgement_id is not null`.execute(db)
    ).rows
    expect(Number(count)).toBe(20)
  })
})

describeDrawn('20,000 judgements of an organization among small ones', () => {
  test('are each looked up whether a later one of its finding is there, and never compared with all', async () => {
    const { store, db, plan, planForAny } = await openPlanned()
    await insertSmallOrganizations(db)
    await writeMany(db, ['judgements'], () =>
      sql`insert into judgements (id, organization_id, connection_id, connector_id, check_id, finding_id, run_id,
        evidence_sha256, decision, judged_by, user_id, reason, files, expires, result, created_at_ms)
      select 'j' || n, owner, 'c-' || owner, 'github', 'mfa', 'f' || n, 'r', '', 'accepted', 'ada', 'ada', 'Yes.', '[]',
        '2027-01-01', '{}', n
      from (select n, case when n % 20 = 0 then 'small-' || (n / 20) else 'acme' end as owner
        from generate_series(1, 20000) as n) as numbered`.execute(db),
    )
    const holds = { is: true, atMs: Date.parse('2026-06-01') }

    const steps = await planForAny(() => store.judgements.count({ organizationId: 'acme', holds }))

    expect(steps).toContain('SubPlan')
    expect(steps).toMatch(
      /Backward using judgements_of_finding .*\n.*Index Cond: \(.*finding_id = judgements\.finding_id/,
    )
    expect(steps).not.toMatch(/Join/)
    const list = () => store.judgements.list({ organizationId: 'acme', holds, limit: 50 })
    for (const listed of [await plan(list, 0), await planForAny(list, 0)]) {
      expect(listed).toContain('Backward using judgements_by_age')
      expect(listed).not.toMatch(/Sort/)
    }
  })
})

describeDrawn('10,000 statements of 500 obligations', () => {
  test('are found by an index where the newest ones are read', async () => {
    const { store, db, plan } = await openPlanned()
    await sql`insert into tasks (id, organization_id, created_at_ms, looked_at_ms)
      select 't' || n, 'acme', n, 0 from generate_series(1, 500) as n`.execute(db)
    await writeMany(db, ['tasks', 'task_statements'], () =>
      sql`insert into task_statements (id, organization_id, task_id, text, done_day, files, user_id, stated_by, made_at_ms,
        evidence_sha256)
      select 's' || n, 'acme', 't' || (n % 500 + 1), 'Done.', '2026-01-01', '[]', 'ada', 'Ada', n, ''
      from generate_series(1, 10000) as n`.execute(db),
    )
    const taskIds = Array.from({ length: 500 }, (_, index) => `t${index + 1}`)

    const steps = await plan(() => store.tasks.listNewestStated({ organizationId: 'acme', taskIds }))

    expect(steps).toContain('task_statements_by_age')
    expect(steps).not.toContain('Seq Scan on task_statements')
    const newest = await store.tasks.listNewestStated({ organizationId: 'acme', taskIds: ['t1', 't2'] })
    expect(newest.map(({ id }) => id).toSorted()).toEqual(['s10000', 's9501'])
  })
})

describeDrawn('20,000 connections', () => {
  test('are read in each order from an index, without sorting, from the start and from any place', async () => {
    const { store, plan } = await openWithConnections()
    const indexes: Readonly<Record<ConnectionOrder, string>> = {
      newest: 'connections_by_creation',
      name: 'connections_by_name',
      attention: 'connections_by_urgency',
      'last-run': 'connections_by_last_run',
    }
    const after = { id: 'c9', createdAtMs: 9_000, sortName: 'name 3', urgency: 2, unwell: 5, lastRunAtMs: 5_000 }

    for (const [order, index] of Object.entries(indexes) as [ConnectionOrder, string][])
      for (const place of [undefined, after]) {
        const search = { organizationId: 'acme', order, limit: 50, after: place }
        const steps = await plan(() => store.connections.search(search))
        expect(steps).toContain(index)
        expect(steps).not.toMatch(/\bSort\b|Seq Scan/)
      }
    for (const place of [undefined, { nextAtMs: 5_000, connectionId: 'c9' }]) {
      const steps = await plan(() => store.schedules.listNext({ organizationId: 'acme', limit: 50, after: place }))
      expect(steps).toContain('schedules_by_next')
      expect(steps).not.toMatch(/\bSort\b|Seq Scan/)
    }
  })

  test('are found by the index of texts where few have a word', async () => {
    const { store, plan } = await openWithConnections()

    for (const order of ['newest', 'name'] as const) {
      const words = [{ text: 'name 777', connectorIds: [] }]
      const search = () => store.connections.search({ organizationId: 'acme', order, limit: 50, words })
      expect(await search()).toHaveLength(20)
      const steps = await plan(search, -1)
      expect(steps).toContain('connections_by_text')
      expect(steps).not.toMatch(/Seq Scan on connections/)
    }
  })

  test('are found by their ids or a text, and not by their organization, also if most organizations are small', async () => {
    const { store, db, planForAny } = await openWithConnections()
    await insertSmallOrganizations(db)
    await sql`vacuum analyze organizations, connections`.execute(db)
    const ids = Array.from({ length: 25 }, (_, index) => `c${index}`)

    const steps = await planForAny(() =>
      store.connections.search({ organizationId: 'acme', order: 'newest', ids, limit: 25 }),
    )

    expect(steps).toContain('connections_pkey')
    expect(steps).not.toMatch(/connections_by|Seq Scan/)

    const words = [{ text: 'name 777', connectorIds: [] }]
    const byText = await planForAny(
      () => store.connections.search({ organizationId: 'acme', order: 'newest', limit: 50, words }),
      -1,
    )
    expect(byText.match(/connections_\w+/g)).toEqual(['connections_by_text'])
  })

  test('that list something are looked up one by one, also if most organizations are small', async () => {
    const { store, db, planForAny } = await openWithConnections()
    await insertSmallOrganizations(db)
    await sql`insert into inventories (id, organization_id, connection_id, kind, part, run_id, read_at_ms, count, sealed_head)
      select 'i' || n, 'acme', 'c' || n, 'account', '', 'r', 1, 1, 'x' from generate_series(1, 17) as n`.execute(db)
    await sql`vacuum analyze organizations, connections, inventories`.execute(db)

    const steps = await planForAny(() => store.connections.listNoted('acme', []))

    expect(steps).toMatch(/Index Scan using connections_(pkey|with_organization)/)
    expect(steps).not.toContain('connections_by')
  })
})
