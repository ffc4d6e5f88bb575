import { isObject } from '../../define/index.ts'
import { parseJson } from '../../text/parse-json.ts'
import { type PublicKey, publicKeyOf, type Signer, signBytes } from './signer.ts'

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

/**
 * Signs a message and wraps it, as one line of JSON.
 * @throws CheckwrightError `SIGNING_FAILED` when the signature does not fit the signer's own public key
 */
export async function signEnvelope(payload: Uint8Array, payloadType: string, signer: Signer): Promise<string> {
  const publicKey = publicKeyOf(signer.publicKey)
  const message = encodePreAuthentication(payloadType, payload)
  const signature = await signBytes(message, signer)
  const envelope: Envelope = {
    payload: Buffer.from(payload).toString('base64'),
    payloadType,
    signatures: [{ keyid: publicKey.fingerprint, sig: Buffer.from(signature).toString('base64') }],
  }
  return JSON.stringify(envelope)
}

/** The signed bytes: `DSSEv1`, then type and payload, each after its length in bytes. */
export function encodePreAuthentication(payloadType: string, payload: Uint8Array): Uint8Array {
  const head = `DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.byteLength} `
  return Buffer.concat([Buffer.from(head), payload])
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

/** Whether the envelope carries a signature by the key. */
export function isSignedBy({ payload, payloadType, signatures }: Envelope, key: PublicKey): boolean {
  const message = encodePreAuthentication(payloadType, Buffer.from(payload, 'base64'))
  const own = signatures.filter(({ keyid }) => keyid === key.fingerprint)
  return own.length > 0 && own.every(({ sig }) => key.verifies(message, Buffer.from(sig, 'base64')))
}

/** In the standard alphabet, padded, without surplus bits. */
function isBase64(text: string): boolean {
  return Buffer.from(text, 'base64').toString('base64') === text
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
