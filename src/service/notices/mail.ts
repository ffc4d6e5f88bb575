import type { Transporter } from 'nodemailer'
import { isConfidential } from '../../auth/oauth/confidential-url.ts'
import { normalizeDomain } from '../../define/index.ts'
import type { Attempt } from './delivery.ts'
import { parseMailAddress } from './mail-message.ts'
import type { AnyNoticeType } from './notice.ts'

/** The mail server of the operator. */
export interface MailOptions {
  /**
   * `smtps://user:password@mail.example.com`, or `smtp://…:587`, which sends nothing before STARTTLS (RFC 8314). A server of this
   * machine that asks for no password may do without.
   */
  readonly url: string
  /** The address that mails come from. */
  readonly from: string
  /** Domains that organizations may send notices to. @default all */
  readonly domains?: readonly string[] | undefined
  /** Most letters with notices of an organization in a day (UTC); the others wait. @default 1,000 */
  readonly lettersPerDay?: number | undefined
  /** The same to one address. @default 200 */
  readonly lettersPerAddress?: number | undefined
}

/** @throws TypeError */
export function demandMailOptions(mail: MailOptions | undefined): void {
  if (mail === undefined) return
  const url = URL.canParse(mail.url) ? new URL(mail.url) : undefined
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new TypeError('createRuntime: mail.url must be smtp://… or smtps://…')
  if (parseMailAddress(mail.from) === undefined)
    throw new TypeError('createRuntime: mail.from must be an address, such as checks@example.com')
  const noDomain = mail.domains?.find((domain) => normalizeDomain(domain) === undefined)
  if (noDomain !== undefined)
    throw new TypeError(
      `createRuntime: mail.domains must have domains alone, such as example.com, and not "${noDomain}"`,
    )
  if (mail.domains?.length === 0)
    throw new TypeError(
      'createRuntime: mail.domains is empty, so that no mail could be sent. Omit it to allow all domains',
    )
  for (const name of ['lettersPerDay', 'lettersPerAddress'] as const) {
    const { [name]: letters = 1 } = mail
    if (!Number.isSafeInteger(letters) || letters < 1)
      throw new TypeError(`createRuntime: mail.${name} must be a whole number of 1 or more`)
  }
}

/** A mail in plain text to one address, so that nobody learns who else gets it. */
export interface Letter {
  /** The same in every attempt. */
  readonly id: string
  readonly type: AnyNoticeType | 'policy.acknowledge' | 'trust.agreement' | 'trust.grant'
  readonly to: string
  /** One line. */
  readonly subject: string
  readonly text: string
}

export interface Mailer {
  /** What the service calls itself. Letters come from this name. */
  readonly service: string
  send(letter: Letter, signal: AbortSignal): Promise<Attempt>
  close(): void
}

/**
 * Loads the SMTP client when the first mail is sent.
 * @param service what the service calls itself to all organizations: none of them may send mail under a name of its own
 */
export function createMailer(mail: MailOptions, service: string, timeoutMs: number): Mailer {
  const from = parseMailAddress(mail.from) ?? mail.from
  let opened: Promise<Transporter> | undefined
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url: mail.url,
      requireTLS: needsTls(new URL(mail.url)),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      // A text must not make it read a file or a URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    } as Parameters<typeof createTransport>[0])
  }
  return {
    service,
    send: async ({ id, type, to, subject, text }, signal) => {
      opened ??= open()
      const sending = (await opened).sendMail({
        from: { name: service, address: from },
        // As it is, so that nothing in it is read as a list.
        to: { name: '', address: to },
        envelope: { from, to: [to] },
        subject,
        text,
        messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
        headers: { 'auto-submitted': 'auto-generated', 'x-checkwright-notice': type },
      })
      sending.catch(() => undefined)
      try {
        await Promise.race([sending, rejectWhenAborted(signal)])
        return { isDelivered: true, status: 250, problem: null, isGone: false }
      } catch (error) {
        if (signal.aborted) throw signal.reason
        const { responseCode: status } = error as SmtpError
        // No reason of the server: its texts may repeat addresses.
        return {
          isDelivered: false,
          isGone: false,
          status: typeof status === 'number' ? status : null,
          problem: typeof status === 'number' ? null : 'HTTP_NETWORK',
          isFinal: isOfAddress(error as SmtpError),
        }
      }
    },
    close: () =>
      void opened?.then(
        (transport) => transport.close(),
        () => undefined,
      ),
  }
}

/** An error of the SMTP client, with the answer of the server to a command. */
interface SmtpError {
  readonly command?: unknown
  readonly response?: unknown
  readonly responseCode?: unknown
}

/**
 * Whether the server takes no letter for this address, or not this letter, whoever sends it (5xx, RFC 5321 §4.2.1). A server that lets
 * nobody in, relays nothing or has its own quota says 5xx as well, and takes the letter once its operator has mended that (RFC 3463 §3: the
 * system, the route, the protocol and the policy are no matter of the mailbox).
 */
function isOfAddress({ command, response, responseCode }: SmtpError): boolean {
  if (typeof responseCode !== 'number' || responseCode < 500) return false
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  return !/\b5\.[3457]\.\d/.test(String(response))
}

function needsTls({ hostname, username, password }: URL): boolean {
  return username !== '' || password !== '' || !isConfidential(new URL(`http://${hostname}`))
}

function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
