import type { Kysely, Selectable } from 'kysely'
import type { LinkTarget } from '../../../crosscheck/define/stored-link.ts'
import { type AccountLinkStore, type LinkRecord, toRecordKey } from '../../../crosscheck/links/link-store.ts'
import { countRows } from '../../../service/store/sql/count-rows.ts'
import { insertWithin, type Room } from '../../../service/store/sql/insert-within.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import { sortNewest } from '../../../service/store/sql/older-than.ts'
import type { SqlTraits } from '../../../service/store/sql/sql-traits.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { enterLog } from '../../log/store/enter-log.ts'
import { countChange } from './directory-sources.ts'

export function createAccountLinkStore(db: Kysely<Schema>, traits: SqlTraits): AccountLinkStore {
  return {
    async list({ organizationId, connectionId, personId, by, ended = false, limit, before }) {
      let query = ofOrganization(db, organizationId)
        .selectFrom('accountLinks')
        .selectAll()
        .$call(sortNewest('createdAtMs', before))
        .limit(limit)
      if (connectionId !== undefined) query = query.where('connectionId', '=', connectionId)
      if (personId !== undefined) query = query.where('personId', '=', personId)
      if (by !== undefined) query = query.where('madeBy', '=', by)
      if (!ended) query = query.where('endedAtMs', 'is', null)
      return (await query.execute()).map(toLinkRecord)
    },
    async find(id, organizationId) {
      const row = await ofOrganization(db, organizationId)
        .selectFrom('accountLinks')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row && toLinkRecord(row)
    },
    async listOrdered({ organizationId, connectionId, of, version }, after, limit) {
      const rows = await ofOrganization(db, organizationId)
        .selectFrom('accountLinks')
        .selectAll()
        .where('connectionId', '=', connectionId)
        .where('kind', '=', of)
        .where('madeVersion', '<=', version)
        .where(({ or, eb }) => or([eb('endedVersion', 'is', null), eb('endedVersion', '>', version)]))
        .$if(after !== undefined, (query) => query.where('recordKey', '>', toRecordKey(after ?? '')))
        .orderBy('recordKey')
        .limit(limit)
        .execute()
      return rows.map(toLinkRecord)
    },
    async listPeople(organizationId, after, limit) {
      const rows = await ofOrganization(db, organizationId)
        .selectFrom('accountLinks')
        .select('personId')
        .distinct()
        .where('personId', 'is not', null)
        .where('endedAtMs', 'is', null)
        .$if(after !== undefined, (query) => query.where('personId', '>', after ?? ''))
        .orderBy('personId')
        .limit(limit)
        .execute()
      return rows.flatMap(({ personId }) => personId ?? [])
    },
    put: (organizationId, links) =>
      runInTransaction(db, async (tx) => {
        const version = await countChange(tx, organizationId)
        for (const link of links) {
          await ofOrganization(tx, organizationId)
            .updateTable('accountLinks')
            .set({ endedAtMs: link.createdAtMs, endedBy: link.actor ?? null, endedVersion: version })
            .where('connectionId', '=', link.connectionId)
            .where('kind', '=', link.of)
            .where('recordKey', '=', toRecordKey(link.recordId))
            .where('endedAtMs', 'is', null)
            .execute()
          await tx
            .insertInto('accountLinks')
            .values(toRow(organizationId, link, version))
            .execute()
        }
        await enterLinks(tx, { organizationId, version, atMs: links[0]?.createdAtMs, content: { made: links } })
      }),
    fill: (organizationId, links, { today, nowMs }) =>
      runInTransaction(db, async (tx) => {
        const version = await countChange(tx, organizationId)
        for (const each of Map.groupBy(links, ({ connectionId, of }) => `${connectionId}/${of}`).values())
          await ofOrganization(tx, organizationId)
            .updateTable('accountLinks')
            .set({ endedAtMs: nowMs, endedBy: null, endedVersion: version })
            .where('connectionId', '=', each[0]?.connectionId ?? '')
            .where('kind', '=', each[0]?.of ?? 'account')
            .where(
              'recordKey',
              'in',
              each.map(({ recordId }) => toRecordKey(recordId)),
            )
            .where('endedAtMs', 'is', null)
            // Days compare as text.
            .where('expires', '<', today)
            .execute()
        const inserted = await tx
          .insertInto('accountLinks')
          .values(links.map((link) => toRow(organizationId, link, version)))
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow()
        const made = Number(inserted.numInsertedOrUpdatedRows ?? 0n)
        if (made > 0) await enterLinks(tx, { organizationId, version, atMs: nowMs, content: { made: links } })
        return made
      }),
    end: ({ id, organizationId }, { atMs, by }) =>
      runInTransaction(db, async (tx) => {
        const version = await countChange(tx, organizationId)
        const ended = await ofOrganization(tx, organizationId)
          .updateTable('accountLinks')
          .set({ endedAtMs: atMs, endedBy: by, endedVersion: version })
          .where('id', '=', id)
          .where('endedAtMs', 'is', null)
          .executeTakeFirstOrThrow()
        if (ended.numUpdatedRows > 0n) await enterLinks(tx, { organizationId, version, atMs, content: { ended: id } })
        return ended.numUpdatedRows > 0n
      }),
    listAliases: (organizationId) =>
      ofOrganization(db, organizationId)
        .selectFrom('confirmedAliases')
        .selectAll()
        .where('endedAtMs', 'is', null)
        .orderBy('createdAtMs')
        .orderBy('id')
        .execute(),
    insertAlias: async (alias, max = Number.POSITIVE_INFINITY) => {
      const { organizationId, createdAtMs: atMs } = alias
      const listInForce = (tx: Kysely<Schema>) =>
        ofOrganization(tx, organizationId).selectFrom('confirmedAliases').where('endedAtMs', 'is', null)
      const room: Room = {
        turn: `confirmed aliases ${organizationId}`,
        max,
        count: (tx) => countRows(tx, listInForce(tx), max),
      }
      const isMade = await insertWithin(db, traits, room, async (tx) => {
        const version = await countChange(tx, organizationId)
        await tx.insertInto('confirmedAliases').values(alias).execute()
        await enterLinks(tx, { organizationId, version, atMs, content: { alias } })
        return true
      })
      return isMade === true
    },
    endAlias: ({ id, organizationId }, { atMs, by }) =>
      runInTransaction(db, async (tx) => {
        const version = await countChange(tx, organizationId)
        const ended = await ofOrganization(tx, organizationId)
          .updateTable('confirmedAliases')
          .set({ endedAtMs: atMs, endedBy: by })
          .where('id', '=', id)
          .where('endedAtMs', 'is', null)
          .executeTakeFirstOrThrow()
        if (ended.numUpdatedRows > 0n)
          await enterLinks(tx, { organizationId, version, atMs, content: { endedAlias: id } })
        return ended.numUpdatedRows > 0n
      }),
  }
}

