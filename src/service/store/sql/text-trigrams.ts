import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isPostgres } from './is-postgres.ts'
import type { Schema } from './tables.ts'

/** A table with an index of three characters each (`migrations/index-texts.ts`). */
type Indexed = 'findings' | 'connections' | 'manualAnswers' | 'users'

/** What the index of each table has, as PostgreSQL computes it. */
const computed = {
  findings: sql`finding_trigrams(findings.organization_id, findings.search_text, findings.controls, findings.check_id)`,
  connections: sql`connection_trigrams(connections.organization_id, connections.sort_name, connections.id)`,
  manualAnswers: sql`manual_answer_trigrams(manual_answers.organization_id, manual_answers.search_text)`,
  users: sql`user_trigrams(users.organization_id, users.search_text)`,
} as const satisfies Readonly<Record<Indexed, RawBuilder<unknown>>>

/** More would only make the question longer. */
const trigramsMax = 30

/** Of so many of the first ones that have a text, a page is soon found in the order. */
export const listedShare = 0.02
export const sampledRows = 200

/** How many rows of a sample have a text (`isHaving`). 1: there are few altogether. */
export async function readShare(sample: {
  execute(): Promise<readonly { readonly isHaving: number }[]>
}): Promise<number> {
  const rows = await sample.execute()
  if (rows.length < sampledRows) return 1
  return rows.filter(({ isHaving }) => isHaving === 1).length / sampledRows
}

/**
 * Of so many that have a text, those are soon counted by looking at one after the other. SQLite's index gives one after the other too. PostgreSQL's
 * finds all before the first is counted.
 */
export function findCountedShare(db: Kysely<Schema>): number {
  return isPostgres(db) ? 0.05 : 0.3
}

/** Three characters each that stand side by side in texts, which are folded. Fewer are in no index. */
export function listTrigrams(texts: readonly string[]): readonly string[] {
  const all = texts.flatMap((each) => {
    const characters = [...each]
    if (characters.length < 3) return []
    const places = characters.flatMap((_, at) => (at % 3 === 0 && at + 3 <= characters.length ? [at] : []))
    return [...places, characters.length - 3].map((at) => characters.slice(at, at + 3).join(''))
  })
  return [...new Set(all)].slice(0, trigramsMax)
}

/** Rows of an organization that have all trigrams somewhere, and on SQLite those of others too. Some do not have the text. */
export function selectByTrigrams<Table extends Indexed>(
  db: Kysely<Schema>,
  table: Table,
  { organizationId, trigrams }: { readonly organizationId: string; readonly trigrams: readonly string[] },
) {
  const [name, texts] = [sql.table(table), sql.table(`${table}_texts`)]
  const phrases = trigrams.map((each) => `"${each.replaceAll('"', '""')}"`).join(' AND ')
  return isPostgres(db)
    ? sql<Schema[Table]>`(select ${name}.* from ${name}
        where ${computed[table]} @> cast(${[...trigrams, `\u0001${organizationId}`]} as text[]))`
    : // A cross join is made in this order: one after the other, so that it ends when there are enough.
      sql<Schema[Table]>`(select ${name}.* from ${texts} cross join ${name}
        where ${texts} match ${phrases} and ${name}.rowid = ${texts}.rowid)`
}
