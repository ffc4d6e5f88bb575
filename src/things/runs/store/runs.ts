import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { RunOutcome, RunRecord, RunStore } from '../../../checks/runs/run-store.ts'
import { toStoredHead } from '../../../crosscheck/run/cross-check-to-run.ts'
import { mayBeStored, StoreError } from '../../../errors/index.ts'
import { runBundleForm } from '../../../service/files/evidence-uploads.ts'
import { toJsonText } from '../../../service/store/sql/json-text.ts'
import { isOfOrganization, ofOrganization } from '../../../service/store/sql/of-organization.ts'
import { sortNewest } from '../../../service/store/sql/older-than.ts'
import { type Placeholders, prepareStatement } from '../../../service/store/sql/prepare-statement.ts'
import { sendTogether } from '../../../service/store/sql/send-together.ts'
import { SharedTransactions } from '../../../service/store/sql/shared-transactions.ts'
import type { SqlTraits } from '../../../service/store/sql/sql-traits.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { dropAllPieces } from '../../../service/store/tables/drop-pieces.ts'
import { insertFile } from '../../../service/store/tables/files.ts'
import { foldTallies } from '../../../service/store/tables/tallies.ts'
import { omitUndefined } from '../../../text/omit-undefined.ts'
import { showInventories } from '../../inventories/store/inventories.ts'
import { enterLog } from '../../log/store/enter-log.ts'
import { saveCheckStates } from './check-state.ts'
import { toBeginning } from './insert-run.ts'
import { findRecordedRun, listRecordedRuns, openRecordedRun } from './results.ts'
import type { RunHooks } from './run-ended.ts'
import { createExecutor } from './run-jobs.ts'
import { dropSet, showResults, stageResults } from './staged-results.ts'
import { findAudience, tellFinished } from './tell-finished.ts'
import { tellWaiting } from './tell-waiting.ts'

const LISTED_RUNS = 100
/** After so many runs, so that each pays little for it, and nobody reads many rows. */
const foldedAfter = 256

/** @param followers tables of what may follow runs: the statement that ends one looks into them, and nobody asks again */
export function createRunStore(
  db: Kysely<Schema>,
  traits: SqlTraits,
  hooks: RunHooks,
  followers: readonly string[],
): RunStore {
  const endings = new SharedTransactions(db)
  const endRow = prepareEnd(followers)
  let ended = 0
  return {
    async insert(run) {
      await runInTransaction(db, async (tx) => {
        await tx
          .insertInto('runs')
          .values({ ...run, scoped: run.scoped ? 1 : 0 })
          .execute()
        await enterLog(tx, toBeginning(run))
      })
    },
    async finish(
      id,
      {
        status,
        finishedAtMs,
        run,
        bundle,
        connectorChecks,
        checks = [],
        isUndecided,
        attempt,
        states = new Map(),
        inventories = [],
        settle,
      },
    ) {
      const staged = await stageResults(db, { runId: id, stagedAtMs: finishedAtMs, run })
      const head = toJsonText(toStoredHead(run.head))
      let hidden: readonly string[] = []
      let organization = ''
      try {
        const write = async (tx: Kysely<Schema>) => {
          const { hasNext, of } = await endRun(tx, endRow, { id, status, finishedAtMs, attempt })
          const { organizationId, connectionId } = of
          organization = organizationId
          const { scoped } = run.head
          const audience = findAudience(tx, of)
          const ended = {
            ...of,
            ...staged,
            finishedAtMs,
            head: run.head,
            connectorChecks,
            checks,
            isUndecided,
            audience,
          }
          const facts = omitUndefined({ status, manifest: bundle?.manifestSha256 })
          // At once: what notes failures reads results that were sent before.
          const [, , , , replaced] = await sendTogether([
            settle?.({ hasNext }, createExecutor(tx)),
            showResults(tx, staged, { runId: id, stagedAtMs: finishedAtMs, head }),
            audience,
            hooks['run.ended'](tx, ended),
            showInventories(tx, of, inventories),
            scoped || saveCheckStates(tx, connectionId, states),
            bundle && insertBundle(tx, { id, organizationId, finishedAtMs }, bundle),
            enterLog(tx, { kind: 'run.ended', organizationId, subject: id, atMs: finishedAtMs, facts }),
          ])
          hidden = replaced
          await tellFinished(ended)
        }
        // One with many results takes its time, and others do not wait for it.
        await (staged.isBegun ? runInTransaction(db, write) : endings.run(write))
      } catch (error) {
        // Retention finds leftovers.
        if (staged.isBegun && !mayBeStored(error)) await dropSet(db, staged.setId).catch(() => undefined)
        throw error
      }
      // The run has ended. Retention finds leftovers.
      await dropAllPieces(db, traits, 'inventories', hidden).catch(() => undefined)
      // An organization with many runs comes up often.
      if (++ended % foldedAfter === 0) await foldTallies(db, organization).catch(() => undefined)
      return openRecordedRun(db, { id: staged.setId, head, places: staged.places })
    },
    async find(id, organizationId) {
      const row = await db
        .selectFrom('runs')
        .selectAll()
        .where('id', '=', id)
        .$if(organizationId !== undefined, (query) => query.where(isOfOrganization('runs', organizationId ?? '')))
        .executeTakeFirst()
      return row && toRunRecord(row)
    },
    findRecorded: (id) => findRecordedRun(db, id),
    listRecorded: (checks) => listRecordedRuns(db, checks),
    async list({ organizationId, connectionId, connectorId, crossCheckId, status, limit, before, within }) {
      const rows = await ofOrganization(db, organizationId)
        .selectFrom('runs')
        .selectAll()
        .$if(connectionId !== undefined, (query) => query.where('connectionId', '=', connectionId ?? ''))
        .$if(connectorId !== undefined, (query) => query.where('connectorId', '=', connectorId ?? ''))
        .$if(crossCheckId !== undefined, (query) => query.where('crossCheckId', '=', crossCheckId ?? ''))
        .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'error'))
        .$if(within !== undefined, (query) =>
          query.where('startedAtMs', '>=', within?.fromMs ?? 0).where('startedAtMs', '<=', within?.toMs ?? 0),
        )
        .$call(sortNewest('startedAtMs', before))
        .limit(limit ?? LISTED_RUNS)
        .execute()
      return rows.map(toRunRecord)
    },
  }
}

