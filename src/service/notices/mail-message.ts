import { describeNotice } from './describe-notice.ts'
import type { Notice } from './notice.ts'

interface MailMessage {
  readonly subject: string
  readonly text: string
}

/** What every letter tells: whose service sends it, and for whom. */
export interface LetterFrame {
  /** What the service calls itself to all organizations. */
  readonly service: string
  readonly publicUrl: string
  /** What the organization calls itself. */
  readonly organization: string
}

/**
 * A mail in plain text. The subject is one line without names but that of the service; others are in the text, if the webhook wants them.
 * The organization is named in the text alone, in quotes.
 */
export function formatMailMessage(notice: Notice, { service, publicUrl, organization }: LetterFrame): MailMessage {
  const { title, lines, path } = describeNotice(notice)
  const reason = `${service} sends you this for an organization that calls itself ${quoteName(organization)}. You have agreed to it.`
  return {
    subject: `${service}: ${title}`,
    text: `${[title, '', ...lines, '', `${publicUrl}${path}`, '', '-- ', reason].join('\n')}\n`,
  }
}

/** The letter that asks the owner of an address whether an organization may write to it. Nothing in it is a text of the organization but its name. */
export function formatConfirmationMessage(
  { service, organization }: Omit<LetterFrame, 'publicUrl'>,
  { url, expiresAt }: { readonly url: string; readonly expiresAt: string },
): MailMessage {
  return {
    subject: `${service}: Do you want notices at this address?`,
    text: `${[
      `An organization that uses ${service} wants notices to be sent to this address.`,
      `It calls itself ${quoteName(organization)}.`,
      '',
      'To agree or to decline, open this page. The link works once, until',
      `${expiresAt.slice(0, 16).replace('T', ' ')} UTC:`,
      '',
      url,
      '',
      'If you do not know the organization, do nothing. It then sends you nothing.',
    ].join('\n')}\n`,
  }
}

/** The letter to whoever asked for documents. Nothing in it is a text of somebody else but the name of the organization. */
export function formatAgreementMessage(
  { service, organization }: LetterFrame,
  { url }: { readonly url: string },
): MailMessage {
  return {
    subject: `${service}: Did you ask for documents?`,
    text: `${[
      `Somebody asked for documents of an organization that uses ${service}, with this address.`,
      `It calls itself ${quoteName(organization)}.`,
      '',
      'To go on, read the agreement on this page and sign it with your name. The link works once, for three days:',
      '',
      url,
      '',
      'If you did not ask, do nothing. Nobody then gets anything.',
    ].join('\n')}\n`,
  }
}

/** The letter with the key to a document. */
export function formatGrantMessage(
  { service, organization }: LetterFrame,
  { url, lastDay }: { readonly url: string; readonly lastDay: string },
): MailMessage {
  return {
    subject: `${service}: A document that you asked for`,
    text: `${[
      `An organization that calls itself ${quoteName(organization)} lets you download a document, until ${lastDay} (UTC):`,
      '',
      url,
      '',
      'The link is for you alone. The organization sees each download.',
    ].join('\n')}\n`,
  }
}

/** The letter that asks somebody to acknowledge a policy. Nothing in it is a text of the organization but its name. */
export function formatAcknowledgementMessage(
  { service, organization }: LetterFrame,
  { url, endsAt }: { readonly url: string; readonly endsAt: string },
): MailMessage {
  return {
    subject: `${service}: Please read a policy`,
    text: `${[
      `An organization that uses ${service} asks you to read one of its policies and to acknowledge it.`,
      `It calls itself ${quoteName(organization)}.`,
      '',
      'Opening this page acknowledges nothing yet. The link works once, until',
      `${endsAt.slice(0, 16).replace('T', ' ')} UTC:`,
      '',
      url,
      '',
      'The link is for you alone: who uses it acknowledges the policy in your name.',
      'If you do not know the organization, do nothing.',
    ].join('\n')}\n`,
  }
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
 * One address, as SMTP takes it without quoting, so that no address can become two, or a header.
 * @returns undefined for anything else
 */
export function parseMailAddress(text: string): string | undefined {
  const address = text.trim()
  return /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/.test(
    address,
  )
    ? address
    : undefined
}
