import { decodeBase64, encodeBase64 } from '../../text/base64.ts'
import { areEqualBytes } from '../../text/equal-bytes.ts'
import { joinBytes } from '../../text/join-bytes.ts'
import type { Verifier } from '../bundle/dsse.ts'
import { publicKeyOf, type Signer, signBytes } from '../bundle/signer.ts'
import { hashBytes } from './hash-bytes.ts'

/** A key under the name that signatures of notes carry. */
export interface NoteVerifier {
  /** Not empty, without white space or "+". */
  readonly name: string
  readonly key: Verifier
}

/** What a note says, and the names of the given verifiers whose signatures hold. */
export interface SignedNote {
  /** Ends with a line feed. */
  readonly text: string
  /** Not empty. */
  readonly signedBy: readonly string[]
}

/**
 * Signs a text as a note (https://c2sp.org/signed-note): the text, an empty line, one line for the signature.
 * @param text lines that end with a line feed, without control characters
 * @throws CheckwrightError `SIGNING_FAILED` when the signature does not fit the signer's own public key
 */
export async function signNote(text: string, name: string, signer: Signer): Promise<string> {
  if (!isKeyName(name)) throw new TypeError('A note is signed under a name without white space and "+".')
  if (!isNoteText(text)) throw new TypeError('A note is lines of text that end with a line feed.')
  const key = publicKeyOf(signer.publicKey)
  const signature = await signBytes(encodeText(text), signer)
  const blob = encodeBase64(joinBytes([computeKeyId({ name, key }), signature]))
  return `${text}\n${signaturePrefix}${name} ${blob}\n`
}

/**
 * Reads a note and checks its signatures.
 * @returns undefined where the form is another, no given verifier signed it, or one of them did and the signature is wrong.
 *   Signatures by other keys are left out of account.
 */
export async function openNote(note: string, verifiers: readonly NoteVerifier[]): Promise<SignedNote | undefined> {
  if (note.length > maximumLength) return undefined
  const split = note.lastIndexOf('\n\n')
  if (split < 0 || !note.endsWith('\n')) return undefined
  const text = note.slice(0, split + 1)
  const lines = note.slice(split + 2, -1).split('\n')
  if (!isNoteText(text) || lines.length > maximumSignatures) return undefined
  const signedBy = new Set<string>()
  for (const line of lines) {
    const signature = parseSignature(line)
    if (signature === undefined) return undefined
    const own = verifiers.find(
      (each) => each.name === signature.name && areEqualBytes(computeKeyId(each), signature.keyId),
    )
    if (own === undefined) continue
    if (!(await own.key.verifies(encodeText(text), signature.bytes))) return undefined
    signedBy.add(own.name)
  }
  return signedBy.size === 0 ? undefined : { text, signedBy: [...signedBy] }
}

/** The key as other tools of the field read it: `<name>+<key id, hex>+<0x01 and the key, base64>`. */
export function formatVerifierKey(verifier: NoteVerifier): string {
  const id = Buffer.from(computeKeyId(verifier)).toString('hex')
  return `${verifier.name}+${id}+${encodeBase64(joinBytes([ed25519, readRawKey(verifier.key)]))}`
}

/** Whether a note may be signed under the name. */
export function isKeyName(name: string): boolean {
  return name !== '' && !/[\s+]/u.test(name) && name.isWellFormed()
}

/** Finds the key among several with one name; four bytes are no proof of anything. */
function computeKeyId({ name, key }: NoteVerifier): Uint8Array {
  return hashBytes(encodeText(`${name}\n`), ed25519, readRawKey(key)).subarray(0, 4)
}

function parseSignature(line: string) {
  const [, name, base64] = /^— (\S+) (\S+)$/u.exec(line) ?? []
  if (name === undefined || base64 === undefined || !isKeyName(name)) return undefined
  const blob = decodeBase64(base64)
  if (blob === undefined || blob.byteLength < 5) return undefined
  return { name, keyId: blob.subarray(0, 4), bytes: blob.subarray(4) }
}

function isNoteText(text: string): boolean {
  return text.endsWith('\n') && text.isWellFormed() && !/[\u0000-\u0009\u000b-\u001f]/u.test(text)
}

/** The 32 bytes of RFC 8032, which end the SubjectPublicKeyInfo (RFC 8410 §4). */
function readRawKey({ der }: Verifier): Uint8Array {
  return der.subarray(-32)
}

function encodeText(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

const signaturePrefix = '— '
const ed25519 = Uint8Array.of(1)
const maximumLength = 1_000_000
const maximumSignatures = 100
