import type { Command } from 'commander'
import type { Context } from '../context.ts'
import type { ExitCode } from '../exit-codes.ts'

/** What a command is handed when it is chosen. */
export interface CommandRegistration {
  readonly context: Context
  /** Told the exit code of the one command that ran. */
  readonly finish: (code: ExitCode) => void
}

/**
 * Adds a command with its arguments, options and help. What the command does is imported when it is chosen, so that
 * `--help` stays fast.
 */
export type Register = (program: Command, registration: CommandRegistration) => void
