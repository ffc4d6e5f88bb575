import { decodeBase64 } from '../../text/base64.ts'
import { isObject } from '../../text/is-object.ts'
import { joinBytes } from '../../text/join-bytes.ts'
import { parseJson } from '../../text/parse-json.ts'

/** A signed message (DSSE v1.0.2, https://github.com/secure-systems-lab/dsse), with the members in this order. */
export interface Envelope {
  /** base64 */
  readonly payload: string
  readonly payloadType: string
  readonly signatures: readonly {
    /** The fingerprint of the key. Only a hint: the signature itself must fit a trusted key. */
    readonly keyid: string
    /** base64 */
    readonly sig: string
  }[]
}

/** The signed bytes: `DSSEv1`, then type and payload, each after its length in bytes. */
export function encodePreAuthentication(payloadType: string, payload: Uint8Array): Uint8Array {
  const type = new TextEncoder().encode(payloadType)
  const head = `DSSEv1 ${type.byteLength} ${payloadType} ${payload.byteLength} `
  return joinBytes([new TextEncoder().encode(head), payload])
}

/**
 * Reads an envelope in the exact form in which we write it, so that nothing in it can be changed unseen: repeated or
 * additional members, white space, another alphabet or stray bits of base64.
 * @returns undefined for any other form
 */
export function parseEnvelope(line: string): Envelope | undefined {
  const value = parseJson(line)
  if (!isObject(value) || !isText(value.payload) || !isText(value.payloadType) || !Array.isArray(value.signatures))
    return undefined
  const signatures = value.signatures.flatMap((each: unknown) =>
    isObject(each) && isText(each.keyid) && isText(each.sig) ? [{ keyid: each.keyid, sig: each.sig }] : [],
  )
  const envelope = { payload: value.payload, payloadType: value.payloadType, signatures }
  const texts = [envelope.payload, ...signatures.map(({ sig }) => sig)]
  return JSON.stringify(envelope) === line && texts.every(isBase64) ? envelope : undefined
}

/** A key that signatures are checked by. */
export interface Verifier {
  /** `SHA256:` and base64 without padding of the digest of the SubjectPublicKeyInfo. */
  readonly fingerprint: string
  /** SubjectPublicKeyInfo, DER. */
  readonly der: Uint8Array
  verifies(bytes: Uint8Array, signature: Uint8Array): boolean | Promise<boolean>
}

/** Whether the envelope carries a signature by the key, and no other that says so. */
export async function isSignedBy({ payload, payloadType, signatures }: Envelope, key: Verifier): Promise<boolean> {
  const message = encodePreAuthentication(payloadType, decodeBase64(payload) ?? new Uint8Array())
  const own = signatures.filter(({ keyid }) => keyid === key.fingerprint)
  for (const { sig } of own) if (!(await key.verifies(message, decodeBase64(sig) ?? new Uint8Array()))) return false
  return own.length > 0
}

function isBase64(text: string): boolean {
  return decodeBase64(text) !== undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
