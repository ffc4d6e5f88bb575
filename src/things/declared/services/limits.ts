/** How large a file of records may be. */
export const recordsFileBytesMax = 8 * 1024 * 1024

/** How many records a file may have. */
export const rowsMax = 2_000

/** How long a line of it may be. */
export const lineBytesMax = 512 * 1024
