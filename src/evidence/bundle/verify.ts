import { basename } from 'node:path'
import { type ProofProblem, toProofFile, verifyLogProof } from '../log/log-proof.ts'
import type { BundleSource } from './bundle-source.ts'
import { computeDigests } from './compute-digests.ts'
import type { ManifestHead } from './manifest.ts'
import { openBundle } from './open-bundle.ts'
import { formatFingerprint, type PublicKey, publicKeyOf } from './signer.ts'
import { createFailedVerification, type Trust, type Verification, verifySource } from './verify-source.ts'

/** The trusted keys. */
export interface TrustedKeys {
  readonly keys: readonly PublicKey[]
  /** Keys with a known fingerprint only: the key itself is then taken from the bundle, if it is there. */
  readonly fingerprints?: readonly string[] | undefined
}

export interface VerifyOptions {
  /** Text of the proof that a log has the run; see `formatLogProof`. @default the log is not asked about */
  readonly proof?: string | undefined
}

/**
 * Proves that every byte of a bundle was signed by the holder of a trusted key. Otherwise lists the problems, by file
 * and field. Nothing in the bundle is trusted before, especially not its keys.
 * @throws CheckwrightError `BUNDLE_INVALID` when there is nothing that could be a bundle
 */
export async function verifyBundle(
  path: string,
  trusted: TrustedKeys,
  { proof }: VerifyOptions = {},
): Promise<Verification> {
  const known: PublicKey[] = []
  const trust = createTrust(trusted, (key) => known.push(key))
  const source = await openBundle(path)
  try {
    const verification = await verifySource(source, trust, path)
    if (!verification.verified || proof === undefined) return verification
    const log = await findLogEntry(proof, source, verification.run, [...trusted.keys, ...known])
    if (typeof log === 'string') return createFailedVerification([{ file: basename(toProofFile(path)), message: log }])
    return { ...verification, log }
  } finally {
    await source.close()
  }
}

/**
 * The trusted keys as a verification asks for them.
 * @param tell is told the keys that bundles bring along and whose fingerprints are trusted
 */
export function createTrust({ keys, fingerprints = [] }: TrustedKeys, tell?: (key: PublicKey) => void): Trust {
  return {
    keys,
    takeKey: (der) => {
      if (!fingerprints.includes(formatFingerprint(der))) return undefined
      const key = publicKeyOf(der)
      tell?.(key)
      return key
    },
  }
}

/** @returns where the log has exactly this bundle, or what is wrong with the proof */
async function findLogEntry(
  proof: string,
  source: BundleSource,
  run: ManifestHead['run'],
  keys: readonly PublicKey[],
): Promise<{ readonly origin: string; readonly number: number; readonly size: number } | string> {
  const proven = verifyLogProof(proof, (name) => keys.map((key) => ({ name, key })))
  if (typeof proven === 'string') return proofProblems[proven]
  const { origin, number, size, record } = proven
  const kind = run.kind === 'access-review' ? 'review.ended' : 'run.ended'
  if (record.kind !== kind || record.subject !== run.id) return `is about ${record.kind} of ${record.subject}.`
  const [manifest] = await computeDigests(source, ['manifest.json'])
  return record.facts?.manifest === manifest?.sha256
    ? { origin, number, size }
    : 'is of another bundle of this run: the log has the digest of another manifest.json.'
}

const proofProblems: Readonly<Record<ProofProblem, string>> = {
  unreadable: 'is not a proof that this version can read.',
  unsigned: 'has a checkpoint that no trusted key signed.',
  'not-in-log': 'does not lead from the entry to the signed checkpoint.',
}
