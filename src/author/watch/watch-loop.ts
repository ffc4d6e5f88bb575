import { resolve } from 'node:path'
import { forgetModules, listLoadedFiles } from '../../service/commands/connector-file/module-hooks.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { tellError } from '../../service/commands/report-error.ts'
import { createFileWatch } from './file-watch.ts'

export interface WatchedWork {
  /** Files to watch beside the modules that the work loads. */
  readonly files: readonly string[]
  /**
   * Loads and runs it once. An error is shown, and the next change tries again.
   * @param signal aborts when a file changes meanwhile, or the person ends it
   * @param onLoaded called when all modules are loaded, so that a change during long work counts
   */
  work(signal: AbortSignal, onLoaded: () => void): Promise<unknown>
}

/**
 * Runs work, and again when one of its files is saved, until somebody presses Ctrl-C. If a file or one of its imports
 * does not load, its line is shown, and the next save tries again.
 */
export async function watchLoop(
  { files, work }: WatchedWork,
  options: GlobalOptions,
  { terminal, interrupt }: Context,
): Promise<ExitCode> {
  const { out, err } = terminal
  const own = files.map((file) => resolve(file))
  return interrupt.runInterruptibly(async (signal) => {
    const watch = createFileWatch()
    watch.follow(own)
    try {
      while (!signal.aborted) {
        // Moves the cursor home and clears the screen and its history, as `clear` does.
        if (out.isTty && !options.json) out.stream.write('\u001b[H\u001b[2J\u001b[3J')
        forgetModules()
        const startedMs = performance.now()
        const files = () => [...new Set([...own, ...listLoadedFiles()])]
        const stop = new AbortController()
        const doing = attemptWork(() => work(AbortSignal.any([signal, stop.signal]), () => watch.follow(files())))
        const changed = watch.waitForChange(signal)
        if (await Promise.race([doing.then(() => false), changed.then(() => true)])) {
          stop.abort()
          await doing
          continue
        }
        const { error } = await doing
        const tookMs = Math.round(performance.now() - startedMs)
        if (error !== undefined) tellError(error, terminal, options)
        watch.follow(files())
        const [count, s] = files().length === 1 ? [1, ''] : [files().length, 's']
        const took = error === undefined ? `Done in ${tookMs} ms. ` : ''
        err.line(err.paint('dim', `${took}Watching ${count} file${s}; Ctrl-C ends it.`))
        await changed
      }
      return exitCodes.interrupted
    } finally {
      watch.close()
    }
  })
}

async function attemptWork(work: () => Promise<unknown>): Promise<{ readonly error?: unknown }> {
  try {
    await work()
    return {}
  } catch (error) {
    return { error: error ?? 'nothing' }
  }
}
