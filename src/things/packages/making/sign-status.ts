import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { publicKeyOf } from '../../../evidence/bundle/signer.ts'
import { openTempFolder } from '../../../http/files/temp-folder.ts'
import { requireFound } from '../../parts/runtime-parts.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { StatusChoice, StatusSite } from './create-status-site.ts'

/**
 * Signs a status page of a package whose bytes the service has.
 * @throws StoreError `NOT_FOUND`; CheckwrightError `CLI_USAGE` for a control that the package does not have, `BUNDLE_INVALID` for a package
 * that no key of this store signed
 */
export async function signStatusOf(
  runtime: Runtime,
  of: { readonly organizationId: string; readonly packageId: string },
  choice: Pick<StatusChoice, 'show' | 'brand'>,
): Promise<StatusSite> {
  const folder = await openTempFolder('status')
  try {
    const path = join(folder.path, 'package.zip')
    await pipeline(Readable.fromWeb(await openStoredPackage(runtime, of)), createWriteStream(path))
    const { createStatusSite } = await import('./create-status-site.ts')
    const signer = await runtime.signing.signer()
    const keys = (await runtime.signing.keys()).map(({ publicKey }) => publicKeyOf(Buffer.from(publicKey, 'base64')))
    return await createStatusSite(path, { show: choice.show, hide: [], brand: choice.brand, trusted: { keys }, signer })
  } finally {
    await folder.remove()
  }
}

async function openStoredPackage(
  { packages, workspace: { files, objects } }: Runtime,
  { organizationId, packageId }: { readonly organizationId: string; readonly packageId: string },
) {
  const record = await packages.get({ organizationId, id: packageId })
  const file = record?.fileId ? await files.find(record.fileId) : undefined
  return requireFound(file && (await objects.get({ organizationId, key: file.objectKey })), 'stored package')
}
