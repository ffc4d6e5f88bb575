import { encodeBase64 } from '../../text/base64.ts'
import { formatCommandTemplate } from '../../text/command-template.ts'
import type { BundleSource } from '../bundle/bundle-source.ts'
import type { Verifier } from '../bundle/dsse.ts'
import type { ManifestRun } from '../bundle/manifest.ts'
import { ofStranger } from '../bundle/problem-kind.ts'
import type { LogRecord } from '../log/log-entry.ts'
import { type ProofProblem, verifyLogProof } from '../log/log-proof.ts'
import { readManifestDigest } from './read-manifest-digest.ts'

/** The place of a bundle's run in a transparency log. */
export interface BundleLogEntry {
  /** Name of the log. */
  readonly origin: string
  /** From 0. */
  readonly number: number
  /** How many entries the log had when this was proven. */
  readonly size: number
  /** Hash over all of them, base64. */
  readonly root: string
}

/**
 * Whether a log has exactly this bundle, by the proof beside it.
 * @param run of the bundle, whose bytes are verified
 * @param keys those that are trusted
 * @returns the place, or what is wrong with the proof
 */
export async function findLogEntry(
  proof: string,
  source: BundleSource,
  run: ManifestRun,
  keys: readonly Verifier[],
): Promise<BundleLogEntry | string> {
  const proven = await verifyLogProof(proof, (name) => keys.map((key) => ({ name, key })))
  if (typeof proven === 'string') return problems[proven]
  const { origin, number, size, root, record } = proven
  const kind = run.kind === 'access-review' ? 'review.ended' : 'run.ended'
  if (record.kind !== kind || record.subject !== run.id)
    return `is about ${record.kind} of ${record.subject}, and this is the bundle of the run ${run.id}. Ask for the proof of this run.`
  const unlike = tellOtherBundle(record, await readManifestDigest(source))
  return unlike ?? { origin, number, size, root: encodeBase64(root) }
}

/** Why the entry of a bundle's run is not about this bundle; undefined if it is. @param digest of its manifest.json */
export function tellOtherBundle({ facts }: Pick<LogRecord, 'facts'>, digest: string): string | undefined {
  const manifest = facts?.manifest
  if (manifest === digest) return undefined
  return manifest === undefined
    ? 'is of an entry that names no bundle: the log has the run and its status, and not what "run --out" wrote of it. A service that keeps evidence enters its bundles.'
    : 'is of another bundle of this run: the log has the digest of another manifest.json. Ask the signer which of the two is the first.'
}

const problems: Readonly<Record<ProofProblem, string>> = {
  unreadable: `is not a proof that this version can read. Ask for it again: "${formatCommandTemplate('log prove <bundle>')}" writes it.`,
  unsigned: `has a checkpoint that was changed, or that is signed by ${ofStranger}. If the signer has a newer key, give its public key, too.`,
  'not-in-log':
    'does not lead from the entry to the signed checkpoint: the entry, its number or the hashes were changed, or the log does not have it.',
}
