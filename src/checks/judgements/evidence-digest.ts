import { createHash } from 'node:crypto'
import type { CheckData } from '../../define/index.ts'
import { toCanonicalJson } from '../../inventory/canonical-json.ts'
import { isObject } from '../../text/is-object.ts'

/**
 * The evidence that a judgement is bound to: the SHA-256 of its canonical JSON, hexadecimal, without the members that
 * its check calls volatile.
 */
export function computeEvidenceDigest(
  { evidence }: { readonly evidence: unknown },
  { volatile = [] }: Pick<CheckData, 'volatile'>,
): string {
  const judged = isObject(evidence)
    ? Object.fromEntries(Object.entries(evidence).filter(([name]) => !volatile.includes(name)))
    : evidence
  return createHash('sha256').update(toCanonicalJson(judged)).digest('hex')
}
