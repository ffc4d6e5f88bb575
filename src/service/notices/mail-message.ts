import { normalizeDomain } from '../../define/index.ts'
import { unwrapAddress } from '../../inventory/email-address.ts'
import { describeNotice } from './describe-notice.ts'
import type { LetterWords } from './letter-words.ts'
import type { Notice } from './notice.ts'

interface MailMessage {
  readonly subject: string
  readonly text: string
}

/** What every letter tells: whose service sends it, for whom, and in which words. */
export interface LetterFrame {
  /** What the service calls itself to all organizations. */
  readonly service: string
  readonly publicUrl: string
  /** What the organization calls itself. */
  readonly organization: string
  readonly words: LetterWords
}

/**
 * A mail in plain text. The subject is one line without names but that of the service; others are in the text, if the webhook wants them.
 * The organization is named in the text alone, in quotes.
 */
export function formatMailMessage(
  notice: Notice,
  { service, publicUrl, organization, words }: LetterFrame,
): MailMessage {
  const { title, lines, path } = describeNotice(notice, words)
  const reason = words.reason({ service, organization: quoteName(organization) })
  return writeLetter(service, title, [title, '', ...lines, '', `${publicUrl}${path}`, '', '-- ', reason])
}

/** The letter that asks the owner of an address whether an organization may write to it. Nothing in it is a text of the organization but its name. */
export function formatConfirmationMessage(
  { service, organization, words: { confirmation: words, itself } }: Omit<LetterFrame, 'publicUrl'>,
  { url, expiresAt }: { readonly url: string; readonly expiresAt: string },
): MailMessage {
  const sender = itself({ organization: quoteName(organization) })
  const until = [words.until, `${formatMinute(expiresAt)}:`]
  return writeLetter(service, words.subject, [
    words.lead({ service }),
    sender,
    '',
    ...until,
    '',
    url,
    '',
    words.unknown,
  ])
}

/** The letter to whoever asked for documents. Nothing in it is a text of somebody else but the name of the organization. */
export function formatAgreementMessage(
  { service, organization, words: { agreement: words, itself } }: LetterFrame,
  { url }: { readonly url: string },
): MailMessage {
  const sender = itself({ organization: quoteName(organization) })
  return writeLetter(service, words.subject, [
    words.lead({ service }),
    sender,
    '',
    words.open,
    '',
    url,
    '',
    words.unknown,
  ])
}

/** The letter with the key to a document. */
export function formatGrantMessage(
  { service, organization, words: { grant: words } }: LetterFrame,
  { url, lastDay }: { readonly url: string; readonly lastDay: string },
): MailMessage {
  const lead = words.lead({ organization: quoteName(organization), lastDay })
  return writeLetter(service, words.subject, [lead, '', url, '', words.alone])
}

/** The letter that asks somebody to acknowledge a policy. Nothing in it is a text of the organization but its name. */
export function formatAcknowledgementMessage(
  { service, organization, words: { acknowledgement: words, itself } }: LetterFrame,
  { url, endsAt }: { readonly url: string; readonly endsAt: string },
): MailMessage {
  const sender = itself({ organization: quoteName(organization) })
  const until = [words.until, `${formatMinute(endsAt)}:`]
  const end = [words.alone, words.unknown]
  return writeLetter(service, words.subject, [words.lead({ service }), sender, '', ...until, '', url, '', ...end])
}

function writeLetter(service: string, subject: string, lines: readonly string[]): MailMessage {
  return { subject: `${service}: ${subject}`, text: `${lines.join('\n')}\n` }
}

/** @param time ISO 8601 */
function formatMinute(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`
}

const quotedNameMax = 60

/** The name of an organization between quotes, as nothing but words: no part of it can be read as an address or a link. */
function quoteName(name: string): string {
  const words = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}&'’_-]+/gu, ' ')
    .trim()
  const [...letters] = words
  return `"${letters.length <= quotedNameMax ? words : `${letters.slice(0, quotedNameMax).join('')}…`}"`
}

/**
 * One address, as SMTP takes it without quoting, so that no address can become two, or a header. As people paste one, and with the letters
 * of a domain in their ASCII form, which every mail server takes (RFC 5891).
 * @returns undefined for anything else
 */
export function parseMailAddress(text: string): string | undefined {
  const pasted = unwrapAddress(text)
  const at = pasted.lastIndexOf('@') + 1
  const domain = pasted.slice(at)
  const address = smtpAddress.test(pasted) ? pasted : `${pasted.slice(0, at)}${normalizeDomain(domain) ?? domain}`
  return smtpAddress.test(address) ? address : undefined
}

const smtpAddress =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|[Xx][Nn]--[A-Za-z0-9-]{1,58}[A-Za-z0-9])$/