/** One entry for a change of any number of links. Nothing where there was none. */
export async function enterLinks(
  tx: Kysely<Schema>,
  change: { organizationId: string; version: number; atMs: number | undefined; content: object },
): Promise<void> {
  const { organizationId, version, atMs, content } = change
  if (atMs === undefined) return
  await enterLog(tx, { kind: 'links.changed', organizationId, subject: String(version), atMs, content })
}

function toRow(
  organizationId: string,
  { of, by, at: _, to, recordId, actor, reason, expires, despite, ...link }: LinkRecord,
  madeVersion: number,
) {
  return {
    ...link,
    organizationId,
    kind: of,
    madeBy: by,
    recordId,
    recordKey: toRecordKey(recordId),
    target: to.is,
    personId: to.is === 'person' ? to.personId : to.is === 'service' ? to.ownerId : null,
    actor: actor ?? null,
    reason: reason ?? null,
    expires: expires ?? null,
    despite: despite ?? null,
    madeVersion,
    endedVersion: null,
  }
}

function toLinkRecord(row: Selectable<Schema['accountLinks']>): LinkRecord {
  const { kind, madeBy, recordKey: _key, madeVersion: _made, endedVersion: _ended, ...rest } = row
  const { target, personId, actor, reason, expires, despite, ...link } = rest
  return {
    ...link,
    of: kind,
    by: madeBy,
    to: toTarget(target, personId),
    at: new Date(row.createdAtMs).toISOString(),
    actor: actor ?? undefined,
    reason: reason ?? undefined,
    expires: expires ?? undefined,
    despite: despite ?? undefined,
  }
}

function toTarget(target: LinkTarget['is'], personId: string | null): LinkTarget {
  if (target === 'person') return { is: 'person', personId: personId ?? '' }
  return target === 'service' ? { is: 'service', ownerId: personId ?? '' } : { is: 'out-of-scope' }
}
