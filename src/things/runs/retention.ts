import { randomUUID } from 'node:crypto'
import { leaseTtlMs, tryLease } from '../../auth/lease.ts'
import type { RetentionScope, RunPlace, RunSubject } from '../../checks/runs/retention-store.ts'
import type { ObjectStore } from '../../service/files/objects.ts'
import { Sweeper, type Take } from '../../service/queue/sweeper.ts'
import { Ticker } from '../../service/queue/ticker.ts'
import { type RuntimeParts, readErrorCodeForLog } from '../parts/runtime-parts.ts'
import { toEvidenceLease } from './evidence-lease.ts'

/** The deleted things. */
export interface DeletedCounts {
  readonly runs: number
  readonly auditEntries: number
  readonly inventories: number
  /** Hidden results, inventories, imports, views and access reviews: from processes that ended while they wrote or deleted them. */
  readonly leftovers: number
  /** Files without a row. */
  readonly objects: number
}

type RetentionParts = Pick<RuntimeParts, 'store' | 'clock' | 'options'> & { readonly objects: ObjectStore }

const connectionsAtOnce = 100
/** Of a run with results, at least. */
const rowsOfRun = 3
/** A process that writes for longer has ended. */
const leftoverMs = 3_600_000
const objectAgeMs = 24 * 3_600_000
/** Whoever makes a package of the organization waits for it, and asks again within the pause. */
const pauseMsMax = 1_000
const pauseMs = 500

/**
 * Deletes what is past its retention time, oldest first. The newest run of a connection and those that hold the newest
 * outcome of a check stay, however old; findings and their history stay. Stops when the sweeper does, and begins again the next time
 * with what is left.
 */
async function applyRetention(parts: RetentionParts, sweeper: Sweeper): Promise<DeletedCounts> {
  const { store, clock, options } = parts
  const { retention } = store
  const { runs = {}, audit = {}, inventories = {} } = options.retention ?? {}
  const ageLimit = (maxAgeMs: number | undefined) => (maxAgeMs === undefined ? undefined : clock.nowMs() - maxAgeMs)
  const deleted = { runs: 0, auditEntries: 0, inventories: 0, leftovers: 0, objects: 0 }

  deleted.leftovers = await sweeper.takeAll((rows) => retention.deleteLeftovers(rows))
  deleted.leftovers += await sweeper.takeAll((rows) => store.inventories.dropLeftovers(rows))
  const leftBeforeMs = clock.nowMs() - leftoverMs
  for (const people of [store.importedPeople, store.peopleViews, store.accessReviews])
    deleted.leftovers += await sweeper.takeAll((rows) => people.dropLeftovers(leftBeforeMs, rows))
  const readBeforeMs = ageLimit(inventories.maxAgeMs)
  if (readBeforeMs !== undefined) {
    deleted.inventories = await sweeper.takeAll((rows) => store.inventories.hideOlder(readBeforeMs, rows))
    await sweeper.takeAll((rows) => store.inventories.dropLeftovers(rows))
  }
  const startedBeforeMs = ageLimit(runs.maxAgeMs)
  const auditBeforeMs = ageLimit(audit.maxAgeMs)
  const takes = { sweeper, judge: sweeper.begin(), erase: sweeper.begin() }
  for await (const organizationId of listOrganizations(parts, sweeper)) {
    if (startedBeforeMs !== undefined)
      deleted.runs += await deleteRuns(parts, takes, {
        of: { organizationId },
        organizationId,
        throughMs: startedBeforeMs - 1,
      })
    if (auditBeforeMs !== undefined)
      deleted.auditEntries += await sweeper.takeAll((rows) =>
        retention.deleteAudit(organizationId, auditBeforeMs, rows),
      )
  }
  if (runs.maxPerConnection !== undefined) deleted.runs += await deleteSurplus(parts, takes, runs.maxPerConnection)
  deleted.objects = await sweepObjects(parts, sweeper)
  return deleted
}

