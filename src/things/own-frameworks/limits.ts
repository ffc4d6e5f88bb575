import type { SandboxLimits } from '../../sandbox/limits.ts'

/** Frameworks of one organization, with those that are retired. */
export const ownFrameworksMax = 200

/** Files that an OSCAL profile imports from, beside its own. */
export const filesBesideMax = 5

/** Of the process that reads a file. */
export const readingLimits: SandboxLimits = { megabytesMax: 1_152, timeoutMs: 60_000 }

/** Frameworks that a process remembers after it has read them. */
export const rememberedFrameworksMax = 20
