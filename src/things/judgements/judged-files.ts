import type { JudgedFile } from '../../define/index.ts'
import type { Uses } from '../parts/runtime-parts.ts'

/** Files that a decision or statement rests on. */
export const judgedFilesMax = 20

/** Uploads as a decision names them. @returns undefined if one of them is no upload of the organization */
export async function findJudgedFiles(
  { store }: Uses<'evidenceUploads'>,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly JudgedFile[] | undefined> {
  const files: JudgedFile[] = []
  for (const id of new Set(ids)) {
    const upload = await store.evidenceUploads.find(id, organizationId)
    if (!upload) return undefined
    files.push({ id, name: upload.file.name, sha256: upload.file.sha256 })
  }
  return files
}
