import { createPrivateKey } from 'node:crypto'
import { StoreError } from '../../errors/index.ts'
import { sampleKeyId } from '../../evidence/bundle/sample-key.ts'
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
  const { fingerprint, name, sealedPrivateKey } =
    (await store.signingKeys.list()).at(-1) ?? (await makeKey({ store, vault, clock }, null))
  const key = Buffer.from(await vault.open(createSecretPlace(fingerprint), sealedPrivateKey), 'base64')
  const signer = createKeySigner(createPrivateKey({ key, format: 'der', type: 'pkcs8' }))
  return name === null ? signer : { ...signer, keyId: name }
}

/**
 * Whether the store has sample data, which its key says for ever.
 * @throws StoreError `STORE_CONFLICT` for a store that is to be a sample and has signed as a real one; TypeError for a signer of the host
 * that would hide the sample
 */
export async function settleSample(parts: Uses<'signingKeys', 'vault' | 'clock' | 'options'>): Promise<boolean> {
  const { options, store } = parts
  const newest = (await store.signingKeys.list()).at(-1)
  if (newest !== undefined && newest.name !== sampleKeyId && options.sample)
    throw new StoreError('This store has signed real evidence, so it cannot become a sample. Name another store.', {
      code: 'STORE_CONFLICT',
    })
  const isSample = options.sample === true || newest?.name === sampleKeyId
  if (options.signer && (isSample || options.signer.keyId === sampleKeyId))
    throw new TypeError(`createRuntime: the key id "${sampleKeyId}" is that of sample data, which has no other signer`)
  if (isSample && newest === undefined) await makeKey(parts, sampleKeyId)
  return isSample
}

async function makeKey(
  { store, vault, clock }: Uses<'signingKeys', 'vault' | 'clock'>,
  name: string | null,
): Promise<SigningKeyRecord> {
  const { privateKey, publicKey } = generateSigningKey()
  const { fingerprint, der } = publicKey
  const text = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')
  return store.signingKeys.insertIfNone({
    fingerprint,
    name,
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
