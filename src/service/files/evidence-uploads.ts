import type { FileRecord } from './files.ts'

/** A file of an evidence form. */
export interface EvidenceUpload {
  /** The host's own name of the form. */
  readonly formType: string
  readonly file: FileRecord
}

/** The form that signed evidence of runs is kept under, by the run's id. Runs list it, and not the uploads. */
export const runBundleForm = 'run-bundle'

export interface UploadFilter {
  readonly organizationId: string
  readonly formType?: string | undefined
  /** Only those of this time, epoch ms. @default all */
  readonly within?: { readonly fromMs: number; readonly toMs: number } | undefined
  /** @default 100 */
  readonly limit?: number | undefined
  /** Only those older than this one. */
  readonly before?: Pick<FileRecord, 'createdAtMs' | 'id'> | undefined
}

export interface EvidenceUploadStore {
  /** File and upload in one transaction. */
  insert(upload: EvidenceUpload): Promise<void>
  /** Files that people uploaded, the newest first. */
  list(filter: UploadFilter): Promise<EvidenceUpload[]>
  /** One of them. */
  find(fileId: string, organizationId: string): Promise<EvidenceUpload | undefined>
}
