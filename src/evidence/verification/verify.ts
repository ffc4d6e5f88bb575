import { openBundle } from '../bundle/open-bundle.ts'
import { formatFingerprint, type PublicKey, publicKeyOf } from '../bundle/signer.ts'
import { type Trust, type Verification, type VerifyOptions, verifySource } from './verify-source.ts'

/** The trusted keys. */
export interface TrustedKeys {
  readonly keys: readonly PublicKey[]
  /** Keys with a known fingerprint only: the key itself is then taken from the bundle, if it is there. */
  readonly fingerprints?: readonly string[] | undefined
}

/**
 * Proves that every byte of a bundle was signed by the holder of a trusted key. Otherwise lists the problems, by file
 * and field. Nothing in the bundle is trusted before, especially not its keys.
 * @throws CheckwrightError `BUNDLE_INVALID` when there is nothing that could be a bundle
 */
export async function verifyBundle(
  path: string,
  trusted: TrustedKeys,
  options: VerifyOptions = {},
): Promise<Verification> {
  const source = await openBundle(path)
  try {
    return await verifySource(source, createTrust(trusted), path, options)
  } finally {
    await source.close()
  }
}

/** The trusted keys as a verification asks for them. */
export function createTrust({ keys, fingerprints = [] }: TrustedKeys): Trust {
  return {
    keys,
    fingerprints,
    takeKey: (der) => (fingerprints.includes(formatFingerprint(der)) ? publicKeyOf(der) : undefined),
  }
}