/** Ids, a page at a time. */
async function* listOrganizations(
  { store }: RetentionParts,
  sweeper: Sweeper,
): AsyncGenerator<string, void, undefined> {
  const take = sweeper.begin()
  for (let after = '', page: readonly string[] = []; ; after = page.at(-1) ?? '') {
    await take(async (limit) => {
      page = await store.retention.listOrganizationsAfter(after, limit)
      return { rows: page.length, gone: 0 }
    })
    if (page.length === 0 || sweeper.isStopped) return
    yield* page
  }
}

/** Deletes files without a row. A file is written before its row. @returns how many */
async function sweepObjects({ store: { retention }, objects }: RetentionParts, sweeper: Sweeper): Promise<number> {
  if (!objects.sweep) return 0
  const namedOf = retention.findNamedObjects.bind(retention)
  const take = sweeper.begin()
  let gone = 0
  for (let after: string | undefined, isOver = false; !isOver && !sweeper.isStopped; )
    await take(async (limit) => {
      const swept = await objects.sweep?.(namedOf, { after, limit, olderThanMs: objectAgeMs })
      after = swept?.last
      isOver = after === undefined
      gone += swept?.gone ?? 0
      return { rows: limit, gone: swept?.gone ?? 0 }
    })
  return gone
}

interface Takes {
  readonly sweeper: Sweeper
  /** Looks at runs. */
  readonly judge: Take
  /** Deletes them. */
  readonly erase: Take
}

interface OldRuns {
  readonly of: RetentionScope
  readonly organizationId: string
  readonly throughMs: number
}

/** @returns how many runs are gone */
async function deleteRuns(parts: RetentionParts, takes: Takes, old: OldRuns): Promise<number> {
  const { store, clock } = parts
  const { sweeper, judge } = takes
  // Most organizations have nothing to delete on most days, and a lease costs two transactions.
  const { rows } = await judge(async () => {
    const some = await store.retention.judgeRuns(old.of, { after: undefined, throughMs: old.throughMs, limit: 1 })
    return { rows: some.length, gone: 0 }
  })
  if (rows === 0) return 0
  let gone = 0
  for (let after: RunPlace | undefined, isOver = false; ; ) {
    const walkOn = async () => {
      const untilMs = performance.now() + pauseMsMax
      const isDue = () => sweeper.isStopped || performance.now() >= untilMs
      while (!isOver && !isDue()) {
        const page = await deletePage(parts, takes, { ...old, after, isDue })
        gone += page.gone
        isOver = page.isOver
        after = page.last
      }
      return true
    }
    // While a package is being made of these runs, they wait for the next sweep.
    if (!(await tryLease(store.leases, clock, toEvidenceLease(old.organizationId), walkOn))) break
    if (isOver || sweeper.isStopped) break
    await sweeper.rest(pauseMs)
  }
  return gone
}

interface RunPage extends OldRuns {
  readonly after: RunPlace | undefined
  /** Whether to leave the rest of the page for later. */
  readonly isDue: () => boolean
}

/** @returns how many are gone, the last run that it is done with, and whether no more come after it */
async function deletePage(
  { store: { retention }, objects }: RetentionParts,
  { judge, erase }: Pick<Takes, 'judge' | 'erase'>,
  { of, throughMs, after, isDue }: RunPage,
): Promise<{ readonly gone: number; readonly last: RunPlace | undefined; readonly isOver: boolean }> {
  const page: (RunPlace & { readonly mayGo: boolean })[] = []
  await judge(async (limit) => {
    page.push(...(await retention.judgeRuns(of, { after, throughMs, limit })))
    return { rows: page.length, gone: 0 }
  })
  let ids = page.filter(({ mayGo }) => mayGo).map(({ id }) => id)
  let gone = 0
  while (ids.length > 0) {
    // If the process ends between the bytes and the rows, the next sweep finds the rows and deletes both again.
    const swept = await erase((rows) =>
      retention.deleteRuns(ids.slice(0, Math.ceil(rows / rowsOfRun)), rows, async (bundles) => {
        for (const { organizationId, objectKey: key } of bundles) await objects.delete({ organizationId, key })
      }),
    )
    if (swept.rows === 0) break
    ids = ids.slice(swept.gone)
    gone += swept.gone
    const next = page.findIndex(({ id }) => id === ids[0])
    if (next >= 0 && isDue()) return { gone, last: page[next - 1] ?? after, isOver: false }
  }
  return { gone, last: page.at(-1), isOver: page.length === 0 }
}

