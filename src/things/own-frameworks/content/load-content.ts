import type { Framework } from '../../../checks/controls/frameworks/framework.ts'
import type { StoredThing } from '../../../service/fields/thing-store.ts'
import type { EvidenceUploadStore } from '../../../service/files/evidence-uploads.ts'
import type { ObjectStore } from '../../../service/files/objects.ts'
import { rememberedFrameworksMax } from '../limits.ts'
import type { ownFramework } from '../thing.ts'
import { parseContent } from './framework-content.ts'

/** The record that controls of an id belong to. Where two came at the same time, the first that was taken counts. */
export function chooseTaken<Own extends StoredThing<typeof ownFramework.all>>(
  records: readonly Own[],
  id: string,
): Own | undefined {
  const [first] = records
    .filter(({ values }) => values.frameworkId === id && values.takenAtMs !== null)
    .toSorted((a, b) => (a.values.takenAtMs ?? 0) - (b.values.takenAtMs ?? 0) || (a.id < b.id ? -1 : 1))
  return first
}

/** By file, whose bytes never change. */
const remembered = new Map<string, Framework>()

/** Where the files of frameworks are. */
interface FrameworkFiles {
  readonly evidenceUploads: Pick<EvidenceUploadStore, 'find'>
  readonly objects: Pick<ObjectStore, 'get'>
}

/** What a record says. @returns undefined if its file is gone */
export async function loadContent(
  { evidenceUploads, objects }: FrameworkFiles,
  { organizationId, values: { contentId } }: StoredThing<typeof ownFramework.all>,
): Promise<Framework | undefined> {
  if (contentId === null) return undefined
  const key = JSON.stringify([organizationId, contentId])
  const known = remembered.get(key)
  if (known) return known
  const upload = await evidenceUploads.find(contentId, organizationId)
  const bytes = upload && (await objects.get({ organizationId, key: upload.file.objectKey }))
  if (bytes === undefined) return undefined
  const framework = await parseContent(await new Response(bytes).text())
  const [oldest] = remembered.keys()
  if (remembered.size >= rememberedFrameworksMax && oldest !== undefined) remembered.delete(oldest)
  remembered.set(key, framework)
  return framework
}
