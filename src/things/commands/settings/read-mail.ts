import { createUsageError } from '../../../errors/index.ts'
import { demandMailOptions, type MailOptions } from '../../../service/notices/mail.ts'

/**
 * The mail server for notices, from the environment, because its URL has a password: `CHECKWRIGHT_SMTP_URL`,
 * `CHECKWRIGHT_MAIL_FROM`, and `CHECKWRIGHT_MAIL_DOMAINS` with commas between the domains.
 * @returns undefined if there is none
 * @throws CheckwrightError `CLI_USAGE`
 */
export function readMail(env: Readonly<Record<string, string | undefined>>): MailOptions | undefined {
  const { CHECKWRIGHT_SMTP_URL: url, CHECKWRIGHT_MAIL_FROM: from = '', CHECKWRIGHT_MAIL_DOMAINS: domains } = env
  if (!url) return undefined
  const listed = domains?.split(',').map((domain) => domain.trim())
  const mail = { url, from, domains: listed?.filter((domain) => domain !== '') }
  try {
    demandMailOptions(mail)
  } catch {
    throw createUsageError(
      'CHECKWRIGHT_SMTP_URL must be smtp://… or smtps://…, and CHECKWRIGHT_MAIL_FROM an address such as checks@example.com.',
    )
  }
  return mail
}