/** Deletes all but the newest runs of each connection and cross-check. */
async function deleteSurplus(parts: RetentionParts, takes: Takes, runsMax: number): Promise<number> {
  const { sweeper, judge } = takes
  const { retention } = parts.store
  let gone = 0
  for (let after = ''; !sweeper.isStopped; ) {
    const page = await retention.listConnectionsAfter(after, connectionsAtOnce)
    for (const row of page)
      for (const of of await retention.listSubjectsOf(row)) {
        const newest = await passOver(parts, judge, of, runsMax)
        if (newest !== undefined)
          gone += await deleteRuns(parts, takes, {
            of,
            organizationId: row.organizationId,
            throughMs: newest.startedAtMs,
          })
      }
    if (page.length < connectionsAtOnce) break
    after = page.at(-1)?.id ?? ''
  }
  return gone
}

/** Passes over the runs that stay, in pieces. @returns the newest one that does not */
async function passOver(
  { store: { retention } }: RetentionParts,
  judge: Take,
  of: RunSubject,
  runsMax: number,
): Promise<RunPlace | undefined> {
  let place: RunPlace | undefined
  for (let left = runsMax; left > 0; ) {
    const { rows } = await judge(async (limit) => {
      const passed = Math.min(left, limit)
      // The last one that was looked at is passed over too.
      place = await retention.findSurplus(of, place === undefined ? passed : passed - 1, place)
      return { rows: passed, gone: 0 }
    })
    // Stopped, or there are fewer.
    if (rows === 0 || place === undefined) return undefined
    left -= rows
  }
  return place
}

const dailyMs = 20 * 3_600_000
const hourMs = 3_600_000
const leaseName = 'retention'

/** Applies retention once a day, in one of the processes on the store. Another one goes on if that ends in the middle. */
export function startRetention(parts: RetentionParts & Pick<RuntimeParts, 'logger' | 'closing'>): Pick<Ticker, 'stop'> {
  const { store, clock, logger, options, closing } = parts
  const owner = randomUUID()
  const holdFor = (ms: number) => store.leases.renew(leaseName, owner, ms, clock.nowMs())
  const ticker = new Ticker(
    async () => {
      if (!(await store.leases.acquire(leaseName, owner, dailyMs, clock.nowMs()))) return
      const lost = new AbortController()
      const renew = async () => {
        if (!(await holdFor(leaseTtlMs))) lost.abort()
      }
      const renewal = setInterval(() => void renew().catch(() => undefined), leaseTtlMs / 3).unref()
      let isDone = false
      try {
        await renew()
        const sweeper = new Sweeper({ share: 'background', signal: AbortSignal.any([closing, lost.signal]) })
        const deleted = await applyRetention(parts, sweeper)
        isDone = !sweeper.isStopped
        logger.info(deleted, isDone ? 'Retention applied' : 'Retention stopped; it goes on at the next start')
      } finally {
        clearInterval(renewal)
        // It stays held when all is done, which shows that today's sweep is complete.
        if (isDone) await holdFor(dailyMs)
        else await store.leases.release(leaseName, owner)
      }
    },
    (error) => logger.warn({ code: readErrorCodeForLog(error) }, 'Retention could not be applied'),
  )
  // A command that lives for seconds does not sweep.
  if (options.retention) ticker.trigger()
  ticker.start(hourMs)
  return ticker
}
