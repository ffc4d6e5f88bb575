import { CheckError } from '../../errors/index.ts'
import { exitCodes } from '../exit-codes.ts'

/** Ctrl-C, and the polite request of a service manager to end. */
export interface Interrupt {
  /**
   * Lets work end by itself on the first Ctrl-C, with what it has. Without anybody who cares the process ends at once;
   * with somebody it does on the second.
   */
  runInterruptibly<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>
}

export function createProcessInterrupt(processOfCommand: NodeJS.Process = process): Interrupt {
  const controller = new AbortController()
  let handlers = 0
  const onSignal = () => {
    if (handlers === 0 || controller.signal.aborted) processOfCommand.exit(exitCodes.interrupted)
    // Off the line on which the terminal shows ^C.
    if (processOfCommand.stderr.isTTY) processOfCommand.stderr.write('\n')
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
