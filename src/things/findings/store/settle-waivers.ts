import { type Kysely, type Selectable, sql } from 'kysely'
import {
  dependsOnChecks,
  digestChecks,
  indexWaivers,
  listScopes,
  type WaiverSettlement,
} from '../../../checks/waivers/waiver-index.ts'
import type { Waiver } from '../../../define/index.ts'
import { isPostgres } from '../../../service/store/sql/is-postgres.ts'
import { parseJsonText } from '../../../service/store/sql/json-text.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { SqlTraits } from '../../../service/store/sql/sql-traits.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { lockWaivers, toStoredWaiver } from '../../waivers/store/waivers.ts'
import { lockConnections, unsettleErrors, unsettleOutcomes } from '../tallies/decided-outcomes.ts'
import { selectRelisted } from '../tallies/relisted-findings.ts'

/** Literally as in the partial indexes, because databases would not use them with a parameter. */
const resolved = sql.lit('resolved' as const)
const pageRows = 500

/**
 * Each finding that fails names the waiver that covers it, so that lists need not ask all waivers about all findings. That changes when
 * a waiver is made, revoked or over, or covers other checks than before. Whoever reads findings settles them first, and mostly nothing
 * has changed. What a run opens, it settles itself (`settleOpened`).
 */
export async function settleWaivers(db: Kysely<Schema>, traits: SqlTraits, of: WaiverSettlement): Promise<void> {
  for (;;) {
    const due = await listDue(db, of)
    if (due.length === 0) return
    const judge = await openJudge(db, of)
    const liveIds = judge?.ids ?? new Set()
    const settlePlaces = async (places: readonly CoveredPlace[]) => {
      // Waivers of one connector may cover the same findings, which are looked at once.
      for (const place of new Map(places.map((each) => [JSON.stringify(each), each])).values())
        for await (const rows of listPages(db, of.organizationId, place)) {
          const ids = rows.filter((row) => (judge?.choose(row) ?? null) !== row.waiverId).map(({ id }) => id)
          if (ids.length > 0) await runInTransaction(db, (tx) => settleSome(tx, traits, of, ids))
        }
    }
    await settlePlaces(due.flatMap((waiver) => listPlaces(waiver, liveIds.has(waiver.id))))
    // Meanwhile, theirs go from one list to another.
    await settlePlaces(await selectRelisted(db, of.organizationId, 0).execute())
    await runInTransaction(db, (tx) => finish(tx, traits, of, { due, liveIds }))
  }
}

/**
 * The same for what a run has opened, in its transaction. Who makes or revokes a waiver waits for it (`lockWaivers`), so that neither misses
 * what the other writes.
 */
export async function settleOpened(
  tx: Kysely<Schema>,
  run: WaiverSettlement & { readonly connectionId: string; readonly runId: string },
): Promise<void> {
  if (isPostgres(tx))
    await tx.selectFrom('organizations').select('id').where('id', '=', run.organizationId).forKeyShare().execute()
  const judge = await openJudge(tx, run)
  if (judge === undefined) return
  for await (const rows of listPages(tx, run.organizationId, { connectionId: run.connectionId })) {
    const opened = rows.filter(({ runId, waiverId }) => runId === run.runId && waiverId === null)
    await saveWaivers(tx, run.organizationId, opened, judge)
  }
}

type DueWaiver = Pick<Selectable<Schema['waivers']>, 'id' | 'waiver'>

/** Those that were made, revoked or over since findings were settled by them, or that depend on checks that have changed since. */
async function listDue(
  db: Kysely<Schema>,
  { organizationId, nowMs, connectors }: WaiverSettlement,
): Promise<readonly DueWaiver[]> {
  const settled = ofOrganization(db, organizationId)
    .selectFrom('waivers')
    .select(['id', 'waiver'])
    .where('settleAtMs', 'is not', null)
    .limit(pageRows)
  const dependent = settled.where('settledBy', 'is not', null).where('settleAtMs', '>', nowMs)
  const [due, some] = await Promise.all([
    settled.where('settleAtMs', '<=', nowMs).execute(),
    dependent.limit(1).execute(),
  ])
  // Mostly none depends on checks, and their digest takes longer than the questions.
  if (some.length === 0) return due
  return [...due, ...(await dependent.where('settledBy', '<>', digestChecks(connectors)).execute())]
}

