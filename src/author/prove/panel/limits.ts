import type { SandboxLimits } from '../../../sandbox/limits.ts'

/** Of the process that tries an answer. It loads the connector, its witnesses and their worlds first, and ends a check that does not listen. */
export const trialLimits: SandboxLimits = { megabytesMax: 512, timeoutMs: 30_000 }

/** Processes that try answers at once. An organization has one of them. */
export const trialsAtOnceMax = 2

/** Answers of one organization that wait. A person waits for one. */
export const waitingMax = 4

/** Connectors whose worlds are in memory: people look at one at a time. */
export const openMax = 4
