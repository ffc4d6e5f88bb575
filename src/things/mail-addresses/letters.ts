import { createSecret, hashSecret } from '../../auth/secret.ts'
import { formatEmailAddress, parseEmailAddress } from '../../inventory/email-address.ts'
import type { Attempt } from '../../service/notices/delivery.ts'
import type { LetterWords } from '../../service/notices/letter-words.ts'
import type { Letter, Mailer, MailOptions } from '../../service/notices/mail.ts'
import { formatConfirmationMessage, formatMailMessage, type LetterFrame } from '../../service/notices/mail-message.ts'
import type { Notice } from '../../service/notices/notice.ts'
import type { Language } from '../../service/records/appearances.ts'
import type { LetterCount } from '../../service/records/mail-addresses.ts'
import { toIsoTime, type Uses } from '../parts/runtime-parts.ts'
import { letters as de } from './texts/letters.de.ts'
import { letters as en } from './texts/letters.en.ts'

/** How long the link to agree works. */
const linkLifeMs = 3 * 86_400_000

/** Letters that ask an address, a day. Its owner has agreed to nothing yet, whatever the number of organizations. */
const questionsMax = { ofOrganization: 30, toAddress: 5, ofOrganizationToAddress: 2 } as const

const lettersMax = { ofOrganization: 1_000, toAddress: 200 } as const

export type LetterParts = Uses<'mailAddresses' | 'organizations' | 'appearances', 'clock'> & {
  readonly publicUrl: string
  readonly mail: Pick<MailOptions, 'lettersPerDay' | 'lettersPerAddress'>
  readonly mailer: Mailer
  /** Of organizations that have chosen none; null: English. */
  readonly language: Language | null
}

/** The words of letters in each language: that of the organization, because nobody knows that of whoever reads them. */
const words: Readonly<Record<Language, LetterWords>> = { en, de }

/** All mail of the service: one address a letter, within quotas, and with notices only to those who have agreed. */
export interface Letters {
  /** @param to.addresses as they were typed; @param to.reached those of them that have it already */
  sendNotice(
    notice: Notice,
    to: { readonly addresses: readonly string[]; readonly reached: readonly string[] },
    signal: AbortSignal,
  ): Promise<Attempt>
  /** Asks the owner of an address whether the organization may write to it, with a link of its own in each attempt. */
  sendQuestion(notice: Notice, address: string, signal: AbortSignal): Promise<Attempt>
  /** Sends a link to somebody who has asked for it on a public page. The next attempt is a letter of its own. */
  sendLink(letter: LinkLetter, signal: AbortSignal): Promise<Attempt>
}

export interface LinkLetter extends Pick<Letter, 'id' | 'type' | 'to'> {
  readonly organizationId: string
  /** Nobody knows yet whether it was the owner of the address who asked. */
  readonly isFirst: boolean
  /** Called for a letter that is within the quotas, and sent at once: it may make a key of its own. */
  format(frame: LetterFrame): Pick<Letter, 'subject' | 'text'> | Promise<Pick<Letter, 'subject' | 'text'>>
}

