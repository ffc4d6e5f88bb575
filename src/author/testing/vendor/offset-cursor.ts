/** Opaque on purpose, so that a client that counts cursors up by itself fails here. */
export function formatCursor(offset: number): string {
  return Buffer.from(`after:${offset}`).toString('base64url')
}

/** @returns undefined for a cursor that `formatCursor` did not make */
export function parseCursor(cursor: string): number | undefined {
  const [, offset] = /^after:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  return offset === undefined ? undefined : Number(offset)
}
