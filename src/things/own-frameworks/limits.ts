/** Frameworks of one organization, with those that are retired. */
export const ownFrameworksMax = 200

/** Files that an OSCAL profile imports from, beside its own. */
export const filesBesideMax = 5

/** Memory of the thread that reads a file. */
export const readingMegabytesMax = 1_024

export const readingTimeoutMs = 60_000

/** Frameworks that a process remembers after it has read them. */
export const rememberedFrameworksMax = 20
