import { createSecret, hashSecret } from '../../../auth/secret.ts'
import { formatAcknowledgementMessage, parseMailAddress } from '../../../service/notices/mail-message.ts'
import { toKey } from '../../mail-addresses/letters.ts'
import { toIsoTime, type Uses } from '../../parts/runtime-parts.ts'
import { type DueLetterParts, sendDueLetters } from '../../records/letters/send-due-letters.ts'
import { linkLifeMs, policyRequest } from '../requests.ts'
import { policy } from '../thing.ts'

export type PolicyLetterParts = DueLetterParts & Uses<'policies' | 'mailAddresses', never>

/**
 * Sends the letters that ask people to acknowledge a policy, each with a link of its own, in one process.
 * @throws what failed first, after all others had their turn
 */
export async function sendPolicyLetters(parts: PolicyLetterParts): Promise<void> {
  const { store, serviceOf, clock, publicUrl } = parts
  const requests = serviceOf(policyRequest)
  await sendDueLetters(
    parts,
    'policy-letters',
    await store.policies.listOrganizations(),
    ({ organizationId, sendEach }) =>
      sendEach(policyRequest, 'not-sent', async ({ id, values: { email, policyId } }) => {
        const of = await serviceOf(policy).get({ organizationId, id: policyId })
        if (of === undefined || of.values.publishedNumber === null) return undefined
        const to = parseMailAddress(email) ?? email
        const [known] = await store.mailAddresses.list(organizationId, [toKey(to)])
        if (known?.state === 'declined') return undefined
        return {
          letter: {
            organizationId,
            id,
            to,
            type: 'policy.acknowledge',
            isFirst: isStranger(parts, known?.state === 'confirmed'),
            format: async (frame) => {
              // One of its own for each attempt: what an earlier letter had works no more.
              const token = createSecret()
              await requests.change({ organizationId, id, changes: { tokenHash: hashSecret(token) } })
              const url = `${publicUrl}/acknowledge/${id}?${new URLSearchParams({ token })}`
              return formatAcknowledgementMessage(frame, { url, endsAt: toIsoTime(clock.nowMs() + linkLifeMs) })
            },
          },
          noteLetter: () => requests.act['note-letter']({ organizationId, id }),
        }
      }),
  )
}

/** Whether nobody knows that the owner of an address wants letters: neither they nor the operator, who named its domain, has said so. */
function isStranger({ options }: Pick<PolicyLetterParts, 'options'>, isConfirmed: boolean): boolean {
  return !isConfirmed && options.mail?.domains === undefined
}
