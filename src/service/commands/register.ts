import type { Command } from 'commander'
import type { Context } from './context.ts'
import type { ExitCode } from './exit-codes.ts'

/** The arguments of a command when it is chosen. */
export interface CommandRegistration {
  readonly context: Context
  /** Called with the exit code of the command that ran. */
  readonly finish: (code: ExitCode) => void
}

/** What a command does, with its arguments, its options and those of every command, and a `Context`. */
export type CommandWork = (...args: never[]) => Promise<ExitCode>

/** Makes the action of a command. Its work is loaded when the command is chosen, so that `--help` stays fast. */
export type Act = (load: () => Promise<CommandWork>) => (...args: unknown[]) => Promise<void>

/** Adds a command with its arguments, options and help: `command.action(act(async () => (await load()).listRuns))`. */
export type Register = (program: Command, act: Act) => void

/** What commander calls: with the arguments, the options of the command alone, and the command. */
export function createAct({ context, finish }: CommandRegistration): Act {
  return (load) =>
    async (...args) => {
      const work = (await load()) as (...args: unknown[]) => Promise<ExitCode>
      const command = args.at(-1) as Command
      finish(await work(...args.slice(0, -2), command.optsWithGlobals(), context))
    }
}
