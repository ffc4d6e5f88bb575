/** An answer of the DNS has 65,535 bytes at most. */
const recordLengthMax = 65_535

/**
 * The tags of a record such as `v=DMARC1; p=reject; sp=none`, in the form that DKIM, DMARC and others share (RFC 6376 §3.2): names in lower
 * case, values without the spaces around them. A record in quotes is read as its strings together (RFC 1035 §5.1, RFC 7489 §6.1).
 * @returns undefined if it is no list of tags, or has one twice, which makes the whole list invalid
 * @example
 * readTags('v=DMARC1; p=Reject') // { v: 'DMARC1', p: 'Reject' }
 */
export function readTags(text: string): Readonly<Record<string, string>> | undefined {
  const parts = joinStrings(text)
    ?.split(';')
    .map((part) => part.trim())
  // A ";" may stand behind the last one.
  if (parts?.at(-1) === '') parts.pop()
  if (parts === undefined || parts.length === 0) return undefined
  const tags = new Map<string, string>()
  for (const part of parts) {
    const [, name, value] = /^([a-z]\w*)\s*=(.*)$/is.exec(part) ?? []
    if (name === undefined || value === undefined || tags.has(name.toLowerCase())) return undefined
    tags.set(name.toLowerCase(), value.trim())
  }
  return Object.fromEntries(tags)
}

/** What a domain asks of those who get mail in its name that it did not send. */
export interface DmarcPolicy {
  readonly policy: DmarcAction
  /** For mail in the name of its subdomains. Without a tag `sp` the same as `policy`. */
  readonly subdomainPolicy: DmarcAction
  /** To how many of 100 such mails the policies apply. The rest is treated by the next weaker one. Without a tag `pct` 100. */
  readonly percent: number
}

export type DmarcAction = 'none' | 'quarantine' | 'reject'

/**
 * What the TXT records of `_dmarc.<domain>` ask for (RFC 7489 §6.3 and §6.6.3). Pass all of them, because two that are of DMARC count for
 * nothing. A record with an action that is missing or unknown asks for nothing, so its policy is `none`.
 * @returns null if the domain has no policy: no record of DMARC, or several; undefined if the record cannot be read
 * @example
 * readDmarc(['v=DMARC1; p=reject; sp=none']) // { policy: 'reject', subdomainPolicy: 'none', percent: 100 }
 */
export function readDmarc(records: readonly unknown[]): DmarcPolicy | null | undefined {
  const texts = records.map((record) => (typeof record === 'string' ? joinStrings(record) : undefined))
  if (texts.includes(undefined)) return undefined
  // The version is the first tag, and its value has these letters.
  const [record, ...more] = texts.filter((text) => /^\s*v\s*=\s*DMARC1\s*(?:;|$)/.test(text ?? ''))
  if (record === undefined || more.length > 0) return null
  const tags = readTags(record)
  const percent = tags && readPercent(tags.pct ?? '100')
  if (percent === undefined) return undefined
  const policy = readAction(tags?.p)
  const subdomainPolicy = readAction(tags?.sp ?? tags?.p)
  const isValid = policy !== undefined && subdomainPolicy !== undefined
  return isValid ? { policy, subdomainPolicy, percent } : { policy: 'none', subdomainPolicy: 'none', percent }
}

/** What a domain says of mail from hosts that no other part of its record names. */
export interface SpfPolicy {
  /** `redirect` if another domain's record decides. A record without both says nothing: `neutral` (RFC 7208 §4.7). */
  readonly others: 'pass' | 'neutral' | 'softfail' | 'fail' | 'redirect'
}

/**
 * What the TXT records of a domain say by SPF of hosts that they do not name (RFC 7208 §4.5 to §5.1, §6.1). Pass all records of the domain.
 * @returns null if the domain has no policy: no record of SPF; undefined for several, which receivers treat as an error, or one that cannot
 * be read
 * @example
 * readSpf(['v=spf1 include:_spf.example.com -all']) // { others: 'fail' }
 */
export function readSpf(records: readonly unknown[]): SpfPolicy | null | undefined {
  const texts = records.map((record) => (typeof record === 'string' ? joinStrings(record) : undefined))
  if (texts.includes(undefined)) return undefined
  const [record, ...more] = texts.filter((text) => /^v=spf1(?: |$)/i.test(text ?? ''))
  if (record === undefined) return null
  if (more.length > 0) return undefined
  const terms = record.toLowerCase().split(' ')
  const all = terms.map((term) => /^([-+~?]?)all$/.exec(term)?.[1]).find((sign) => sign !== undefined)
  if (all !== undefined) return { others: qualifiers[all] ?? 'pass' }
  return { others: terms.some((term) => term.startsWith('redirect=')) ? 'redirect' : 'neutral' }
}

const qualifiers: Readonly<Record<string, SpfPolicy['others']>> = { '-': 'fail', '~': 'softfail', '?': 'neutral' }

const actions: readonly DmarcAction[] = ['none', 'quarantine', 'reject']

function readAction(word: string | undefined): DmarcAction | undefined {
  return actions.find((action) => action === word?.toLowerCase())
}

function readPercent(digits: string): number | undefined {
  return /^\d{1,3}$/.test(digits) && Number(digits) <= 100 ? Number(digits) : undefined
}

/** The text of a record: as it is, or of the quoted strings that it was cut into. */
function joinStrings(text: string): string | undefined {
  if (text.length > recordLengthMax) return undefined
  if (!text.trimStart().startsWith('"')) return text
  if (!/^(?:\s*"(?:[^"\\]|\\.)*")+\s*$/s.test(text)) return undefined
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, inner = '']) => unescapeString(inner)).join('')
}

/** `\"` and `\059` of a zone file (RFC 1035 §5.1). */
function unescapeString(text: string): string {
  return text.replaceAll(/\\(\d{3}|.)/gs, (_, sign: string) =>
    sign.length === 3 ? String.fromCharCode(Number(sign)) : sign,
  )
}
