import * as z from 'zod/mini'
import type { Clock } from '../../define/index.ts'

/** As long as a person may take at the provider. */
const flowLifeSeconds = 600

/** What a browser keeps, sealed, while a person is at the provider. */
const Flow = z.object({
  issuerId: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  invitation: z.optional(z.string()),
  fresh: z.optional(z.boolean()),
})

export type SignInFlow = z.infer<typeof Flow>

/** What flows are sealed with. */
interface SealsFlows {
  readonly secret: (name: string) => Promise<Uint8Array>
  readonly clock: Clock
}

export async function sealFlow({ secret, clock }: SealsFlows, flow: SignInFlow): Promise<string> {
  const { EncryptJWT } = await import('jose')
  return new EncryptJWT({ ...flow })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(Math.floor(clock.nowMs() / 1000) + flowLifeSeconds)
    .encrypt(await secret('sign-in-flows'))
}

/** @returns undefined for what is altered, over, sealed by another service, or not of this shape (an older version's) */
export async function openFlow({ secret, clock }: SealsFlows, sealed: string): Promise<SignInFlow | undefined> {
  const [{ jwtDecrypt }, key] = await Promise.all([import('jose'), secret('sign-in-flows')])
  try {
    const { payload } = await jwtDecrypt(sealed, key, {
      currentDate: new Date(clock.nowMs()),
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return Flow.parse(payload)
  } catch {
    return undefined
  }
}
