/**
 * The associated data that binds a ciphertext to its place: the parts, each after its length. A separator would not be
 * enough, because two lists of ids that contain it could look the same.
 */
export function encodeAssociatedData(...parts: readonly string[]): Uint8Array {
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part)
      const length = Buffer.alloc(4)
      length.writeUInt32BE(bytes.length)
      return [length, bytes]
    }),
  )
}

/**
 * Parts for an organization or the platform (null). The first part distinguishes them, so that no id can pass for null.
 */
export function listScopeParts(organizationId: string | null): readonly string[] {
  return organizationId === null ? ['platform'] : ['organization', organizationId]
}
