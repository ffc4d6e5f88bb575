import type { computeDigests as computeOnMachine } from '../../evidence/bundle/compute-digests.ts'
import { joinBytes } from '../../text/join-bytes.ts'

/** As `src/evidence/bundle/compute-digests.ts`, by WebCrypto, which takes a file as a whole. */
export const computeDigests: typeof computeOnMachine = async (source, files) => {
  const digests = []
  for (const name of files) {
    const pieces: Uint8Array[] = []
    for await (const piece of source.read(name)) pieces.push(piece)
    digests.push({ name, sha256: await hashBytes(joinBytes(pieces)), size: source.size(name) })
  }
  return digests
}

/** SHA-256, lowercase hexadecimal. */
async function hashBytes(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
