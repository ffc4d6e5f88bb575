import { createUsageError } from '../../../errors/index.ts'
import { demandMailOptions, type MailOptions } from '../../../service/notices/mail.ts'

/**
 * The mail server for notices, from the environment, because its URL has a password: `CHECKWRIGHT_SMTP_URL`,
 * `CHECKWRIGHT_MAIL_FROM`, `CHECKWRIGHT_MAIL_DOMAINS` with commas between the domains, and the limits of letters
 * `CHECKWRIGHT_MAIL_LETTERS_PER_DAY` and `CHECKWRIGHT_MAIL_LETTERS_PER_ADDRESS`.
 * @returns undefined if there is none
 * @throws CheckwrightError `CLI_USAGE` that names the variable
 */
export function readMail(env: Readonly<Record<string, string | undefined>>): MailOptions | undefined {
  const url = env.CHECKWRIGHT_SMTP_URL
  if (!url) {
    const lonely = variables.map(({ name }) => name).find((name) => env[name])
    if (lonely === undefined) return undefined
    throw createUsageError(`${lonely} does nothing without CHECKWRIGHT_SMTP_URL.`)
  }
  const listed = env.CHECKWRIGHT_MAIL_DOMAINS?.split(',').map((domain) => domain.trim())
  const domains = listed?.filter((domain) => domain !== '')
  const mail: MailOptions = {
    url,
    from: env.CHECKWRIGHT_MAIL_FROM ?? '',
    domains: domains?.length === 0 ? undefined : domains,
    lettersPerDay: readNumber(env.CHECKWRIGHT_MAIL_LETTERS_PER_DAY),
    lettersPerAddress: readNumber(env.CHECKWRIGHT_MAIL_LETTERS_PER_ADDRESS),
  }
  try {
    demandMailOptions(mail)
  } catch (error) {
    const refused = variables.find(({ member }) => error instanceof Error && error.message.includes(`mail.${member} `))
    const { name, must } = refused ?? { name: 'CHECKWRIGHT_SMTP_URL', must: 'be smtp://… or smtps://…' }
    throw createUsageError(`${name} must ${must}.`)
  }
  return mail
}

const variables = [
  { name: 'CHECKWRIGHT_MAIL_FROM', member: 'from', must: 'be an address, such as checks@example.com' },
  { name: 'CHECKWRIGHT_MAIL_DOMAINS', member: 'domains', must: 'have domains alone, such as example.com' },
  { name: 'CHECKWRIGHT_MAIL_LETTERS_PER_DAY', member: 'lettersPerDay', must: 'be a whole number of 1 or more' },
  { name: 'CHECKWRIGHT_MAIL_LETTERS_PER_ADDRESS', member: 'lettersPerAddress', must: 'be a whole number of 1 or more' },
] as const

/** What is no number is refused with the other options. */
function readNumber(text: string | undefined): number | undefined {
  return text ? Number(text) : undefined
}
