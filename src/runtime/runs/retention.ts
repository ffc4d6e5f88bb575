import { randomUUID } from 'node:crypto'
import { tryLease } from '../../auth/lease.ts'
import { Ticker } from '../../engine/ticker.ts'
import type { ObjectStore } from '../../workspace/files/objects.ts'
import { toEvidenceLease } from '../packages/evidence-lease.ts'
import { type RuntimeParts, readErrorCodeForLog } from '../runtime-parts.ts'

/** The deleted things. */
export interface DeletedCounts {
  readonly runs: number
  readonly auditEntries: number
  readonly inventories: number
  /** Sets of results without a run, and hidden inventories: from processes that ended while they wrote. */
  readonly leftovers: number
  /** Files without a row. */
  readonly objects: number
}

type RetentionParts = Pick<RuntimeParts, 'store' | 'clock' | 'options' | 'closing'> & { readonly objects: ObjectStore }

const batch = 100
const objectAgeMs = 24 * 3_600_000

/**
 * Deletes what is past its retention time, in pieces, so that other writers get their turn in between. The newest run
 * of a connection and those that hold the newest outcome of a check stay, however old; findings and their history stay.
 * Stops early when the runtime closes, and continues the next time.
 */
async function applyRetention({ store, clock, options, closing, objects }: RetentionParts): Promise<DeletedCounts> {
  const { retention } = store
  const { runs = {}, audit = {}, inventories = {} } = options.retention ?? {}
  const ageLimit = (maxAgeMs: number | undefined) => (maxAgeMs === undefined ? undefined : clock.nowMs() - maxAgeMs)
  const deleted = { runs: 0, auditEntries: 0, inventories: 0, leftovers: 0, objects: 0 }
  const allOf = async (piece: () => Promise<number>) => {
    let all = 0
    for (let done = batch; done >= batch && !closing.aborted; all += done) done = await piece()
    return all
  }

  deleted.leftovers = await allOf(() => retention.deleteLeftovers(batch))
  deleted.leftovers += await allOf(() => store.inventories.dropLeftovers(batch))
  const readBeforeMs = ageLimit(inventories.maxAgeMs)
  if (readBeforeMs !== undefined)
    deleted.inventories = await allOf(() => store.inventories.dropOlder(readBeforeMs, batch))
  if (runs.maxAgeMs !== undefined || runs.maxPerConnection !== undefined) {
    for await (const subject of listAllSubjects(retention)) {
      const { organizationId, ...of } = subject
      const deleteSome = async () => {
        const ids = await retention.listDeletableRuns({
          ...of,
          startedBeforeMs: ageLimit(runs.maxAgeMs),
          keptRuns: runs.maxPerConnection,
          limit: batch,
        })
        for (const id of ids) {
          if (closing.aborted) return 0
          // The row first: the next sweep finds bytes without a row.
          const bundle = await retention.takeBundle(id)
          if (bundle) await objects.delete({ organizationId: bundle.organizationId, key: bundle.objectKey })
          await retention.deleteRun(id)
        }
        return ids.length
      }
      // While a package is being made of these runs, they wait for the next sweep.
      deleted.runs += await allOf(
        async () => (await tryLease(store.leases, clock, toEvidenceLease(organizationId), deleteSome)) ?? 0,
      )
      if (closing.aborted) return deleted
    }
  }
  const auditBeforeMs = ageLimit(audit.maxAgeMs)
  if (auditBeforeMs !== undefined) {
    for (const { id } of await store.organizations.list())
      deleted.auditEntries += await allOf(() => retention.deleteAudit(id, auditBeforeMs, batch))
  }
  // A file is written before its row.
  if (!closing.aborted)
    deleted.objects =
      (await objects.sweep?.((keys) => retention.findNamedObjects(keys), { olderThanMs: objectAgeMs })) ?? 0
  return deleted
}

const dailyMs = 20 * 3_600_000
const hourMs = 3_600_000

/** Applies retention once a day, in one of the processes on the store. */
export function startRetention(parts: RetentionParts & Pick<RuntimeParts, 'logger'>): { stop(): Promise<void> } {
  const { store, clock, logger, options, closing } = parts
  const [name, owner] = ['retention', randomUUID()]
  const ticker = new Ticker(
    async () => {
      // Not released when all is done: the lock shows that today's sweep is complete.
      if (!(await store.leases.acquire(name, owner, dailyMs, clock.nowMs()))) return
      let isDone = false
      try {
        const deleted = await applyRetention(parts)
        isDone = !closing.aborted
        logger.info(deleted, 'Retention applied')
      } finally {
        if (!isDone) await store.leases.release(name, owner)
      }
    },
    (error) => logger.warn({ code: readErrorCodeForLog(error) }, 'Retention could not be applied'),
  )
  // A command that lives for seconds does not sweep.
  if (options.retention) ticker.trigger()
  ticker.start(hourMs)
  return ticker
}

async function* listAllSubjects({ listConnectionsAfter, listSubjectsOf }: RuntimeParts['store']['retention']) {
  for (let after = ''; ; ) {
    const page = await listConnectionsAfter(after, batch)
    for (const row of page)
      for (const subject of await listSubjectsOf(row)) yield { ...subject, organizationId: row.organizationId }
    if (page.length < batch) return
    after = page.at(-1)?.id ?? ''
  }
}
