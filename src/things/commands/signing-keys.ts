import type { SigningKeyRecord } from '../../evidence/bundle/signing-key-store.ts'
import type { GlobalOptions } from '../../service/commands/context.ts'
import { openStore } from '../all-stores/index.ts'

/** The public halves of the store's signing keys. It needs and makes no master key. */
export async function readSigningKeys({
  store: url,
}: Pick<GlobalOptions, 'store'>): Promise<
  readonly Pick<SigningKeyRecord, 'fingerprint' | 'publicKey' | 'createdAtMs'>[]
> {
  const store = await openStore(url)
  try {
    return await store.signingKeys.list()
  } finally {
    await store.close()
  }
}
