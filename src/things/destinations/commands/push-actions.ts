import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../../service/commands/exit-codes.ts'
import { printDone } from '../../../service/commands/print-answer.ts'
import { changeStored } from '../../commands/open-runtime.ts'

interface PushOptions extends GlobalOptions {
  readonly dryRun?: boolean | undefined
}

/** @throws StoreError `NOT_FOUND` */
export async function pushDestination(id: string, options: PushOptions, { terminal }: Context): Promise<ExitCode> {
  if (!options.dryRun) {
    const pushed = await changeStored(options, terminal, (runtime, organizationId) =>
      runtime.destinations.push({ organizationId, id }),
    )
    return printDone(options, terminal, pushed, 'The push waits. A running service sends it.')
  }
  const plan = await changeStored(options, terminal, (runtime, organizationId) =>
    runtime.destinations.plan({ organizationId, id }),
  )
  if (options.json) terminal.json(plan)
  else if (plan.problems.length > 0) for (const problem of plan.problems) terminal.err.line(problem)
  else
    for (const { method, path, body } of plan.requests) terminal.out.write(`${method} ${plan.origin}${path}\n${body}\n`)
  return plan.problems.length > 0 ? exitCodes.undecided : exitCodes.fine
}
