import { formatAgreementMessage, formatGrantMessage } from '../../../service/notices/mail-message.ts'
import type { Uses } from '../../parts/runtime-parts.ts'
import {
  type DueLetterParts,
  type LetterTurn,
  lettersAtOnce,
  sendDueLetters,
} from '../../records/letters/send-due-letters.ts'
import { agreementLifeMs, unconfirmedLifeMs } from '../limits.ts'
import { trustGrant, trustRequest } from '../requests.ts'
import { trustCentre } from '../thing.ts'
import { findOpened } from './opened-grant.ts'
import { createTrustKey } from './trust-keys.ts'

export type TrustLetterParts = DueLetterParts &
  Uses<'trustCentres', never> & {
    readonly loadSecret: () => Promise<Buffer>
  }

/**
 * Sends the letters of trust centres that are due, in one process, and deletes requests that nobody confirmed.
 * @throws what failed first, after all others had their turn
 */
export async function sendTrustLetters(parts: TrustLetterParts): Promise<void> {
  const organizationIds = await parts.store.trustCentres.listOrganizations()
  await sendDueLetters(parts, 'trust-letters', organizationIds, async (turn) => {
    await sendAgreements(parts, turn)
    await sendGrants(parts, turn)
    await turn.attempt(() => deleteUnconfirmed(parts, turn.organizationId))
  })
}

/** Asks whoever made a request to agree, by a link that only their address gets. */
function sendAgreements(parts: TrustLetterParts, { organizationId, sendEach }: LetterTurn): Promise<void> {
  const { serviceOf, clock } = parts
  return sendEach(trustRequest, 'not-asked', async ({ id, createdAtMs, values }) => {
    const address = await findAddress(parts, { organizationId, id: values.centreId })
    if (address === undefined || createdAtMs + agreementLifeMs <= clock.nowMs()) return undefined
    const url = `${address}/agreement/${id}?key=${createTrustKey(await parts.loadSecret(), { kind: 'agreement', id })}`
    return {
      letter: {
        organizationId,
        id,
        to: values.email,
        type: 'trust.agreement',
        isFirst: true,
        format: (frame) => formatAgreementMessage(frame, { url }),
      },
      noteLetter: () => serviceOf(trustRequest).act['note-letter']({ organizationId, id }),
    }
  })
}

/** Tells people who have agreed where the document is. */
function sendGrants(parts: TrustLetterParts, { organizationId, sendEach }: LetterTurn): Promise<void> {
  const { serviceOf } = parts
  return sendEach(trustGrant, 'not-sent', async (grant) => {
    const opened = await findOpened({ serviceOf }, grant)
    const address = opened && (await findAddress(parts, { organizationId, id: opened.centreId }))
    if (opened === undefined || address === undefined) return undefined
    const { id } = grant
    const { recipient, lastDay } = opened
    const url = `${address}/grants/${id}?key=${createTrustKey(await parts.loadSecret(), { kind: 'grant', id })}`
    return {
      letter: {
        organizationId,
        id,
        to: recipient.email,
        type: 'trust.grant',
        isFirst: false,
        format: (frame) => formatGrantMessage(frame, { url, lastDay }),
      },
      noteLetter: () => serviceOf(trustGrant).act['note-letter']({ organizationId, id }),
    }
  })
}

async function deleteUnconfirmed({ serviceOf, clock }: TrustLetterParts, organizationId: string): Promise<void> {
  const before = { createdAtMs: clock.nowMs() - unconfirmedLifeMs, id: '' }
  for (const state of ['asked', 'not-asked'] as const)
    for (const { id } of await serviceOf(trustRequest).list({ organizationId, state, before, limit: lettersAtOnce }))
      await serviceOf(trustRequest).delete({ organizationId, id })
}

/** Of an open trust centre. */
async function findAddress(
  { serviceOf, publicUrl }: TrustLetterParts,
  ref: { readonly organizationId: string; readonly id: string },
): Promise<string | undefined> {
  const centre = await serviceOf(trustCentre).get(ref)
  return centre?.state === 'open' ? `${publicUrl}/trust/${centre.values.slug}` : undefined
}
