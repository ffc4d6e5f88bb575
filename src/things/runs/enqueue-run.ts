import type { RecordedRun } from '../../checks/runs/recorded-run.ts'
import type { Engine } from '../../service/queue/engine.ts'
import type { NewRun } from '../../service/queue/queue.ts'
import type { RuntimeParts } from '../parts/runtime-parts.ts'
import { RunEvents } from './run-events.ts'
import type { LocalExecution, RunExecutor } from './run-executor.ts'
import { createLocalHandle, createRemoteHandle, type RunHandle } from './run-handle.ts'

/** A run that somebody has asked for. */
interface RequestedRun extends Pick<NewRun, 'run' | 'request' | 'entry'>, Pick<LocalExecution, 'redactor' | 'ledger'> {}

/** Puts a run into the queue. @throws EngineError `QUEUE_FULL`, retryable; StoreError. Its ledger is then closed */
export async function enqueueRun(
  parts: RuntimeParts,
  { engine, executor }: { readonly engine: Engine; readonly executor: RunExecutor },
  { redactor, ledger, ...order }: RequestedRun,
): Promise<RunHandle> {
  const { id, organizationId, connectionId } = order.run
  // Only this process has the file that the exchanges are kept in.
  if (parts.options.engine === 'pg-boss' && ledger === undefined) {
    await engine.enqueue(order, false)
    return createRemoteHandle(parts, id)
  }
  const events = new RunEvents()
  const ended = Promise.withResolvers<RecordedRun>()
  executor.expect(id, { organizationId, connectionId, events, redactor, ledger, ended })
  try {
    await engine.enqueue(order, true)
  } catch (error) {
    await executor.forget(id)
    throw error
  }
  return createLocalHandle(parts, id, events, ended.promise)
}
