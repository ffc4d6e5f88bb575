import { CheckError } from '../../errors/index.ts'
import { exitCodes } from './exit-codes.ts'

/** Ctrl-C, and a service manager's signal to end. */
export interface Interrupt {
  /**
   * Lets work end by itself on the first Ctrl-C, with its results so far. Without a listener the process ends at once;
   * with one, on the second Ctrl-C.
   */
  runInterruptibly<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>
}

export function createProcessInterrupt(
  processOfCommand: NodeJS.Process = process,
  streams: Pick<NodeJS.Process, 'stderr'> = processOfCommand,
): Interrupt {
  const controller = new AbortController()
  let handlers = 0
  const onSignal = () => {
    if (handlers === 0 || controller.signal.aborted) processOfCommand.exit(exitCodes.interrupted)
    // On a new line, because the terminal shows ^C.
    if (streams.stderr.isTTY) streams.stderr.write('\n')
    controller.abort(createInterruptedError())
  }
  processOfCommand.on('SIGINT', onSignal)
  processOfCommand.on('SIGTERM', onSignal)
  return {
    async runInterruptibly(work) {
      handlers++
      try {
        return await work(controller.signal)
      } finally {
        handlers--
      }
    },
  }
}

export function createInterruptedError(): CheckError {
  return new CheckError('Interrupted.', { code: 'CANCELLED' })
}
