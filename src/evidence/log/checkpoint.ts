import { decodeBase64, encodeBase64 } from '../../text/base64.ts'
import { isObject } from '../../text/is-object.ts'
import { parseJson } from '../../text/parse-json.ts'
import type { Signer } from '../bundle/signer.ts'
import { isKeyName, type NoteVerifier, openNote, signNote } from './note.ts'
import type { TreeHead } from './verify-proof.ts'

/** What a log says of itself at one time (https://c2sp.org/tlog-checkpoint). */
export interface Checkpoint extends TreeHead {
  /** Names the log: no two logs have the same. */
  readonly origin: string
}

/**
 * Signs a checkpoint as a note, under the name of the log.
 * @throws CheckwrightError `SIGNING_FAILED`; see {@link signNote}
 */
export function signCheckpoint({ origin, size, root }: Checkpoint, signer: Signer): Promise<string> {
  return signNote(`${origin}\n${size}\n${encodeBase64(root)}\n`, origin, signer)
}

/**
 * Reads a signed checkpoint.
 * @returns undefined where no given verifier signed it, or it says anything but origin, size and root
 */
export async function openCheckpoint(
  note: string,
  verifiers: readonly NoteVerifier[],
): Promise<Checkpoint | undefined> {
  const signed = await openNote(note, verifiers)
  const [origin, size, root, ...rest] = signed?.text.split('\n') ?? []
  if (origin === undefined || size === undefined || root === undefined) return undefined
  // Only the empty text behind the last line feed may follow: what we do not read may change what is meant.
  if (rest.length !== 1 || rest[0] !== '' || !isKeyName(origin) || !/^(?:0|[1-9]\d{0,15})$/.test(size)) return undefined
  const hash = decodeBase64(root)
  if (hash?.byteLength !== 32 || !Number.isSafeInteger(Number(size))) return undefined
  return { origin, size: Number(size), root: hash }
}

/** The note in a text that somebody kept: the note itself, or JSON with a `checkpoint`, such as an answer of the API or a proof. */
export function findCheckpoint(text: string): string {
  const value = text.startsWith('{') ? parseJson(text) : undefined
  return isObject(value) && typeof value.checkpoint === 'string' ? value.checkpoint : text
}
