import type { SandboxLimits } from '../sandbox/limits.ts'

/** Of a file that is imported. */
export const fileBytesMax = 2 * 1024 ** 3
/** Of one result in a file, with all its members. */
export const itemBytesMax = 16 * 1024 ** 2
export const itemsMax = 2_000_000
/** Different checks in one file: each is an entry of its own in a run. */
export const checksMax = 50_000
/** Objects and arrays within each other. */
export const depthMax = 200
/** Rules, suites and observations that a format refers to by name, and that are therefore in memory. */
export const namedMax = 200_000
export const parseLimits: SandboxLimits = { megabytesMax: 384, timeoutMs: 10 * 60_000 }
