import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import type { ExitCode } from '../../service/commands/exit-codes.ts'
import { runDemo } from './run-demo.ts'

export function runDemoCommand(options: GlobalOptions & { readonly out: string }, context: Context): Promise<ExitCode> {
  return runDemo({ out: options.out, json: options.json }, context)
}
