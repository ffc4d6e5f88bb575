/** The most that a file of people may have. */
export const peopleFileBytesMax = 10 * 1024 * 1024
export const peopleMax = 50_000
