import { createRequire } from 'node:module'
import { isPublicSuffix } from './host-rules.ts'

export const domainsMax = 100

const load = createRequire(import.meta.url)

/**
 * Mail services where anybody gets an address. Only connections with a list of domains load them. The build puts the file beside
 * its chunks.
 */
function loadPublicMailDomains(): readonly string[] {
  return load('./public-mail-domains.json') as readonly string[]
}

/** The form in which domains are compared: lower case, ASCII. Undefined for what is no DNS name. */
export function normalizeDomain(text: string): string | undefined {
  const name = text.trim().toLowerCase().replace(/\.$/, '')
  if (/[/:@?#\\%[\]\s]/.test(name) || !URL.canParse(`https://${name}`)) return undefined
  const { hostname } = new URL(`https://${name}`)
  const labels = hostname.split('.')
  const isName =
    hostname.length <= 253 &&
    labels.length > 1 &&
    labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  return isName ? hostname : undefined
}

/** Why texts cannot be the domains of an organization; undefined where they can. */
export function findDomainsProblem(domains: readonly string[]): string | undefined {
  if (domains.length > domainsMax) return `must be at most ${domainsMax} domains`
  return domains.map(findDomainProblem).find((problem) => problem !== undefined)
}

function findDomainProblem(text: string): string | undefined {
  const quoted = JSON.stringify(text.slice(0, 300))
  if (text.includes('*')) return `${quoted} has a wildcard; list each domain`
  const name = normalizeDomain(text)
  if (name === undefined) return `${quoted} is no domain; write it as "acme.example"`
  if (isPublicSuffix(name)) return `${quoted} is a public suffix, below which anybody has domains`
  // Names below theirs are nobody's organization either.
  const isPublic = loadPublicMailDomains().some((domain) => name === domain || name.endsWith(`.${domain}`))
  return isPublic ? `${quoted} is a public mail service, where anybody has an address` : undefined
}
