/** A catalog of NIST has 10 MB; ten times as much is something else. */
export const importBytesMax = 20_000_000
/** The largest catalogs have some 2,000. */
export const importControlsMax = 20_000
export const importNestingMax = 100
/** Profiles that import profiles. */
export const importDepthMax = 10
export const importTitleMax = 500
/** A decision about a control names its framework and its number in one word. */
export const importIdMax = 150
