import type { Interrupt } from './interrupt.ts'
import type { Terminal } from './terminal.ts'

/** Options that every command takes. */
export interface GlobalOptions {
  readonly json?: boolean | undefined
  readonly debug?: boolean | undefined
  /** URL of the store. */
  readonly store: string
  /** Id of the organization. */
  readonly org?: string | undefined
}

/** The services of a command beside its arguments. */
export interface Context {
  readonly terminal: Terminal
  readonly interrupt: Interrupt
}
