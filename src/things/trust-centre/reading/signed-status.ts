import { CheckwrightError } from '../../../errors/index.ts'
import type { PublicStatus } from '../../../evidence/status/public-status.ts'
import { keepBytes, yieldOnce } from '../../../service/files/keep-file.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'
import { loadBrand } from '../../appearance/load-brand.ts'
import type { ThingRecord } from '../../declared/services/thing-service.ts'
import { signStatusOf } from '../../packages/making/sign-status.ts'
import { requireFound } from '../../parts/runtime-parts.ts'
import { saveUpload } from '../../uploads/reading/uploads.ts'
import { rememberedStatusesMax } from '../limits.ts'
import { trustCentre, trustStatus } from '../thing.ts'

type PublishParts = Pick<HostParts, 'runtime' | 'objects'>

/**
 * Signs the state of the named controls of a package, which the trust centre shows from then on.
 * @throws StoreError `NOT_FOUND`; CheckwrightError `RECORD_INVALID` for a centre that names no control or one that the package does not
 * have, `BUNDLE_INVALID` for a package that no key of this store signed
 */
export async function publishStatus(
  { runtime, objects }: PublishParts,
  by: {
    readonly organizationId: string
    readonly userId: string | undefined
    readonly centreId: string
    readonly packageId: string
  },
): Promise<ThingRecord<typeof trustStatus.all>> {
  const { organizationId, userId, centreId, packageId } = by
  const centre = requireFound(
    await runtime.serviceOf(trustCentre).get({ organizationId, id: centreId }),
    'trust centre',
  )
  const { controls: show, name } = centre.values
  if (show === null)
    throw new CheckwrightError('The trust centre names no controls. Name those that everybody may see.', {
      code: 'RECORD_INVALID',
    })
  const brand = await loadBrand(runtime, { organizationId, name })
  const { files, status } = await signStatusOf(runtime, { organizationId, packageId }, { show, brand }).catch(
    refuseChoice,
  )
  const bytes = Buffer.from(JSON.stringify(Object.fromEntries(files)))
  const upload = await saveUpload(
    { runtime, objects },
    {
      organizationId,
      userId: userId ?? null,
      formType: 'trust-status',
      name: 'trust-status.json',
      type: 'application/json',
      stored: await keepBytes(objects, organizationId, yieldOnce(bytes)),
    },
  )
  const { framework, period } = status
  const values = {
    framework: framework.title,
    centreId,
    firstDay: period.from,
    lastDay: period.to,
    packageId,
    fileId: upload.file.id,
  }
  return runtime.serviceOf(trustStatus).create({ organizationId, userId, values })
}

/** A control that the package does not have is a mistake in the trust centre here, and not in a command. */
function refuseChoice(error: unknown): never {
  if (error instanceof CheckwrightError && error.code === 'CLI_USAGE')
    throw new CheckwrightError(error.message, { code: 'RECORD_INVALID', cause: error })
  throw error
}

/** The signed files of a status page, by name. */
export interface SignedStatus {
  readonly files: Readonly<Record<string, string>>
  readonly status: PublicStatus
}

/** Reads what was published last. Its bytes never change, so that a process remembers them. */
export function createStatusReader({ runtime, objects }: PublishParts) {
  const remembered = new Map<string, SignedStatus>()
  return async ({
    organizationId,
    id,
    values,
  }: ThingRecord<typeof trustCentre.all>): Promise<SignedStatus | undefined> => {
    const [newest] = await runtime.serviceOf(trustStatus).list({ organizationId, where: { centreId: id }, limit: 1 })
    const fileId = newest?.values.fileId
    if (!fileId) return undefined
    const known = remembered.get(fileId) ?? (await read(organizationId, fileId))
    // A control that is named no longer is not shown, and nothing of a signed page can be left out.
    const isNamed = known?.status.controls.every((control) => values.controls?.includes(control.id))
    return isNamed ? known : undefined
  }

  async function read(organizationId: string, fileId: string): Promise<SignedStatus | undefined> {
    const upload = await runtime.workspace.evidenceUploads.find(fileId, organizationId)
    const bytes = upload && (await objects.get({ organizationId, key: upload.file.objectKey }))
    if (bytes === undefined) return undefined
    const files = (await new Response(bytes).json()) as SignedStatus['files']
    const signed = { files, status: JSON.parse(files['status.json'] ?? '') as PublicStatus }
    const [oldest] = remembered.keys()
    if (remembered.size >= rememberedStatusesMax && oldest !== undefined) remembered.delete(oldest)
    remembered.set(fileId, signed)
    return signed
  }
}
