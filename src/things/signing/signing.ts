import { createPrivateKey } from 'node:crypto'
import { createKeySigner, generateSigningKey, publicKeyOf, type Signer } from '../../evidence/bundle/signer.ts'
import type { SigningKeyRecord } from '../../evidence/bundle/signing-key-store.ts'
import type { Declared } from '../parts/declared-service.ts'
import { toIsoTime, type Uses } from '../parts/runtime-parts.ts'
import type { SigningKey, SigningService } from './signing-service.ts'

export function createSigningService(
  parts: Uses<'signingKeys', 'vault' | 'clock' | 'options'>,
): Declared<SigningService> {
  const { store, options } = parts
  return {
    signer: {
      change: () => openSigner(parts),
      audit: { unaudited: "The first call makes the store's key, which belongs to no organization, and so to no log." },
    },
    keys: {
      read: async () => [
        ...(await store.signingKeys.list()).map(({ fingerprint, publicKey, createdAtMs }) => ({
          fingerprint,
          publicKey,
          createdAt: toIsoTime(createdAtMs),
        })),
        ...(options.signer ? [toSigningKey(options.signer)] : []),
      ],
    },
  }
}

/**
 * One key for the whole store. The operator signs, whatever organization the evidence is about, and evidence of a
 * shredded organization stays verifiable.
 */
export async function openSigner({
  store,
  vault,
  clock,
  options,
}: Uses<'signingKeys', 'vault' | 'clock' | 'options'>): Promise<Signer> {
  if (options.signer) return options.signer
  const { fingerprint, sealedPrivateKey } =
    (await store.signingKeys.list()).at(-1) ?? (await makeKey({ store, vault, clock }))
  const key = Buffer.from(await vault.open(createSecretPlace(fingerprint), sealedPrivateKey), 'base64')
  return createKeySigner(createPrivateKey({ key, format: 'der', type: 'pkcs8' }))
}

async function makeKey({ store, vault, clock }: Uses<'signingKeys', 'vault' | 'clock'>): Promise<SigningKeyRecord> {
  const { privateKey, publicKey } = generateSigningKey()
  const { fingerprint, der } = publicKey
  const text = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  return store.signingKeys.insertIfNone({
    fingerprint,
    publicKey: der.toString('base64'),
    sealedPrivateKey: await vault.seal(createSecretPlace(fingerprint), text),
    createdAtMs: clock.nowMs(),
  })
}

function createSecretPlace(fingerprint: string) {
  return { organizationId: null, ownerId: fingerprint, field: 'signing_key' }
}

function toSigningKey({ publicKey }: Signer): SigningKey {
  const { fingerprint, der } = publicKeyOf(publicKey)
  return { fingerprint, publicKey: der.toString('base64'), createdAt: undefined }
}
