import { createRequire } from 'node:module'
import type { Problem } from '../../errors/index.ts'
import { listPlaceholders } from '../connector/template.ts'

/** The names that may occur in a host: the declared ones, and the patterns that hold some of them. */
export interface HostNames {
  readonly declared: ReadonlySet<string>
  readonly patterns: Readonly<Record<string, string>>
}

/** A host of customers' own, with its port; whoever types it decides who gets the credentials. */
export const anyHostPattern = '[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*(:[0-9]{1,5})?'

/** As they stand in a file, to be copied. */
const exampleOfPatterns = `'[a-z0-9-]+\\\\.acme\\\\.com' for hosts below acme.com, or, where customers host it themselves, '${anyHostPattern.replaceAll('\\', '\\\\')}'; in place of a whole URL, begin it with https://. A field of type "select" needs none`

const port = /:(?:\d+|\{[^{}]*\})$/

/** Host rules: literal, or labels under a literal suffix that belongs to one owner, or a declared pattern. */
export function findHostProblems(path: string, host: string, { declared, patterns }: HostNames): Problem[] {
  const form = findHostFormProblem(host)
  if (form !== undefined) return [{ path, message: form }]
  const name = host.replace(port, '')
  const free = listPlaceholders(name).find((each) => declared.has(each) && patterns[each] === undefined)
  if (free === undefined) return []
  const literalSuffix = /\}((?:\.[a-z0-9-]+)+)$/i.exec(name)?.[1]?.slice(1)
  if (literalSuffix === undefined) {
    const message = `{${free}} decides which host receives the request; give its field a "pattern" that allows only the hosts you mean, such as ${exampleOfPatterns}`
    return [{ path, message }]
  }
  if (!isPublicSuffix(literalSuffix)) return []
  const message = `"${literalSuffix}" is a public suffix, so {${free}} could name anybody's host; give its field a "pattern" that allows the vendor's names, such as 'acme-[a-z0-9]+', or type "select" with them as options`
  return [{ path, message }]
}

/** Rules of `allowedHosts`: a host, `host:port`, `*.suffix`, or a host in which `*` replaces one label. */
export function findAllowedHostProblems(path: string, text: string, names: HostNames): Problem[] {
  const problem = (message: string): Problem[] => [{ path, message }]
  if (/[/@?#\\\s]/.test(text)) return problem('must be a host, "host:port" or "*.suffix", without scheme and path')
  const isWildcard = text.includes('*')
  if (isWildcard && !/^(?:\*|[^*]+\.\*)\.[^*]*$/.test(text))
    return problem('may have one wildcard, which stands for whole labels: "*.example.com", "api.*.example.com"')
  if (isWildcard && /:\d*$/.test(text)) return problem('must not have a port after a wildcard: "*.example.com"')
  const host = () => findHostProblems(path, text.replace(/^\*\./, '').replace('*', 'x'), names)
  const suffix = () => (isWildcard ? findSuffixProblems(path, text.replace(/^.*\*\./, ''), names) : [])
  const [first, second] = listPlaceholders(text).length === 0 ? [suffix, host] : [host, suffix]
  const problems = first()
  return problems.length > 0 ? problems : second()
}

/** The suffix after the wildcard must belong to one owner, with everything below it. */
function findSuffixProblems(path: string, suffix: string, { patterns }: HostNames): Problem[] {
  const last = listPlaceholders(suffix).at(-1)
  const literal = last === undefined ? suffix : suffix.slice(suffix.lastIndexOf('}') + 1).replace(/^\./, '')
  if (last === undefined || literal !== '') {
    if (!isSharedSuffix(literal)) return []
    const message = isPublicSuffix(literal)
      ? `"${literal}" is a public suffix: anybody may own a host below it; name the suffix that the vendor owns`
      : `strangers own hosts below "${literal}"; name the hosts, or a suffix below which the vendor owns everything`
    return [{ path, message }]
  }
  if (!isSharedSuffix(readLiteralEnd(patterns[last] ?? ''))) return []
  const message = `{${last}} may be a suffix below which strangers own hosts; end its "pattern" in a suffix of the vendor's, such as "[a-z]+\\\\.example\\\\.com"`
  return [{ path, message }]
}

/** The labels at the end of every text that a pattern allows: "acme.example" of `[a-z]+\.acme\.example`. */
function readLiteralEnd(pattern: string): string {
  // A pattern with `|` at the top may end in anything.
  const outside = pattern.replaceAll(/\([^()]*\)/g, '').replaceAll(/\([^()]*\)/g, '')
  if (outside.includes('|')) return ''
  return /((?:\\\.[a-z0-9-]+)+)$/i.exec(pattern)?.[1]?.replaceAll('\\.', '.').slice(1) ?? ''
}

/** The problem of a host that no value of its placeholders can fix. */
function findHostFormProblem(host: string): string | undefined {
  const probe = host
    .replace(/:\{[^{}]*\}$/, ':1')
    .replaceAll(/\{[^{}]*\}/g, 'x')
    .toLowerCase()
  const url = URL.canParse(`https://${probe}`) ? new URL(`https://${probe}`) : undefined
  const hostname = probe.replace(port, '')
  if (url === undefined || url.pathname !== '/' || hostname === '' || hostname.endsWith('.') || hostname.includes('..'))
    return 'has no valid host name; write it as "api.example.com"'
  // Other spellings of the same host, such as 127.1 or an umlaut, would not match the host of a request.
  return url.hostname === hostname ? undefined : `is not the normal spelling of the host; write it as "${url.hostname}"`
}

// Suffixes below which anybody can have a name, from the clouds' own documentation. The list of public suffixes does
// not have them.
const hostingSuffixes = [
  'azure-api.net',
  'azurefd.net',
  'backblazeb2.com',
  'cloudapp.azure.com',
  'cloudflarestorage.com',
  'googleusercontent.com',
  'myqcloud.com',
  'aliyuncs.com',
  'oraclecloud.com',
  'servicebus.windows.net',
  'usercontent.goog',
  'wasabisys.com',
]

/** Whether strangers own hosts below, at any depth: `com`, `amazonaws.com`, `azure.com`. */
function isSharedSuffix(suffix: string): boolean {
  const name = suffix.toLowerCase()
  if (isPublicSuffix(name) || loadSharedSuffixes().includes(name)) return true
  return hostingSuffixes.some((each) => each === name || each.endsWith(`.${name}`) || name.endsWith(`.${each}`))
}

// The lists of suffixes cost several ms and MB to load, so only connectors with a wildcard or a placeholder in a host
// load them.
const load = createRequire(import.meta.url)

/**
 * Names with one owner below which strangers own names (publicsuffix.org). "npm run shared-suffixes" makes the list.
 * The build puts the file beside its chunks.
 */
export function loadSharedSuffixes(): readonly string[] {
  return load('./shared-suffixes.json') as readonly string[]
}

/** Whether anybody may register names directly below: "com", "co.uk", "github.io" (publicsuffix.org), or an IP address. */
export function isPublicSuffix(suffix: string): boolean {
  if (!suffix.includes('.') || /^[\d.]+$/.test(suffix)) return true
  const { getPublicSuffix } = load('tldts') as typeof import('tldts')
  return getPublicSuffix(suffix, { allowPrivateDomains: true }) === suffix.toLowerCase()
}
