import type { AnyConnector, RunEvent, RunResult } from '../../define/index.ts'
import { createNarration, type NarrationOptions } from '../../service/commands/narration.ts'
import { createRunProgress } from '../../service/commands/progress.ts'
import type { Terminal } from '../../service/commands/terminal.ts'
import type { Runtime } from '../../things/runtime/runtime.ts'

/** Shows a running run, and reports when a person interrupts it. */
export async function runWithProgress<T>(
  connector: AnyConnector,
  terminal: Terminal,
  narrated: NarrationOptions,
  signal: AbortSignal,
  work: (onEvent: (event: RunEvent) => void) => Promise<T>,
): Promise<T> {
  const progress = createRunProgress(connector, terminal)
  const narration = createNarration(narrated, terminal)
  const tellInterrupt = () => {
    progress.end()
    terminal.err.line('Interrupted: the results so far follow. Press Ctrl-C again to stop at once.')
  }
  signal.addEventListener('abort', tellInterrupt, { once: true })
  try {
    return await work((event) => {
      narration.onEvent(event)
      progress.onEvent(event)
    })
  } finally {
    signal.removeEventListener('abort', tellInterrupt)
    progress.end()
    narration.end()
  }
}

/** Runs a stored connection to its end. An aborted signal ends it with its results so far. */
export async function runConnection(
  { runs }: Runtime,
  request: Parameters<Runtime['runs']['start']>[0],
  signal: AbortSignal,
  onEvent: (event: RunEvent) => void,
): Promise<RunResult> {
  const started = await runs.start(request)
  const cancel = () => void runs.cancel(started.id)
  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()
  try {
    for await (const event of started.events) onEvent(event)
    return await started.result
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
