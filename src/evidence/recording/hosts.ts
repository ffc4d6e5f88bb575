import ipaddr from 'ipaddr.js'
import { parse } from 'tldts'

/** The host of an address such as `https://mq.acme.com:15672`, or of a host that stands alone; undefined for another text. */
export function readHost(text: string): string | undefined {
  const hasScheme = /^https?:\/\//i.test(text)
  const isHost = /^(?:[a-z0-9-]+\.)*[a-z0-9-]+(?::\d{1,5})?$/i.test(text) && (isPublicHost(text) || /:/.test(text))
  if (!hasScheme && !isHost && !isIp(text)) return undefined
  if (ipaddr.IPv6.isValid(text)) return text
  const address = hasScheme ? text : `https://${text}`
  return URL.canParse(address) ? new URL(address).hostname.replace(/^\[(.*)\]$/, '$1') : undefined
}

/** `localhost`, 127.0.0.1, or no address at all such as 0.0.0.0: it is the same for everybody. */
export function isOwnMachine(host: string): boolean {
  if (host === 'localhost') return true
  return isIp(host) && ['loopback', 'unspecified'].includes(ipaddr.parse(host).range())
}

/** An address as it is written: a bare number is one too, for a resolver. */
export function isIp(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}

/** Whether it ends as hosts do: a login such as "ada.lovelace" does not. */
function isPublicHost(text: string): boolean {
  const { isIcann, isPrivate, domain } = parse(text)
  return domain !== null && (isIcann === true || isPrivate === true)
}
