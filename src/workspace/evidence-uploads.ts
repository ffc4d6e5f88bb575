import type { FileRecord } from './files.ts'

/** A file of an evidence form. */
export interface EvidenceUpload {
  /** The host's own name of the form. */
  readonly formType: string
  readonly file: FileRecord
}

export interface EvidenceUploadStore {
  /** File and upload in one transaction. */
  insert(upload: EvidenceUpload): Promise<void>
}