/**
 * Which waiver covers a finding, by those in force. A process, such as a command, may not have all connectors. Of one that it does not have,
 * it decides by the waivers alone that name checks, and what depends on the checks stays. undefined: there are none
 */
async function openJudge(db: Kysely<Schema>, { organizationId, nowMs, connectors }: WaiverSettlement) {
  const rows = await ofOrganization(db, organizationId)
    .selectFrom('waivers')
    .selectAll()
    .where('revokedAtMs', 'is', null)
    .where('expiresAtMs', '>=', nowMs)
    .where('settleAtMs', 'is not', null)
    .orderBy('createdAtMs', 'desc')
    .orderBy('id', 'desc')
    .execute()
  if (rows.length === 0) return undefined
  const waivers = new Map(rows.map(toStoredWaiver).map(({ id, waiver }) => [waiver, id]))
  const open = (some: readonly Waiver[]) => indexWaivers(some, connectors, new Date(nowMs))
  const all = [...waivers.keys()]
  const liveIds = open(all)
  const known = new Set(connectors.map(({ id }) => id))
  const dependent = new Set(all.filter(dependsOnChecks).map((waiver) => waivers.get(waiver)))
  const independent = open(all.filter((waiver) => !dependsOnChecks(waiver)))
  return {
    ids: new Set(waivers.values()),
    choose({ record, waiverId, ...row }: FailingRow): string | null {
      const isKnown = known.has(row.connectorId)
      if (!isKnown && waiverId !== null && dependent.has(waiverId)) return waiverId
      const { resource } = parseJsonText(record, 'findings.record')
      const waiver = (isKnown ? liveIds : independent).find({ ...row, resource })
      return (waiver && waivers.get(waiver)) ?? null
    },
  }
}

type WaiverJudge = NonNullable<Awaited<ReturnType<typeof openJudge>>>

/** Where findings are that a waiver covers, or did. */
type CoveredPlace =
  | { readonly waiverId: string }
  | { readonly connectionId: string; readonly connectorIds?: readonly string[] | undefined }
  | {
      readonly list: (typeof failingLists)[number]
      readonly connectorId?: string | undefined
      readonly checkId?: string | undefined
    }

const failingLists = ['open', 'accepted', 'hidden'] as const

function listPlaces({ id, waiver: text }: DueWaiver, isInForce: boolean): readonly CoveredPlace[] {
  const named = { waiverId: id }
  if (!isInForce) return [named]
  const scopes = listScopes(parseJsonText(text, 'waivers.waiver')).flatMap(
    ({ connectorIds = [undefined], checkIds = [undefined], connectionIds }): readonly CoveredPlace[] =>
      connectionIds?.map((connectionId) => ({ connectionId })) ??
      failingLists.flatMap((list) =>
        connectorIds.flatMap((connectorId) =>
          // Without a connector there is no index of checks.
          (connectorId === undefined ? [undefined] : checkIds).map((checkId) => ({ list, connectorId, checkId })),
        ),
      ),
  )
  return [named, ...scopes]
}

type FailingRow = Pick<
  Selectable<Schema['findings']>,
  'id' | 'connectorId' | 'connectionId' | 'checkId' | 'waiverId' | 'runId' | 'record'
>

/**
 * What fails there, in an order that an index has. A result that needs review is accepted by a judgement: a waiver covers what checks see
 * failing alone.
 */
