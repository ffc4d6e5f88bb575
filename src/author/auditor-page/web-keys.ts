import type { Verifier } from '../../evidence/bundle/dsse.ts'
import type { Trust } from '../../evidence/verification/verify-source.ts'
import { decodeBase64, encodeBase64 } from '../../text/base64.ts'

/** Whether this browser can check Ed25519 signatures: it accepts the one of RFC 8032 §7.1, test 1, and no other. */
export async function canVerify(): Promise<boolean> {
  const key = await readKey(decodeBase64(example.key) ?? new Uint8Array())
  const signature = decodeBase64(example.signature) ?? new Uint8Array()
  const other = signature.map((byte, index) => (index === 0 ? byte ^ 1 : byte))
  try {
    const [accepts, refuses] = await Promise.all(
      [signature, other].map((each) => key?.verifies(new Uint8Array(), each)),
    )
    return accepts === true && refuses === false
  } catch {
    return false
  }
}

const example = {
  key: 'MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
  signature: '5VZDAMNgrHKQhuLMgG6CioSHfx645dl02HPgZSJJAVVfuIIVkKM7rMYeOXAc+bRr0lv18FlbviRlUUFDjnoQCw==',
}

/**
 * What a person typed or gave as a file: public keys in PEM, or fingerprints.
 * @returns undefined where it is neither, or a private key
 */
export async function readTrust(text: string): Promise<Trust | undefined> {
  if (text.includes('PRIVATE KEY')) return undefined
  const pems = text.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? []
  const keys: Verifier[] = []
  for (const pem of pems) {
    const key = await readKey(decodeBase64(pem.replaceAll(/-----[A-Z ]+-----|\s/g, '')) ?? new Uint8Array())
    if (!key) return undefined
    keys.push(key)
  }
  const fingerprints = pems.length > 0 ? [] : text.split(/\s+/).filter((each) => each !== '')
  if (keys.length + fingerprints.length === 0 || !fingerprints.every(isFingerprint)) return undefined
  return {
    keys,
    fingerprints,
    takeKey: async (der) => (fingerprints.includes(await formatFingerprint(der)) ? await readKey(der) : undefined),
  }
}

/** The same trust, which also keeps the keys that bundles brought along and whose fingerprints are trusted. */
export function keepKeys(trust: Trust): { readonly trust: Trust; readonly known: readonly Verifier[] } {
  const known = [...trust.keys]
  const takeKey = async (der: Uint8Array) => {
    const key = await trust.takeKey(der)
    if (key && !known.some(({ fingerprint }) => fingerprint === key.fingerprint)) known.push(key)
    return key
  }
  return { trust: { ...trust, takeKey }, known }
}

/** Nobody is trusted: the page can say who claims to have signed, and no more. */
export const trustNobody: Trust = { keys: [], fingerprints: [], takeKey: () => undefined }

function isFingerprint(text: string): boolean {
  return /^SHA256:[A-Za-z0-9+/]{43}$/.test(text)
}

/** @returns undefined for anything but an Ed25519 public key */
async function readKey(der: Uint8Array): Promise<Verifier | undefined> {
  try {
    const key = await importKey(der)
    return {
      fingerprint: await formatFingerprint(der),
      der,
      verifies: async (bytes, signature) =>
        signature.byteLength === 64 &&
        crypto.subtle.verify('Ed25519', key, new Uint8Array(signature), new Uint8Array(bytes)),
    }
  } catch {
    return undefined
  }
}

function importKey(der: Uint8Array) {
  return crypto.subtle.importKey('spki', new Uint8Array(der), 'Ed25519', false, ['verify'])
}

async function formatFingerprint(der: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(der))
  return `SHA256:${encodeBase64(new Uint8Array(digest)).replace(/=+$/, '')}`
}
