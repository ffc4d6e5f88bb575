import { normalizeDomain } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import { isPublicAddress, readLiteralAddress } from '../../http/transport/egress.ts'
import { type EmailAddress, parseEmailAddress, readDomain } from '../../inventory/email-address.ts'
import { parseMailAddress } from '../../service/notices/mail-message.ts'
import { isNoticeType, type NoticeType, noticeTypes } from '../../service/notices/notice.ts'
import { isChat, type Sink } from '../../service/notices/webhook.ts'
import { nameLengthMax } from '../../service/records/text-limits.ts'
import { toKey } from '../mail-addresses/letters.ts'
import type { RuntimeOptions } from '../parts/runtime-options.ts'

/** The receiver. */
export interface TargetInput {
  readonly sink: Sink
  /** Of all but `email`. */
  readonly url?: string | undefined
  /** Addresses of `email`. */
  readonly to?: readonly string[] | undefined
}

export const webhookUrlLengthMax = 2_000
const addressesMax = 10

/** @throws CheckwrightError `WEBHOOK_INVALID` */
export function parseTarget(
  { sink, url, to }: TargetInput,
  options: Pick<RuntimeOptions, 'allowPrivateNetwork' | 'mail'>,
): { readonly target: string; readonly shownTarget: string } {
  if (sink === 'email') {
    if (url !== undefined) throw createWebhookError('A webhook by mail has addresses ("to") and no URL.')
    const addresses = parseAddresses(to ?? [], options)
    return { target: addresses.join('\n'), shownTarget: addresses.join(', ') }
  }
  if (to !== undefined) throw createWebhookError('Only a webhook by mail has addresses ("to").')
  const parsed = parseTargetUrl(url ?? '', options.allowPrivateNetwork === true)
  // The path of a chat's webhook is its secret, and a query often has one.
  const path = isChat(sink) ? '/…' : parsed.pathname.split('/').map(hideUnlessWords).join('/')
  return { target: parsed.href, shownTarget: `${parsed.origin}${path}` }
}

/** The chats of Discord, Teams and others take every notice of somebody who knows the path. */
function hideUnlessWords(segment: string): string {
  return segment === '' || words.test(segment) ? segment : '…'
}

const words = /^(?:[A-Za-z]{1,16}(?:[._-][A-Za-z]{1,16})*|[A-Za-z]{1,10}\d{1,2})$/

/** Addresses of the operator's own network are refused again when a notice is sent, by what its name resolves to then. */
function parseTargetUrl(text: string, allowPrivateNetwork: boolean): URL {
  const url = text.length <= webhookUrlLengthMax && URL.canParse(text) ? new URL(text) : undefined
  const isSafe = url?.protocol === 'https:' || (allowPrivateNetwork && url?.protocol === 'http:')
  if (!url || !isSafe || url.username !== '' || url.password !== '' || url.hash !== '')
    throw createWebhookError('The URL must be an https URL without user, password and fragment.')
  const address = readLiteralAddress(url.hostname)
  const isPublic = address === undefined || isPublicAddress(address)
  if (!(allowPrivateNetwork || isPublic) || url.port === '0')
    throw createWebhookError('The URL must lead to the public internet.')
  return url
}

function parseAddresses(addressList: readonly string[], { mail }: Pick<RuntimeOptions, 'mail'>): readonly string[] {
  if (mail === undefined)
    throw createWebhookError('This service has no mail server, so it cannot send mail. Its operator can set one.')
  const addresses = addressList.map((text) => parseMailAddress(text))
  // One letter for each, however often and in whatever case it was typed.
  const known = [
    ...new Map(addresses.flatMap((address) => (address === undefined ? [] : [[toKey(address), address]]))).values(),
  ]
  const wrong = addresses.indexOf(undefined)
  const named =
    wrong === -1 ? '' : ` ${JSON.stringify(addressList[wrong]?.slice(0, 100))} is none that mail can be sent to.`
  if (known.length === 0 || wrong !== -1 || known.length > addressesMax)
    throw createWebhookError(`Give 1 to ${addressesMax} addresses, such as security@example.com.${named}`)
  const { domains } = mail
  const allowed = domains && new Set(domains.map((domain) => normalizeDomain(domain)))
  const isAllowed = (parsed: EmailAddress | undefined) => parsed !== undefined && allowed?.has(readDomain(parsed))
  if (domains && !known.every((address) => isAllowed(parseEmailAddress(address))))
    throw createWebhookError(`This service sends mail only to addresses of ${domains.join(', ')}.`)
  return known
}

/** @throws CheckwrightError `WEBHOOK_INVALID` */
export function parseTypes(types: readonly string[] | null): readonly NoticeType[] | null {
  if (types === null) return null
  const known = [...new Set(types)].filter(isNoticeType)
  if (known.length > 0 && known.length === new Set(types).size) return known
  throw createWebhookError(`The types must be some of ${Object.keys(noticeTypes).join(', ')}.`)
}

/** @throws CheckwrightError `WEBHOOK_INVALID` */
export function parseWebhookName(text: string): string {
  const name = text.trim()
  if (name !== '' && [...name].length <= nameLengthMax && !/[\p{Cc}\u2028\u2029]/u.test(name)) return name
  throw createWebhookError(`Give the webhook a name of one line, at most ${nameLengthMax} characters.`)
}

export function createWebhookError(message: string): CheckwrightError {
  return new CheckwrightError(message, { code: 'WEBHOOK_INVALID' })
}