async function* listPages(
  db: Kysely<Schema>,
  organizationId: string,
  place: CoveredPlace,
): AsyncGenerator<readonly FailingRow[]> {
  let query = ofOrganization(db, organizationId)
    .selectFrom('findings')
    .select(['id', 'connectorId', 'connectionId', 'checkId', 'waiverId', 'runId', 'record', 'changedAtMs'])
    .where('state', '<>', resolved)
    .where('judgementId', 'is', null)
    .limit(pageRows)
  if ('waiverId' in place) query = query.where('waiverId', '=', place.waiverId).orderBy('id')
  else {
    query = query.orderBy('changedAtMs').orderBy('id')
    if ('connectionId' in place) query = query.where('connectionId', '=', place.connectionId)
    else {
      const { list, connectorId, checkId } = place
      query = query.where('listedAs', '=', list)
      if (connectorId !== undefined) query = query.where('connectorId', '=', connectorId)
      if (checkId !== undefined) query = query.where('checkId', '=', checkId)
    }
  }
  for (let last: { readonly id: string; readonly changedAtMs: number } | undefined; ; ) {
    const behind =
      last === undefined
        ? query
        : 'waiverId' in place
          ? query.where('id', '>', last.id)
          : query.where(sql<boolean>`(changed_at_ms, id) > (${last.changedAtMs}, ${last.id})`)
    const page = await behind.execute()
    yield page
    if (page.length < pageRows) return
    last = page.at(-1)
  }
}

/** Those that seem to have changed. One at a time settles findings of an organization, by the waivers that it sees then. */
async function settleSome(
  tx: Kysely<Schema>,
  traits: SqlTraits,
  of: WaiverSettlement,
  ids: readonly string[],
): Promise<void> {
  await traits.takeTurn(tx, `waivers ${of.organizationId}`)
  const judge = await openJudge(tx, of)
  const places = await tx.selectFrom('findings').select('connectionId').distinct().where('id', 'in', ids).execute()
  // Whoever changes outcomes and findings holds the connection first.
  await lockConnections(
    tx,
    places.map(({ connectionId }) => connectionId),
  )
  const rows = await tx
    .selectFrom('findings')
    .select(['id', 'connectorId', 'connectionId', 'checkId', 'waiverId', 'runId', 'record'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  await saveWaivers(tx, of.organizationId, rows, judge)
}

async function saveWaivers(
  tx: Kysely<Schema>,
  organizationId: string,
  rows: readonly FailingRow[],
  judge: WaiverJudge | undefined,
): Promise<void> {
  const changed = rows
    .map(({ id, connectionId, checkId, ...row }) => ({
      id,
      connectionId,
      checkId,
      before: row.waiverId,
      waiverId: judge?.choose({ id, connectionId, checkId, ...row }) ?? null,
    }))
    .filter(({ before, waiverId }) => before !== waiverId)
  await unsettleOutcomes(tx, { organizationId, outcomes: changed })
  for (const [waiverId, same] of Map.groupBy(changed, (row) => row.waiverId))
    await tx
      .updateTable('findings')
      .set({ waiverId })
      .where(
        'id',
        'in',
        same.map(({ id }) => id),
      )
      .where('state', '<>', resolved)
      .where('judgementId', 'is', null)
      .execute()
}

/** A waiver that is over stays due if a run that saw it in force has ended since. */
async function finish(
  tx: Kysely<Schema>,
  traits: SqlTraits,
  { organizationId, connectors }: WaiverSettlement,
  { due, liveIds }: { readonly due: readonly DueWaiver[]; readonly liveIds: ReadonlySet<string> },
): Promise<void> {
  await traits.takeTurn(tx, `waivers ${organizationId}`)
  await unsettleErrors(tx, organizationId)
  const [inForce, over] = [
    due.filter(({ id }) => liveIds.has(id)),
    due.filter(({ id }) => !liveIds.has(id)).map(({ id }) => id),
  ]
  const byDependence = Map.groupBy(inForce, ({ waiver }) => dependsOnChecks(parseJsonText(waiver, 'waivers.waiver')))
  for (const [isDependent, waivers] of byDependence)
    await tx
      .updateTable('waivers')
      .set(({ eb }) => ({
        settleAtMs: eb('expiresAtMs', '+', 1),
        settledBy: isDependent ? digestChecks(connectors) : null,
      }))
      .where(
        'id',
        'in',
        waivers.map(({ id }) => id),
      )
      .where('revokedAtMs', 'is', null)
      .execute()
  if (over.length === 0) return
  await lockWaivers(tx, organizationId)
  const left = await tx
    .selectFrom('findings')
    .select('id')
    .where('waiverId', 'in', over)
    .where('state', '<>', resolved)
    .limit(1)
    .executeTakeFirst()
  if (left === undefined)
    await tx.updateTable('waivers').set({ settleAtMs: null, settledBy: null }).where('id', 'in', over).execute()
}
