import { CamelCasePlugin, CompiledQuery, Kysely, sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { FindingFilter } from '../../src/checks/findings/finding-store.ts'
import { createStoreTables } from '../../src/store/kysely-store.ts'
import { PostgresDialect, postgresTraits } from '../../src/store/sql/postgres-dialect.ts'
import { createPostgresPool } from '../../src/store/sql/postgres-pool.ts'
import { parsePostgresUrl } from '../../src/store/sql/postgres-url.ts'
import type { Schema } from '../../src/store/sql/tables.ts'
import { describePostgres, testPostgres } from '../setup/postgres.ts'
import { createConnection, createCredentials } from './records.ts'

/** 20,000 findings of two organizations, half of them resolved, and what PostgreSQL plans for a query. */
async function openLarge() {
  const pool = await createPostgresPool(parsePostgresUrl(await testPostgres()))
  onTestFinished(() => pool.close())
  const asked: { readonly sql: string; readonly parameters: readonly unknown[] }[] = []
  const dialect = new PostgresDialect(pool)
  const plugins = [new CamelCasePlugin()]
  const db = new Kysely<Schema>({ dialect, plugins, log: ({ query }) => void asked.push(query) })
  const store = createStoreTables(db, postgresTraits)
  for (const organizationId of ['acme', 'other']) {
    await store.organizations.insert({ id: organizationId, name: organizationId, createdAtMs: 1 })
    await store.connections.insert(createConnection(`c-${organizationId}`, { organizationId }), createCredentials())
  }
  await sql`insert into findings (id, organization_id, connection_id, connector_id, check_id, state, severity, waived,
      controls, run_id, first_seen_at_ms, last_seen_at_ms, changed_at_ms, record, owner_id, due_at_ms, urgency, search_text)
    select 'f' || n, o, 'c-' || o, 'github', 'mfa', case when n % 2 = 0 then 'open' else 'resolved' end, 'low', 0,
      '[]', 'r', n, n, n, '{"resource":{"type":"user","id":"u"},"title":"t"}', 'p' || (n % 50), n * 7 % 10000, n % 5, 'u'
    from (select n, case when n % 20 < 18 then 'acme' else 'other' end as o from generate_series(1, 20000) as n) as rows`.execute(
    db,
  )
  await sql`analyze`.execute(db)
  const plan = async (work: () => Promise<unknown>) => {
    asked.length = 0
    await work()
    const [query] = asked
    const explain = CompiledQuery.raw(`explain ${query?.sql}`, [...(query?.parameters ?? [])])
    const { rows } = await db.executeQuery<Readonly<Record<string, unknown>>>(explain)
    return rows.flatMap((row) => Object.values(row)).join('\n')
  }
  return { store, plan }
}

describePostgres('20,000 findings', () => {
  test('are read in each order from an index, without sorting, from the start and from any place', async () => {
    const { store, plan } = await openLarge()
    const before = { id: 'f100', changedAtMs: 19_000, dueAtMs: 70, severity: 'critical' } as const
    const filters: readonly [Partial<FindingFilter>, string][] = [
      [{ order: 'changed' }, 'findings_failing'],
      [{ order: 'due' }, 'findings_by_due'],
      [{ order: 'severity' }, 'findings_by_urgency'],
      [{ order: 'due', ownerId: 'p8' }, 'findings_of_owner'],
    ]

    for (const [filter, index] of filters)
      for (const place of [undefined, before]) {
        const steps = await plan(() =>
          store.findings.list({ organizationId: 'acme', limit: 50, ...filter, before: place }),
        )
        expect(steps).toContain(index)
        expect(steps).not.toMatch(/\bSort\b|Seq Scan on findings/)
      }
  })
})
