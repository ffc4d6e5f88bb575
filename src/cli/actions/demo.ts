import type { Context, GlobalOptions } from '../context.ts'
import { runDemo } from '../demo/run-demo.ts'
import type { ExitCode } from '../exit-codes.ts'

export function runDemoCommand(options: GlobalOptions & { readonly out: string }, context: Context): Promise<ExitCode> {
  return runDemo({ out: options.out, json: options.json }, context)
}
