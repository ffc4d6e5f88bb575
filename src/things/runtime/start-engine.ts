import { crossCheckConnectorId } from '../../define/index.ts'
import type { Engine } from '../../service/queue/engine.ts'
import { createLocalEngine } from '../../service/queue/local.ts'
import { createScheduler, type Scheduler } from '../../service/queue/scheduler.ts'
import { createAutomaticStarts } from '../cross-checks/automatic-starts.ts'
import { resolveQuotas } from '../parts/quotas.ts'
import type { RuntimeOptions, WorkerOptions } from '../parts/runtime-options.ts'
import type { RuntimeParts } from '../parts/runtime-parts.ts'
import type { RunExecutor } from '../runs/run-executor.ts'
import { scheduleObstacle } from '../schedules/schedules.ts'

/** More than a person waits for, and few enough for one database to find the next run immediately. */
const queueMaxes = { local: 10_000, 'pg-boss': 1_000_000 }

/** The engine and the worker of this process. */
export interface EngineSettings {
  readonly kind: 'local' | 'pg-boss'
  readonly takes: boolean
  readonly concurrency: number
  readonly perConnector: number | undefined
  readonly leaseMs: number
  readonly pollMs: number
  readonly perOrganization: number
  readonly queueMax: number
  readonly queueMaxPerOrganization: number | undefined
}

/** @throws TypeError for pg-boss on a store that is not PostgreSQL, and for invalid numbers */
export function resolveEngineSettings(options: RuntimeOptions): EngineSettings {
  const kind = demandEngine(options)
  const worker = options.worker ?? kind === 'local'
  const { concurrency = 16, perConnector, leaseMs = 30_000, pollMs = 1_000 } = toWorkerOptions(worker)
  const { queueMax = queueMaxes[kind] } = options
  const { runningRuns: perOrganization = toShare(concurrency), queuedRuns: queueMaxPerOrganization } = resolveQuotas(
    options.quotas,
  )
  const numbers = { concurrency, perConnector, perOrganization, leaseMs, pollMs, queueMax, queueMaxPerOrganization }
  demandPositive(numbers)
  return { kind, takes: worker !== false, ...numbers }
}

export async function startEngine(
  parts: RuntimeParts,
  executor: RunExecutor,
  { kind, perConnector, ...settings }: EngineSettings,
): Promise<{
  readonly engine: Engine
  readonly scheduler: Scheduler
  readonly automaticStarts: ReturnType<typeof createAutomaticStarts>
}> {
  const { store, clock, logger, connectors, crossChecks } = parts
  // Operators may add connectors at any time.
  const listConnectorIds = () => [...connectors.keys(), crossCheckConnectorId]
  const { execute } = executor
  const options = { store, clock, logger, execute, listConnectorIds, ...settings }
  const engine =
    kind === 'local'
      ? createLocalEngine(options)
      : await (await import('../../service/queue/pg-boss.ts')).createPgBossEngine({ ...options, perConnector })
  // Other processes change schedules and lists.
  const pollMs = Math.min(5 * settings.pollMs, 10_000)
  const scheduler = createScheduler({
    store,
    clock,
    logger,
    engine,
    listConnectorIds,
    listCrossCheckIds: () => crossChecks.ids,
    findObstacle: (schedule) => scheduleObstacle(parts, schedule),
    pollMs,
  })
  const automaticStarts = createAutomaticStarts(parts, engine)
  if (settings.takes) {
    scheduler.start()
    automaticStarts.start(pollMs)
  }
  return { engine, scheduler, automaticStarts }
}

/** Three quarters of the places, and at least one less than all if there are several. */
function toShare(concurrency: number): number {
  return Math.max(1, concurrency - Math.max(1, Math.floor(concurrency / 4)))
}

function demandEngine({ engine = 'local', store }: RuntimeOptions): 'local' | 'pg-boss' {
  if (engine !== 'local' && engine !== 'pg-boss')
    throw new TypeError('createRuntime: engine must be "local" or "pg-boss"')
  if (engine === 'pg-boss' && !/^postgres(ql)?:/i.test(store))
    throw new TypeError('createRuntime: engine "pg-boss" needs a store of postgres://…')
  return engine
}

function toWorkerOptions(worker: boolean | WorkerOptions): WorkerOptions {
  return typeof worker === 'boolean' ? {} : worker
}

function demandPositive(numbers: Readonly<Record<string, number | undefined>>): void {
  for (const [name, value] of Object.entries(numbers)) {
    if (value !== undefined && !(Number.isInteger(value) && value > 0))
      throw new TypeError(`createRuntime: ${name} must be a whole number above 0`)
  }
}
