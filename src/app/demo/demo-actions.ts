import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { defaultStore } from '../../service/commands/format-command.ts'
import { removeSample, sampleFolder } from '../sample/open-sample.ts'
import { removeDemo, runDemo } from './run-demo.ts'

export interface DemoCommandOptions extends GlobalOptions {
  readonly out: string
  readonly remove?: boolean | undefined
}

/** Whoever sits before it then sees the sample organization in a browser, until they end it. */
export async function runDemoCommand({ out, json, remove }: DemoCommandOptions, context: Context): Promise<ExitCode> {
  const { terminal } = context
  if (remove) {
    await removeDemo(out)
    await removeSample(sampleFolder)
    terminal.out.line(`Removed ${out} with its store, and the sample in ${sampleFolder}.`)
    return exitCodes.fine
  }
  const exitCode = await runDemo({ out, json }, context)
  if (exitCode !== exitCodes.fine || json) return exitCode
  if (!terminal.canAsk) {
    terminal.err.line('8. See an organization with ninety days of history: checkwright serve --sample')
    return exitCode
  }
  terminal.err.line('8. Opening an organization with ninety days of history. Ctrl-C ends it.')
  const { runServeCommand } = await import('../serving/serve-actions.ts')
  const address = { host: '127.0.0.1', port: 0, engine: 'local', logLevel: 'error', metricsHost: '127.0.0.1' } as const
  return runServeCommand({ ...address, sample: true, dailyRuns: true, store: defaultStore }, context)
}