export function createLetters({ store, clock, publicUrl, mail, mailer, language }: LetterParts): Letters {
  const { mailAddresses } = store
  const { lettersPerDay = lettersMax.ofOrganization, lettersPerAddress = lettersMax.toAddress } = mail

  const loadFrame = async (organizationId: string) => ({
    service: mailer.service,
    publicUrl,
    organization: (await store.organizations.find(organizationId))?.name ?? organizationId,
    words: words[(await store.appearances.find(organizationId))?.language ?? language ?? 'en'],
  })

  const countNotices = (organizationId: string, address: string): readonly LetterCount[] => [
    { subject: `notices of ${organizationId}`, max: lettersPerDay },
    { subject: `notices of ${organizationId} to ${address}`, max: lettersPerAddress },
  ]

  /** One letter of the day's quota, which only a letter that was sent uses up. */
  const sendCounted = async (counts: readonly LetterCount[], send: () => Promise<Attempt>): Promise<Attempt> => {
    const nowMs = clock.nowMs()
    const day = toIsoTime(nowMs).slice(0, 10)
    // A clock that is a little behind still finds the day.
    if (!(await mailAddresses.countLetter(day, counts, nowMs + 2 * 86_400_000))) return refuse('MAIL_QUOTA_EXCEEDED')
    // If it throws, the letter may have been sent all the same, so it counts.
    const attempt = await send()
    if (!attempt.isDelivered) await mailAddresses.uncountLetter(day, counts)
    return attempt
  }

  return {
    sendNotice: async (notice, { addresses, reached }, signal) => {
      const { organizationId, id, type } = notice
      const byKey = new Map(addresses.map((address) => [toKey(address), address]))
      const known = await mailAddresses.list(organizationId, [...byKey.keys()])
      const agreed = known.flatMap(({ state, address }) => {
        const typed = state === 'confirmed' ? byKey.get(address) : undefined
        return typed === undefined ? [] : [typed]
      })
      if (agreed.length === 0) return refuse('MAIL_NOT_CONFIRMED')
      const { subject, text } = formatMailMessage(notice, await loadFrame(organizationId))
      const all = new Set(reached)
      let worst: Attempt | undefined
      for (const to of agreed.filter((address) => !all.has(address))) {
        const counts = countNotices(organizationId, toKey(to))
        const attempt = await sendCounted(counts, () => mailer.send({ id, type, to, subject, text }, signal)).catch(
          (error: unknown) => {
            if (all.size === 0) throw error
            return refuse('HTTP_TIMEOUT')
          },
        )
        if (attempt.isDelivered) all.add(to)
        else if (worst === undefined || !isRefusal(attempt)) worst = attempt
        if (signal.aborted) break
      }
      // An address that its server refuses for good does not hold back the others.
      const isDelivered = worst === undefined || (all.size > 0 && isRefusal(worst))
      return {
        isDelivered,
        isGone: false,
        status: isDelivered ? delivered : (worst?.status ?? null),
        problem: isDelivered ? null : (worst?.problem ?? null),
        reached: [...all],
      }
    },
    sendQuestion: async (notice, to, signal) => {
      const { organizationId, id, type } = notice
      const address = toKey(to)
      const [known] = await mailAddresses.list(organizationId, [address])
      if (known?.state !== 'unconfirmed') return { ...refuse('MAIL_NOT_CONFIRMED'), isFinal: true }
      const counts = [
        { subject: `questions of ${organizationId}`, max: questionsMax.ofOrganization },
        { subject: `questions of ${organizationId} to ${address}`, max: questionsMax.ofOrganizationToAddress },
        { subject: `questions to ${address}`, max: questionsMax.toAddress },
      ]
      const attempt = await sendCounted(counts, async () => {
        const token = createSecret()
        const tokenExpiresAtMs = clock.nowMs() + linkLifeMs
        const isAsked = await mailAddresses.putToken({
          organizationId,
          address,
          tokenHash: hashSecret(token),
          tokenExpiresAtMs,
        })
        if (!isAsked) return { ...refuse('MAIL_NOT_CONFIRMED'), isFinal: true }
        const url = `${publicUrl}/mail-address?${new URLSearchParams({ token })}`
        const message = formatConfirmationMessage(await loadFrame(organizationId), {
          url,
          expiresAt: toIsoTime(tokenExpiresAtMs),
        })
        return mailer.send({ id, type, to, ...message }, signal)
      })
      return attempt.problem === 'MAIL_QUOTA_EXCEEDED' ? { ...attempt, isFinal: true } : attempt
    },
    sendLink: async ({ organizationId, isFirst, format, ...letter }, signal) => {
      const address = toKey(letter.to)
      const counts = isFirst
        ? [
            { subject: `links of ${organizationId}`, max: questionsMax.ofOrganization },
            { subject: `questions of ${organizationId} to ${address}`, max: questionsMax.ofOrganizationToAddress },
            { subject: `questions to ${address}`, max: questionsMax.toAddress },
          ]
        : countNotices(organizationId, address)
      return sendCounted(counts, async () => {
        const { subject, text } = await format(await loadFrame(organizationId))
        return mailer.send({ ...letter, subject, text }, signal)
      })
    },
  }
}

/** The status of SMTP for a letter that was taken. */
const delivered = 250

/** The form in which addresses are stored. Only addresses that were parsed get here. */
export function toKey(address: string): string {
  const parsed = parseEmailAddress(address)
  return parsed === undefined ? address : formatEmailAddress(parsed)
}

function refuse(problem: 'MAIL_NOT_CONFIRMED' | 'MAIL_QUOTA_EXCEEDED' | 'HTTP_TIMEOUT'): Attempt {
  return { isDelivered: false, isGone: false, status: null, problem }
}

/** The server takes no letter for this address. */
function isRefusal({ isFinal }: Attempt): boolean {
  return isFinal === true
}
