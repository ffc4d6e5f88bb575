import { createHash } from 'node:crypto'
import type { Framework } from '../../../checks/controls/frameworks/framework.ts'
import { importBytesMax } from '../../../checks/controls/imports/limits.ts'
import { countsFor } from '../../../checks/controls/statements/counts-for.ts'
import { createRefusal } from '../../../received/refuse-file.ts'
import { keepBytes, type StoredBytes, yieldOnce } from '../../../service/files/keep-file.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'
import type { ThingRecord } from '../../declared/services/thing-service.ts'
import { saveUpload } from '../../uploads/reading/uploads.ts'
import { formatContent } from '../content/framework-content.ts'
import { filesBesideMax, ownFrameworksMax } from '../limits.ts'
import { ownFramework } from '../thing.ts'
import type { FrameworkBytes } from './framework-task.ts'
import { readApart } from './read-apart.ts'

type ProposalParts = Pick<HostParts, 'runtime' | 'objects'>

/** A file that somebody sent. */
export interface SentFramework {
  readonly organizationId: string
  readonly userId: string | undefined
  readonly name: string
  readonly stored: StoredBytes
  /** @default that of the file, or made of its title and version */
  readonly id?: string | undefined
}

/** The kind under which the files stand among the evidence. */
const formType = 'framework'

/**
 * Reads the file of a framework and stores what it says, for somebody to look at and take. It is read whole or not at all.
 * @throws CheckwrightError `IMPORT_REFUSED` that lists each mistake by line and column; and then nothing is stored
 */
export async function proposeFramework(
  parts: ProposalParts,
  { organizationId, userId, name, stored, id }: SentFramework,
): Promise<ThingRecord<typeof ownFramework.all>> {
  const { runtime, objects } = parts
  const service = runtime.serviceOf(ownFramework)
  let isStored = false
  try {
    if (stored.sizeBytes > importBytesMax)
      throw createRefusal(`The file is larger than ${importBytesMax / 1_000_000} MB.`)
    const known = await service.list({ organizationId, limit: ownFrameworksMax })
    const bytes = await loadBytes(parts, organizationId, stored.objectKey)
    const beside = await loadBeside(parts, organizationId, bytes, known)
    const { format, framework, leftOut } = await readApart({ file: { name, bytes }, beside, id })
    refuseKnown(framework, known)
    if (known.length >= ownFrameworksMax)
      throw createRefusal(`There are ${ownFrameworksMax} own frameworks already. Delete previews that nobody needs.`)
    const facts = { organizationId, userId: userId ?? null, formType }
    const content = Buffer.from(formatContent(framework))
    const contentUpload = await saveUpload(parts, {
      ...facts,
      name: `${framework.id}.json`,
      type: 'application/json',
      stored: await keepBytes(objects, organizationId, yieldOnce(content)),
    })
    const original = await saveUpload(parts, { ...facts, name, type: 'application/octet-stream', stored })
    isStored = true
    return await service.create({
      organizationId,
      userId,
      values: {
        title: framework.title,
        frameworkId: framework.id,
        version: framework.version,
        format,
        controlCount: framework.controls.length,
        mappedCount: countMapped(framework),
        leftOutCount: leftOut,
        fileName: name,
        fileSha256: createHash('sha256').update(bytes).digest('hex'),
        originalId: original.file.id,
        contentId: contentUpload.file.id,
      },
    })
  } finally {
    // Retention finds leftovers.
    if (!isStored) await objects.delete({ organizationId, key: stored.objectKey }).catch(() => undefined)
  }
}

async function loadBytes({ objects }: ProposalParts, organizationId: string, key: string): Promise<Uint8Array> {
  const bytes = await objects.get({ organizationId, key })
  if (bytes === undefined) throw createRefusal('The file is gone. Send it again.')
  return new Uint8Array(await new Response(bytes).arrayBuffer())
}

/** An OSCAL profile names the catalogs that it imports from. Those that were taken earlier are found by the names of their files. */
async function loadBeside(
  parts: ProposalParts,
  organizationId: string,
  bytes: Uint8Array,
  known: readonly ThingRecord<typeof ownFramework.all>[],
): Promise<readonly FrameworkBytes[]> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const files = new Map<string, string>()
  for (const { values } of known)
    if (values.originalId && !files.has(values.fileName) && text.includes(values.fileName))
      files.set(values.fileName, values.originalId)
  const chosen = [...files].slice(0, filesBesideMax)
  const loaded = chosen.map(async ([name, fileId]) => {
    const upload = await parts.runtime.workspace.evidenceUploads.find(fileId, organizationId)
    return upload && { name, bytes: await loadBytes(parts, organizationId, upload.file.objectKey) }
  })
  return (await Promise.all(loaded)).filter((file) => file !== undefined)
}

function refuseKnown({ id }: Framework, known: readonly ThingRecord<typeof ownFramework.all>[]): void {
  const same = known.find(({ values }) => values.frameworkId === id)
  if (same)
    throw createRefusal(
      same.state === 'proposed'
        ? `There is a preview of "${id}" already. Use or delete it first.`
        : `There is a framework "${id}" already. Give the new edition an id of its own, so that both stand side by side.`,
    )
}

/** Controls that the file itself maps to checks or to statements that count. */
function countMapped({ id, controls, mappings = [], statements }: Framework): number {
  const mapped = new Set(mappings.map(({ control }) => control))
  return controls.filter((control) => {
    const asked =
      statements && Object.hasOwn(statements.controls, control.id) ? statements.controls[control.id] : undefined
    const counts = Object.values(asked?.statements ?? {}).some((demand) => statements && countsFor(statements, demand))
    return counts || mapped.has(`${id}:${control.id}`)
  }).length
}
