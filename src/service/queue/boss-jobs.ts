import type { ConstructorOptions, Db, Job, PgBoss } from 'pg-boss'
import type { SqlExecutor } from '../../checks/runs/run-store.ts'
import { omitUndefined } from '../../text/omit-undefined.ts'
import type { EngineLogger } from './engine.ts'
import type { Dispatch, QueuedRun, RunQueue } from './queue.ts'
import { createThrottledLog } from './throttled-log.ts'

/** Schema of pg-boss's own tables, beside ours in the same database. */
const schema = 'checkwright_jobs'
const runs = 'runs'
/** The queue for jobs that no worker could take; their runs end with an error. */
const dead = 'runs-dead'

/** pg-boss treats a job as lost that nobody has touched for so long. */
const heartbeatSeconds = 30
/** A job is touched after so long, so that two attempts may fail. */
const untouchedMs = (heartbeatSeconds * 1_000) / 3

/** How often to look for jobs that have to be touched. */
export const touchMs = untouchedMs / 3

const priorityMax = 2 ** 31 - 1

const noJob = '00000000-0000-4000-8000-000000000000'

interface RunJob {
  readonly runId: string
}

interface TakenJob {
  readonly id: string
  /** Or taken. */
  touchedAtMs: number
  /** A transaction ends its run. */
  isEnding: boolean
}

/** The jobs of pg-boss. Each represents a run that may begin. */
export class BossJobs {
  readonly #boss: PgBoss
  readonly #queue: RunQueue
  /** By their runs, while this process executes these. */
  readonly #taken = new Map<string, TakenJob>()
  readonly #ended = new Set<string>()

  private constructor(boss: PgBoss, queue: RunQueue) {
    this.#boss = boss
    this.#queue = queue
  }

  /**
   * Makes pg-boss's tables if there are none. @param how.supervise whether it maintains them, as one of the workers
   * does
   */
  static async open(
    queue: RunQueue,
    how: { readonly supervise: boolean; readonly logger: EngineLogger },
  ): Promise<BossJobs> {
    return new BossJobs(await startBoss(queue.sql, how), queue)
  }

