import type { SandboxLimits } from '../sandbox/limits.ts'

/** Of an office file. */
export const officeBytesMax = 20 * 1024 ** 2
/** Of all that is packed in it. */
export const unpackedBytesMax = 200 * 1024 ** 2
/** Of one part of it that is read, such as a sheet. */
export const partBytesMax = 40 * 1024 ** 2
export const partsMax = 5_000
export const cellsMax = 300_000
/** Characters of one cell, as spreadsheets have it. */
export const cellTextMax = 32_767
export const officeLimits: SandboxLimits = { megabytesMax: 640, timeoutMs: 60_000 }
