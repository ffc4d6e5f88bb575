import type { JsonWebKeyInput, KeyObject } from 'node:crypto'
import { parseJson } from './parse-json.ts'
import { restorePem } from './restore-pem.ts'

/** A private key, or what to do about a text that is none. */
export type PrivateKeyReading = { readonly key: KeyObject } | { readonly problem: string }

/**
 * A private key as vendors and environment files give it: PEM as PKCS#8, PKCS#1 (RFC 8017 A.1.2) or SEC 1 (RFC 5915), on one line, with
 * `\n` as two characters, in quotes, in base64, as a JWK, or in the file of a service account.
 * @returns a `problem` completes "The key …". It has nothing of the text, and no line that looks like a key
 */
export function readPrivateKey(text: string): PrivateKeyReading {
  const pem = restorePem(findMemberKey(text))
  const problem = findOtherForm(pem)
  if (problem !== undefined) return { problem }
  // Loaded on use, because the import of the package takes no time.
  const { createPrivateKey } = process.getBuiltinModule('node:crypto')
  try {
    return { key: createPrivateKey(pem.startsWith('{') ? readJwk(pem) : pem) }
  } catch {
    // What it throws may quote the key.
    const isPem = /-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)
    return {
      problem: isPem
        ? 'is a private key that cannot be read; copy the whole file again, from its first line to its last'
        : 'is no private key; paste the PEM file, whose first line has the words BEGIN PRIVATE KEY',
    }
  }
}

/** The key within a file in JSON, as Google gives one for a service account: `private_key`. Otherwise the text itself. */
function findMemberKey(text: string): string {
  const [json] = /\{[\s\S]*"private_key"[\s\S]*\}/.exec(text) ?? []
  const file = json === undefined ? undefined : parseJson(json)
  if (typeof file !== 'object' || file === null || !('private_key' in file)) return text
  return typeof file.private_key === 'string' ? file.private_key : text
}

function readJwk(text: string): JsonWebKeyInput {
  return { format: 'jwk', key: JSON.parse(text) as JsonWebKeyInput['key'] }
}

/** What a key that looks right is, and how to convert it. */
function findOtherForm(pem: string): string | undefined {
  if (/ENCRYPTED PRIVATE KEY|Proc-Type: 4,ENCRYPTED/.test(pem))
    return 'is encrypted with a passphrase; decrypt a copy of it: openssl pkcs8 -in key.pem -out plain.pem'
  if (pem.includes('BEGIN OPENSSH PRIVATE KEY'))
    return 'has the form of OpenSSH; convert a copy of it: ssh-keygen -p -m PKCS8 -f key'
  if (pem.startsWith('PuTTY-User-Key-File')) return 'has the form of PuTTY; export it as a PEM file by puttygen'
  if (/BEGIN (?:[A-Z]+ )?PUBLIC KEY|^ssh-(?:rsa|ed25519) /.test(pem))
    return 'is the public half; paste the private key that belongs to it'
  if (/BEGIN CERTIFICATE/.test(pem) && !/PRIVATE KEY/.test(pem))
    return 'is a certificate; paste the private key that belongs to it'
  return undefined
}