  readonly dispatch: Dispatch = ({ runId, connectorId, losses, turn }, execute) =>
    this.#boss.send(runs, { runId } satisfies RunJob, {
      db: createDatabase(execute),
      group: { id: connectorId },
      // Lower turns first; its column has 32 bits.
      priority: -Math.min(turn, priorityMax),
      // A run that crashed a process might do so again.
      startAfter: losses === 0 ? 0 : 2 ** losses,
    })

  /**
   * Takes jobs and begins their runs, in one transaction. @returns how many jobs there were, and the runs that began
   */
  async take({
    batchSize,
    perConnector,
    ...by
  }: {
    readonly batchSize: number
    readonly perConnector: number | undefined
    readonly owner: string
    readonly connectorIds: readonly string[]
    readonly nowMs: number
    readonly perOrganization: number
  }): Promise<{ readonly taken: number; readonly begun: readonly QueuedRun[] }> {
    const boss = this.#boss
    let fetched: readonly Job<RunJob>[] = []
    const idsOf = (runIds: readonly string[]) =>
      fetched.filter(({ data }) => runIds.includes(data.runId)).map(({ id }) => id)
    const begun = await this.#queue.claimFrom({
      ...by,
      next: async (execute) => {
        // pg-boss counts running jobs before it takes more; two that count at once would both take.
        if (perConnector) await execute(`select pg_advisory_xact_lock(hashtext('${schema}'))`, [])
        fetched = await boss.fetch<RunJob>(
          runs,
          omitUndefined({
            batchSize,
            db: createDatabase(execute),
            groupConcurrency: perConnector,
          }),
        )
        return fetched.map(({ data }) => data.runId)
      },
      settle: async ({ over, unknown }, execute) => {
        const db = createDatabase(execute)
        if (over.length > 0) await boss.complete(runs, idsOf(over), null, { db })
        // Tried again later, perhaps by a worker with the connector.
        if (unknown.length > 0) await boss.fail(runs, idsOf(unknown), { reason: 'no such connector here' }, { db })
      },
    })
    const touchedAtMs = performance.now()
    for (const { id, data } of fetched)
      if (begun.some(({ runId }) => runId === data.runId))
        this.#taken.set(data.runId, { id, touchedAtMs, isEnding: false })
    return { taken: fetched.length, begun }
  }

  /**
   * Removes the job of a run, in the transaction that ends the run. A job that is kept as complete would be written anew, with its
   * indexes, and deleted within the hour; nobody reads it.
   */
  async removeOne(runId: string, execute: SqlExecutor): Promise<void> {
    const job = this.#taken.get(runId)
    if (job === undefined) return
    job.isEnding = true
    await this.#boss.deleteJob(runs, job.id, { db: createDatabase(execute) })
  }

  /** Does nothing more for a run that has ended together with its job. */
  forget(runId: string): void {
    this.#taken.delete(runId)
  }

  /** Records that this process has no more to do with a run, so that the next `complete` ends its job. */
  end(runId: string): void {
    this.#ended.add(runId)
  }

  async complete(): Promise<void> {
    const runIds = [...this.#ended]
    const ids = runIds.map((runId) => this.#taken.get(runId)?.id).filter((id) => id !== undefined)
    if (ids.length > 0) await this.#boss.complete(runs, ids)
    for (const runId of runIds) {
      this.#ended.delete(runId)
      this.#taken.delete(runId)
    }
  }

  /**
   * Informs pg-boss that this process still works on its jobs. Each is a statement of its own: one that waits for the rows of several jobs,
   * beside transactions that end several runs each, ends in deadlocks. Most runs end before it is their turn.
   */
  async touch(): Promise<void> {
    const dueBeforeMs = performance.now() - untouchedMs
    for (const job of this.#taken.values())
      if (!job.isEnding && job.touchedAtMs <= dueBeforeMs) {
        await this.#boss.touch(runs, job.id)
        job.touchedAtMs = performance.now()
      }
  }

  /** Dispatches runs again whose jobs no worker could take. */
  async bury(end: (runIds: readonly string[]) => Promise<void>): Promise<void> {
    const letters = await this.#boss.fetch<RunJob>(dead, { batchSize: 20 })
    if (letters.length === 0) return
    await end(letters.map(({ data }) => data.runId))
    await this.#boss.complete(
      dead,
      letters.map(({ id }) => id),
    )
  }

  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: false })
  }
}

async function startBoss(
  sql: SqlExecutor,
  { supervise, logger }: { readonly supervise: boolean; readonly logger: EngineLogger },
): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss')
  const options: ConstructorOptions = {
    db: createDatabase(sql),
    schema,
    schedule: false,
    // One of the workers maintains the tables; a process that only requests runs does not.
    supervise,
    persistWarnings: false,
  }
  const boss = new PgBoss(options)
  // The message may quote the data that it got.
  boss.on('error', createThrottledLog(logger, 'The job engine reports an error'))
  await boss.start()
  const retention = { deleteAfterSeconds: 3_600, expireInSeconds: 23 * 3_600 }
  await boss.createQueue(dead, retention)
  await boss.createQueue(runs, {
    ...retention,
    deadLetter: dead,
    retryLimit: 6,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 300,
    heartbeatSeconds,
  })
  // It reads a queue's settings once, on a connection of its own. Within our transactions, which each have a connection
  // already, that could deadlock: all of them would wait for one more.
  for (const name of [runs, dead]) await boss.findJobs(name, { id: noJob })
  return boss
}

/** pg-boss on connections of the store, so that its work and ours can be one transaction. */
function createDatabase(execute: SqlExecutor): Db {
  return { executeSql: async (text, values = []) => ({ rows: [...((await execute(text, values)).rows ?? [])] }) }
}
