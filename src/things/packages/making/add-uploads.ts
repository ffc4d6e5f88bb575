import { StoreError } from '../../../errors/index.ts'
import type { PackageJudgement, PackageObligation, PackageUpload } from '../../../evidence/package/package-content.ts'
import type { PackageDraft } from '../../../evidence/package/package-draft.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { PackageOrder } from './package-order.ts'

type NamedFile = PackageJudgement['files'][number]

/** Uploads with the same bytes. */
interface SameUploads {
  readonly ids: string[]
  readonly name: string
  readonly of: PackageUpload['of'][number][]
}

/** Adds each file that a judgement or a statement rests on once. @throws StoreError `STORE_CORRUPT` for one that was altered */
export async function addUploads(
  runtime: Runtime,
  { organizationId, uploads: place = runtime.workspace.objects }: PackageOrder,
  draft: PackageDraft,
  {
    judgements,
    obligations,
  }: { readonly judgements: readonly PackageJudgement[]; readonly obligations: readonly PackageObligation[] },
): Promise<readonly PackageUpload[]> {
  const found = new Map<string, SameUploads>()
  const note = ({ id, name, sha256 }: NamedFile, of: PackageUpload['of'][number]) => {
    const same = found.get(sha256) ?? { ids: [], name, of: [] }
    found.set(sha256, same)
    if (!same.ids.includes(id)) same.ids.push(id)
    if (!same.of.some((each) => JSON.stringify(each) === JSON.stringify(of))) same.of.push(of)
  }
  for (const { id: judgementId, files } of judgements) for (const file of files) note(file, { judgementId })
  for (const { id: taskId, statements } of obligations)
    for (const file of statements.flatMap(({ files }) => files)) note(file, { taskId })
  const open = async (ids: readonly string[]) => {
    for (const id of ids) {
      const file = await runtime.workspace.files.find(id)
      const isOwn = file?.organizationId === organizationId
      const bytes = isOwn ? await place.get({ organizationId, key: file.objectKey }) : undefined
      if (bytes) return bytes
    }
    return undefined
  }
  const uploads: PackageUpload[] = []
  for (const [sha256, { ids, name, of }] of [...found].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const bytes = await open(ids)
    const written = bytes && (await draft.add(`files/${sha256}`, bytes))
    if (written && written.sha256 !== sha256)
      throw new StoreError(`The upload "${name}" was altered in the store. Restore it from a backup.`, {
        code: 'STORE_CORRUPT',
      })
    uploads.push({ sha256, name, size: written?.size, of })
  }
  return uploads
}
