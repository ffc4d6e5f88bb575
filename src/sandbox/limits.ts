/** What a program may take. */
export interface SandboxLimits {
  /** The memory of the whole process, in MiB, with the 60 that Node.js needs for itself. */
  readonly megabytesMax: number
  readonly timeoutMs: number
}

/** Messages on their way from a program: whoever reads them is not to have more in memory. */
export const messagesAheadMax = 4
