import { describeNotice } from './describe-notice.ts'
import type { Notice } from './notice.ts'

/** A mail in plain text. The subject is one line without names but that of the service; others are in the text, if the webhook wants them. */
export function formatMailMessage(
  notice: Notice,
  service: string,
  publicUrl: string,
): { readonly subject: string; readonly text: string } {
  const { title, lines, path } = describeNotice(notice)
  return {
    subject: `${service}: ${title}`,
    text: `${[title, '', ...lines, '', `${publicUrl}${path}`].join('\n')}\n`,
  }
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
