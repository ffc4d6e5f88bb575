/** How large a file is that somebody uploads. */
export const uploadBytesMax = 100 * 1024 * 1024

/** A file that somebody uploaded. Its bytes are in the object store. */
export interface FileRecord {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  /** MIME type, from the uploader. */
  readonly type: string
  readonly sizeBytes: number
  /** Of its bytes, hexadecimal. */
  readonly sha256: string
  readonly objectKey: string
  /** The person who uploaded it, if known. */
  readonly userId: string | null
  readonly createdAtMs: number
}

export interface FileStore {
  /** From any organization: for holders of a link that we signed. */
  find(id: string): Promise<FileRecord | undefined>
  /** Bytes of all files of an organization. */
  sumBytes(organizationId: string): Promise<number>
}
