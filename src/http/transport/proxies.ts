import { createRequire } from 'node:module'
import ipaddr from 'ipaddr.js'
import { CheckwrightError } from '../../errors/index.ts'
import { decodePercent } from '../../text/decode-percent.ts'
import { readLiteralAddress } from './egress.ts'

/** The proxy for a URL; undefined if it is reached directly. */
export type Proxies = (url: URL) => URL | undefined

/**
 * The proxies of the environment, as curl and others read them: `https_proxy` and `http_proxy` by the scheme of the
 * target, `all_proxy` if there is none for it, `no_proxy` for direct access. A name in capitals counts if there is none in small letters. Loopback is always
 * reached directly, because on the proxy's side it would be another machine.
 * @returns undefined if there is no proxy
 * @throws CheckwrightError `PROXY_INVALID`; its message has the variable's name and not the value, which may hold a
 * password
 */
export function readProxies(env: Readonly<Record<string, string | undefined>>): Proxies | undefined {
  // A CGI server copies the header "Proxy" of a request into HTTP_PROXY (CVE-2016-5385).
  const inCapitals = env.REQUEST_METHOD === undefined ? 'HTTP_PROXY' : undefined
  // curl has it for all schemes without a proxy of their own. Mostly it names a SOCKS proxy, and then it is for other programs.
  const isForAll = /^https?:/i.test(env.all_proxy ?? env.ALL_PROXY ?? '')
  const forAll = isForAll ? readProxyUrl(env, ['all_proxy', 'ALL_PROXY']) : undefined
  const forHttp = readProxyUrl(env, ['http_proxy', inCapitals], forAll)
  const forHttps = readProxyUrl(env, ['https_proxy', 'HTTPS_PROXY'], forAll)
  if (!forHttp && !forHttps) return undefined
  const direct = compileExceptions(env.no_proxy ?? env.NO_PROXY ?? '')
  return (url) => {
    const proxy = url.protocol === 'https:' ? forHttps : forHttp
    return proxy && !isLoopback(url.hostname) && !direct(url) ? proxy : undefined
  }
}

function readProxyUrl(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly (string | undefined)[],
  otherwise?: URL,
): URL | undefined {
  const name = names.find((each) => each !== undefined && env[each] !== undefined)
  if (name === undefined) return otherwise
  const value = (env[name] ?? '').trim()
  // An empty value means no proxy, also if the other spelling has one.
  if (value === '') return undefined
  const text = value.includes('://') ? value : `http://${value}`
  const proxy = URL.canParse(text) ? new URL(text) : undefined
  // Each is decoded for itself: two halves of one character may be right together, and neither is right alone.
  const isReadable = (part: string) => decodePercent(part) !== undefined
  if (proxy && /^https?:$/.test(proxy.protocol) && isReadable(proxy.username) && isReadable(proxy.password))
    return proxy
  throw new CheckwrightError(
    `The environment variable ${name} does not name a proxy. Set it to the URL of an http or https proxy, such as http://proxy.example:3128, or remove it.`,
    { code: 'PROXY_INVALID' },
  )
}

/** `NO_PROXY`: names with all names below them, addresses, address blocks, each with or without a port, or `*`. */
function compileExceptions(list: string): (url: URL) => boolean {
  const entries = list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
  return ({ hostname, port, protocol }) => {
    const at = port === '' ? (protocol === 'https:' ? '443' : '80') : port
    return entries.some((entry) => entry === '*' || isException(entry, stripTrailingDot(hostname), at))
  }
}

function isException(entry: string, hostname: string, port: string): boolean {
  const address = readLiteralAddress(hostname)
  if (address !== undefined && ipaddr.isValidCIDR(entry)) {
    const block = ipaddr.parseCIDR(entry)
    const parsed = ipaddr.parse(address)
    return parsed.kind() === block[0].kind() && parsed.match(block)
  }
  const [, name = entry, entryPort] = /^(.*[^:]):(\d+)$/.exec(entry) ?? []
  if (entryPort !== undefined && entryPort !== port && !isBareIpv6(entry)) return false
  const host = isBareIpv6(entry) ? entry : name
  if (address !== undefined) return readLiteralAddress(host) === address
  const suffix = host.replace(/^\*?\.?/, '')
  return suffix !== '' && (hostname === suffix || hostname.endsWith(`.${suffix}`))
}

/** `2001:db8::1`: its last group is not a port. */
function isBareIpv6(entry: string): boolean {
  return !entry.startsWith('[') && readLiteralAddress(entry) !== undefined && entry.includes(':')
}

function isLoopback(hostname: string): boolean {
  const address = readLiteralAddress(hostname)
  if (address !== undefined) return ipaddr.process(address).range() === 'loopback'
  return /(?:^|\.)localhost$/.test(stripTrailingDot(hostname))
}

// Names that differ in every network although they look public (RFC 6761, 6762, 8375).
const localNames = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/

// Reserved for documentation (RFC 2606): they exist in no network.
const documented = /(?:^|\.)example$/

/**
 * Whether a name belongs to a private network. Behind a proxy we do not see the address of a name, so the name itself
 * has to be public: it ends in a top-level domain of the internet. `kubernetes.default.svc` and `vault.service.consul`
 * do not.
 */
export function isLocalName(hostname: string): boolean {
  const name = stripTrailingDot(hostname)
  if (readLiteralAddress(name) !== undefined) return false
  if (!name.includes('.') || localNames.test(name)) return true
  return !documented.test(name) && !isUnderTopLevelDomain(name)
}

// The list costs several ms and MB to load, so it loads only behind a proxy.
const load = createRequire(import.meta.url)

function isUnderTopLevelDomain(name: string): boolean {
  const { parse } = load('tldts') as typeof import('tldts')
  return parse(name, { allowPrivateDomains: false }).isIcann === true
}

/** A name may end with the root's dot; a careless resolver takes several for one. */
function stripTrailingDot(hostname: string): string {
  return hostname.replace(/\.+$/, '')
}