interface RunEnd extends Pick<RunOutcome, 'status' | 'finishedAtMs' | 'attempt'> {
  readonly id: string
}

type EndedRow = Pick<RunEnd, 'id' | 'status' | 'finishedAtMs'> & { readonly attempt: number | null }

/** @param followers tables of which it says whether the organization has rows in them */
const prepareEnd = (followers: readonly string[]) =>
  prepareStatement((db, params: Placeholders<EndedRow>) =>
    db
      .updateTable('runs')
      .set({ status: params('status'), finishedAtMs: params('finishedAtMs') })
      .where('id', '=', params('id'))
      .where('finishedAtMs', 'is', null)
      .where('attempts', '=', ({ fn, ref }) => fn.coalesce(params('attempt'), ref('attempts')))
      .returning(['id as runId', 'organizationId', 'connectionId', 'connectorId'])
      .returning(({ selectFrom }) =>
        selectFrom('runJobs')
          .select('runJobs.runId')
          .whereRef('runJobs.connectionId', '=', 'runs.connectionId')
          .whereRef('runJobs.runId', '<>', 'runs.id')
          .limit(1)
          .as('next'),
      )
      .returning(joinFollowers(followers).as('followers')),
  )

/** The names of those tables in which the organization of the run has rows, each with a space behind it. */
function joinFollowers(tables: readonly string[]): RawBuilder<string> {
  const found = tables.map(
    (table) =>
      sql`case when exists (select 1 from ${sql.table(table)} as f where f.organization_id = runs.organization_id) then ${sql.lit(`${table} `)} else '' end`,
  )
  return found.length === 0 ? sql`''` : sql`${sql.join(found, sql` || `)}`
}

const deleteJob = prepareStatement((db, params: Placeholders<Pick<RunEnd, 'id'>>) =>
  db.deleteFrom('runJobs').where('runId', '=', params('id')),
)

/** @throws StoreError `NOT_FOUND`; `STORE_CONFLICT` when it has ended, or in another attempt */
async function endRun(
  tx: Kysely<Schema>,
  endRow: ReturnType<typeof prepareEnd>,
  { id, status, finishedAtMs, attempt }: RunEnd,
) {
  const [[run]] = await sendTogether([
    endRow(tx, { id, status, finishedAtMs, attempt: attempt ?? null }),
    deleteJob(tx, { id }),
  ])
  if (run === undefined) throw await explainUnended(tx, id)
  const { next, followers, ...of } = run
  if (next !== null) await tellWaiting(tx)
  return { of: { ...of, followers: new Set(followers.split(' ')) }, hasNext: next !== null }
}

async function insertBundle(
  tx: Kysely<Schema>,
  { id, organizationId, finishedAtMs }: Pick<RunEnd, 'id' | 'finishedAtMs'> & { readonly organizationId: string },
  { manifestSha256: _, ...file }: NonNullable<RunOutcome['bundle']>,
): Promise<void> {
  await insertFile(tx, { ...file, id, organizationId, userId: null, createdAtMs: finishedAtMs })
  await tx
    .insertInto('evidenceUploads')
    .values({ fileId: id, organizationId, formType: runBundleForm, createdAtMs: finishedAtMs })
    .execute()
}

async function explainUnended(db: Kysely<Schema>, id: string): Promise<StoreError> {
  const run = await db.selectFrom('runs').select('finishedAtMs').where('id', '=', id).executeTakeFirst()
  if (run === undefined) return new StoreError(`There is no run ${id}.`, { code: 'NOT_FOUND' })
  const text =
    run.finishedAtMs === null
      ? `Run ${id} was taken over by another process. The result of that process counts.`
      : `Run ${id} has already ended. Its result did not change.`
  return new StoreError(text, { code: 'STORE_CONFLICT' })
}

function toRunRecord({ scoped, ...row }: Selectable<Schema['runs']>): RunRecord {
  return { ...row, scoped: scoped === 1 }
}
