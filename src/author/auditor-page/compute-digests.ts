import type {
  computeDigest as computeOneOnMachine,
  computeDigests as computeOnMachine,
} from '../../evidence/bundle/compute-digests.ts'
import { joinBytes } from '../../text/join-bytes.ts'
import { hashBytes as hashAtOnce } from './hash-bytes.ts'

/** As `src/evidence/bundle/compute-digests.ts`, by WebCrypto, which takes a file as a whole. */
export const computeDigests: typeof computeOnMachine = async (source, files) => {
  const digests = []
  for (const name of files) digests.push(await computeDigest(source, name))
  return digests
}

export const computeDigest: typeof computeOneOnMachine = async (source, name) => {
  const pieces: Uint8Array[] = []
  for await (const piece of source.read(name)) pieces.push(piece)
  return { name, sha256: await hashBytes(joinBytes(pieces)), size: source.size(name) }
}

/** SHA-256, lowercase hexadecimal. */
async function hashBytes(bytes: Uint8Array): Promise<string> {
  // A page from http has no WebCrypto: it cannot check a signature, and still tells which file differs.
  const digest =
    'subtle' in crypto
      ? new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)))
      : hashAtOnce(bytes)
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
