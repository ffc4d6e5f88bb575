import { type Kysely, sql } from 'kysely'
import type { DirectorySourceStore, StoredSource, SystemSettings } from '../../../crosscheck/people/directory-store.ts'
import { parseJsonText, toJsonText } from '../../../service/store/sql/json-text.ts'
import { isOfOrganization, ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { SqlTraits } from '../../../service/store/sql/sql-traits.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { dropAllPieces } from '../../../service/store/tables/drop-pieces.ts'

export function createDirectorySourceStore(db: Kysely<Schema>, traits: SqlTraits): DirectorySourceStore {
  return {
    async list(organizationId) {
      const rows = await ofOrganization(db, organizationId)
        .selectFrom('directorySources')
        .selectAll()
        .orderBy('position')
        .orderBy('id')
        .execute()
      return rows.map(
        ({ position: _, accountsArePeople, ...row }): StoredSource => ({
          ...row,
          accountsArePeople: accountsArePeople === 1,
        }),
      )
    },
    async replace(organizationId, sources) {
      const hidden = await runInTransaction(db, async (tx) => {
        await countChange(tx, organizationId)
        await ofOrganization(tx, organizationId).deleteFrom('directorySources').execute()
        for (const [position, { accountsArePeople, ...source }] of sources.entries())
          await tx
            .insertInto('directorySources')
            .values({ ...source, organizationId, position, accountsArePeople: accountsArePeople ? 1 : 0 })
            .execute()
        const ids = sources.map(({ id }) => id)
        return ofOrganization(tx, organizationId)
          .updateTable('peopleImports')
          .set({ shown: 0 })
          .$if(ids.length > 0, (query) => query.where('sourceId', 'not in', ids))
          .returning('id')
          .execute()
      })
      const ids = hidden.map(({ id }) => id)
      // Nobody finds them any more. Retention finds leftovers.
      await dropAllPieces(db, traits, 'peopleImports', ids).catch(() => undefined)
    },
    async listSystems(organizationId) {
      const rows = await ofOrganization(db, organizationId)
        .selectFrom('directorySystems')
        .select(['connectionId', 'enforcedDomains', 'signsInBy', 'exempt'])
        .orderBy('connectionId')
        .execute()
      return rows.map(
        ({ enforcedDomains, exempt, ...row }): SystemSettings => ({
          ...row,
          enforcedDomains: parseJsonText(enforcedDomains, 'directory_systems.enforced_domains'),
          exempt: exempt === null ? null : parseJsonText(exempt, 'directory_systems.exempt'),
        }),
      )
    },
    putSystem: (organizationId, { connectionId, signsInBy, ...settings }) =>
      runInTransaction(db, async (tx) => {
        await countChange(tx, organizationId)
        const values = {
          organizationId,
          signsInBy,
          enforcedDomains: toJsonText(settings.enforcedDomains),
          exempt: settings.exempt === null ? null : toJsonText(settings.exempt),
        }
        await tx
          .insertInto('directorySystems')
          .values({ connectionId, ...values })
          .onConflict((conflict) =>
            conflict
              .column('connectionId')
              .doUpdateSet(values)
              .where(isOfOrganization('directorySystems', organizationId)),
          )
          .execute()
      }),
    listDepartures: (organizationId) =>
      ofOrganization(db, organizationId)
        .selectFrom('departures')
        .select(['personId', 'since'])
        .orderBy('personId')
        .execute(),
    replaceDepartures: (organizationId, departures) =>
      runInTransaction(db, async (tx) => {
        await countChange(tx, organizationId)
        await ofOrganization(tx, organizationId).deleteFrom('departures').execute()
        for (let from = 0; from < departures.length; from += rowsAtOnce)
          await tx
            .insertInto('departures')
            .values(departures.slice(from, from + rowsAtOnce).map((each) => ({ ...each, organizationId })))
            .execute()
      }),
    async readVersion(organizationId) {
      const row = await ofOrganization(db, organizationId)
        .selectFrom('directoryVersions')
        .select('version')
        .executeTakeFirst()
      return Number(row?.version ?? 0)
    },
  }
}

const rowsAtOnce = 200

/**
 * Within the transaction of each change. It makes other changes of the same organization wait, so that readers of a version see
 * the same rows again.
 * @returns the version that the change makes
 */
export async function countChange(tx: Kysely<Schema>, organizationId: string): Promise<number> {
  const { version } = await tx
    .insertInto('directoryVersions')
    .values({ organizationId, version: 1 })
    .onConflict((conflict) =>
      conflict.column('organizationId').doUpdateSet({ version: sql<number>`directory_versions.version + 1` }),
    )
    .returning('version')
    .executeTakeFirstOrThrow()
  return Number(version)
}
