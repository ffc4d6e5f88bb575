import { createPrivateKey } from 'node:crypto'
import { generateSigningKey, keySigner, publicKeyOf, type Signer } from '../evidence/signer.ts'
import type { SigningKeyRecord } from '../evidence/signing-key-store.ts'
import { isoTime, type Parts } from './parts.ts'
import type { SigningKey, SigningService } from './signing-service.ts'

/**
 * One key for the whole store: who signs is the operator, whatever organization the evidence is about, and evidence of an
 * organization that was shredded stays verifiable.
 */
export function signingService({ store, vault, clock, options }: Parts): SigningService {
  const placeOf = (fingerprint: string) => ({ organizationId: null, ownerId: fingerprint, field: 'signing_key' })
  const made = async (): Promise<SigningKeyRecord> => {
    const { privateKey, publicKey } = generateSigningKey()
    const { fingerprint, der } = publicKey
    const text = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
    return store.signingKeys.insertIfNone({
      fingerprint,
      publicKey: der.toString('base64'),
      sealedPrivateKey: await vault.seal(placeOf(fingerprint), text),
      createdAtMs: clock.nowMs(),
    })
  }
  return {
    signer: async () => {
      if (options.signer) return options.signer
      const { fingerprint, sealedPrivateKey } = (await store.signingKeys.list()).at(-1) ?? (await made())
      const key = Buffer.from(await vault.open(placeOf(fingerprint), sealedPrivateKey), 'base64')
      return keySigner(createPrivateKey({ key, format: 'der', type: 'pkcs8' }))
    },
    keys: async () => [
      ...(await store.signingKeys.list()).map(({ fingerprint, publicKey, createdAtMs }) => ({
        fingerprint,
        publicKey,
        createdAt: isoTime(createdAtMs),
      })),
      ...(options.signer ? [shownSigner(options.signer)] : []),
    ],
  }
}

function shownSigner({ publicKey }: Signer): SigningKey {
  const { fingerprint, der } = publicKeyOf(publicKey)
  return { fingerprint, publicKey: der.toString('base64'), createdAt: undefined }
}
