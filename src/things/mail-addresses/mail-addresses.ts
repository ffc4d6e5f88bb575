import { hashSecret } from '../../auth/secret.ts'
import { AuthError } from '../../errors/index.ts'
import type { MailAddressRecord, MailAddressState } from '../../service/records/mail-addresses.ts'
import type { Declared } from '../parts/declared-service.ts'
import type { Uses } from '../parts/runtime-parts.ts'

/** Addresses to which organizations send notices: one counts after its owner has agreed. */
export interface MailAddressService {
  /** What a link in a letter is about, without using it up. Undefined: it was used, is too old, or a later letter replaced it. */
  question(token: string): Promise<Pick<MailAddressRecord, 'organizationId' | 'address'> | undefined>
  /**
   * The answer of the owner of an address, by the link that they were sent.
   * @throws AuthError `SIGN_IN_REFUSED` for a link that does not work
   */
  answer(answer: {
    readonly token: string
    readonly state: Exclude<MailAddressState, 'unconfirmed'>
  }): Promise<Pick<MailAddressRecord, 'organizationId' | 'address'>>
}

/** @param wake notices may be due that have waited for the answer */
export function createMailAddressService(
  { store, clock }: Uses<'mailAddresses' | 'webhooks', 'clock'>,
  wake: () => void,
): Declared<MailAddressService> {
  return {
    question: {
      read: async (token) => {
        const found = await store.mailAddresses.findToken(hashSecret(token))
        return found && found.tokenExpiresAtMs > clock.nowMs() ? found : undefined
      },
    },
    answer: {
      change: async ({ token, state }) => {
        const nowMs = clock.nowMs()
        const answered = await store.mailAddresses.answer({ tokenHash: hashSecret(token), nowMs, state })
        if (answered === undefined)
          throw new AuthError('This link was used already, is older than three days, or a later letter replaced it.', {
            code: 'SIGN_IN_REFUSED',
          })
        if (state === 'confirmed') {
          await store.webhooks.retryMail(answered.organizationId, nowMs)
          wake()
        }
        return answered
      },
      audit: {
        action: 'mail-address.answer',
        fields: ({ state }) => ({ [state]: true }),
        organizationAfter: ({ organizationId }) => organizationId,
        // Who has read the log must not learn addresses.
        target: () => null,
      },
    },
  }
}
