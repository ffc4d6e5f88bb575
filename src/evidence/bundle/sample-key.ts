/**
 * `keyId` of the key of a store with sample data. Each manifest repeats it, under the signature, so nobody can show such evidence as that of
 * a real organization. No other key has this name.
 */
export const sampleKeyId = 'sample'

/** What a verification says of the signer of a manifest, under whose signature that stands. */
export function tellSample(signer: { readonly keyId?: string | undefined } | undefined): true | undefined {
  return signer?.keyId === sampleKeyId ? true : undefined
}
