import { encodeBase64 } from '../../text/base64.ts'
import { type Envelope, encodePreAuthentication } from './dsse.ts'
import { publicKeyOf, type Signer, signBytes } from './signer.ts'
import { payloadType } from './statement.ts'

/** `statement.intoto.jsonl`: an envelope a line. @throws CheckwrightError `SIGNING_FAILED` */
export async function signStatements(payloads: readonly string[], signer: Signer): Promise<string> {
  const lines: string[] = []
  for (const payload of payloads) lines.push(await signEnvelope(new TextEncoder().encode(payload), payloadType, signer))
  return lines.map((line) => `${line}\n`).join('')
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
    payload: encodeBase64(payload),
    payloadType,
    signatures: [{ keyid: publicKey.fingerprint, sig: encodeBase64(signature) }],
  }
  return JSON.stringify(envelope)
}
