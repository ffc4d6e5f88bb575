import type { Command } from 'commander'
import type { Context } from './context.ts'
import type { ExitCode } from './exit-codes.ts'

/** The arguments of a command when it is chosen. */
export interface CommandRegistration {
  readonly context: Context
  /** Called with the exit code of the command that ran. */
  readonly finish: (code: ExitCode) => void
}

/**
 * Adds a command with its arguments, options and help. The action is imported when the command is chosen, so that
 * `--help` stays fast.
 */
export type Register = (program: Command, registration: CommandRegistration) => void
