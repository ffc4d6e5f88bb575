import { type Kysely, sql } from 'kysely'
import type { AboutResource } from '../../../checks/findings/finding-store.ts'
import { foldSearch } from '../../../checks/findings/search-text.ts'
import { avoidTextIndex } from '../../../service/store/sql/avoid-index.ts'
import { isPostgres } from '../../../service/store/sql/is-postgres.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { findRelisting, type Relisting, selectRelisted } from '../tallies/relisted-findings.ts'
import { findingColumns } from './finding-standings.ts'

interface About {
  readonly organizationId: string
  readonly resources: readonly AboutResource[]
  readonly limit: number
}

/** Each is one look into an index. */
const resourcesAtOnce = 50
/** How much of an id is compared: the index has 300 characters of it and of what is behind it. */
const comparedLength = 250

/** What fails for some resources, and for some that name these in another member, the most severe first. */
export async function listAbout(db: Kysely<Schema>, { organizationId, resources, limit }: About) {
  const relisting = await findRelisting(db, organizationId)
  const select = (some: readonly AboutResource[]) =>
    selectAbout(db, organizationId, some, relisting)
      .orderBy('findings.urgency')
      .orderBy('findings.dueAtMs')
      .orderBy('findings.id')
      .limit(limit)
      .execute()
  const found = new Map<string, Awaited<ReturnType<typeof select>>[number]>()
  for (let from = 0; from < resources.length; from += resourcesAtOnce)
    for (const row of await select(resources.slice(from, from + resourcesAtOnce))) found.set(row.id, row)
  return [...found.values()]
    .sort((one, other) => one.urgency - other.urgency || one.dueAtMs - other.dueAtMs || (one.id < other.id ? -1 : 1))
    .slice(0, limit)
}

function selectAbout(
  db: Kysely<Schema>,
  organizationId: string,
  resources: readonly AboutResource[],
  { isHiding, isShowing }: Relisting,
) {
  // As the index has it: the id is in the second line.
  const idAndRest = isPostgres(db)
    ? sql<string>`substr(findings.search_text, strpos(findings.search_text, chr(10)) + 1, 300)`
    : sql<string>`substr(findings.search_text, instr(findings.search_text, char(10)) + 1, 300)`
  const findIn = sql.raw(isPostgres(db) ? 'strpos' : 'instr')
  return (
    db
      .selectFrom('findings')
      .select(findingColumns)
      // An index of the organization would read over all of it.
      .where(avoidTextIndex('findings.organizationId'), '=', organizationId)
      .where('findings.listedAs', 'in', isShowing ? ['open', 'accepted', 'hidden'] : ['open', 'accepted'])
      .$if(isHiding, (query) => query.where('findings.connectionId', 'not in', selectRelisted(db, organizationId, 1)))
      .$if(isShowing, (query) =>
        query.where(({ or, eb }) =>
          or([
            eb('findings.listedAs', '<>', 'hidden'),
            eb('findings.connectionId', 'in', selectRelisted(db, organizationId, 0)),
          ]),
        ),
      )
      .where(({ and, eb, or }) =>
        or(
          resources.map(({ connectionId, id }) => {
            const start = [...`${foldSearch(id)}\n`].slice(0, comparedLength).join('')
            return and([
              eb('findings.connectionId', '=', connectionId),
              // In each, or SQLite takes no partial index.
              eb('findings.state', '<>', sql.lit('resolved')),
              eb(idAndRest, '>=', start),
              // Texts compare by bytes, and no character is behind this one.
              eb(idAndRest, '<', `${start}\u{10ffff}`),
              // Before the limit, or a hundred ids that are nearly the same would hide this one.
              eb(sql<number>`${findIn}(findings.record, ${`"id":${JSON.stringify(id)}`})`, '>', 0),
            ])
          }),
        ),
      )
  )
}
