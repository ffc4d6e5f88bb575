import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openTempFolder } from '../../http/files/temp-folder.ts'
import { openBundle } from '../bundle/open-bundle.ts'
import { createTrust, type TrustedKeys } from '../verification/verify.ts'
import { openPackage } from './open-package.ts'
import { type PackageVerification, type PackageVerifyOptions, verifyPackageSource } from './verify-package-source.ts'

/**
 * Proves that every byte of a package was signed by the holder of a trusted key, and every bundle in it too. Otherwise lists what
 * differs, by file and field. Nothing in it is trusted before.
 * @throws CheckwrightError `BUNDLE_INVALID` when there is nothing that could be a package
 */
export async function verifyPackage(
  path: string,
  trusted: TrustedKeys,
  options: PackageVerifyOptions = {},
): Promise<PackageVerification> {
  const source = await openPackage(path)
  await using folder = await openTempFolder('package')
  const copy = join(folder.path, 'run.zip')
  const open = async (file: string) => {
    await pipeline(source.read(file), createWriteStream(copy))
    return openBundle(copy)
  }
  try {
    return await verifyPackageSource(source, { ...createTrust(trusted), openBundle: open }, path, options)
  } finally {
    await source.close()
  }
}
