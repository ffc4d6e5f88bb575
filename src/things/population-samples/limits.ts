/** The most records of a sample. */
export const sampleSizeMax = 500

/** Characters of a seed. */
export const seedLengthMax = 1_000
