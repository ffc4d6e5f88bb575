import * as z from 'zod/mini'
import type { Clock } from '../../define/index.ts'
import { type ClaimSeal, openClaims, sealClaims } from '../parts/sealed-claims.ts'

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

export function sealFlow(seals: SealsFlows, flow: SignInFlow): Promise<string> {
  return sealClaims(chooseSeal(seals), flow, flowLifeSeconds)
}

/** @returns undefined for what is altered, over, sealed by another service, or not of this shape (an older version's) */
export function openFlow(seals: SealsFlows, sealed: string): Promise<SignInFlow | undefined> {
  return openClaims(chooseSeal(seals), sealed, Flow)
}

function chooseSeal({ secret, clock }: SealsFlows): ClaimSeal {
  return { clock, loadKey: () => secret('sign-in-flows') }
}
