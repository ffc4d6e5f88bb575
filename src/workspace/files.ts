/** A file somebody handed in. Its bytes are in the object store. */
export interface FileRecord {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  /** MIME type, as the uploader named it. */
  readonly type: string
  readonly sizeBytes: number
  /** Of the bytes, hexadecimal. */
  readonly sha256: string
  readonly objectKey: string
  /** Who handed it in, where that is known. */
  readonly userId: string | null
  readonly createdAtMs: number
}

export interface FileStore {
  /** Of whichever organization: for whoever holds a link that we signed. */
  find(id: string): Promise<FileRecord | undefined>
  /** Bytes of all files of an organization. */
  sumBytes(organizationId: string): Promise<number>
}
