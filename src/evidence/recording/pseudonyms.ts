import { createHash } from 'node:crypto'
import { domainToASCII, domainToUnicode } from 'node:url'
import ipaddr from 'ipaddr.js'
import { getDomain } from 'tldts'
import { foldText, isUnspaced } from '../../text/fold-text.ts'
import { isIp, isOwnMachine, readHost } from './hosts.ts'
import { listOrders, listPartsOfDoubleName, splitLogin, turnRound, withoutTitles } from './name-forms.ts'
import { addressPattern, isImpersonal, readAddress } from './person-names.ts'
import { Phrases, tryDecodePercent } from './phrases.ts'

/** How many of each kind were given a pseudonym. */
export type PseudonymCounts = Readonly<Record<'addresses' | 'names' | 'domains' | 'ips' | 'phones' | 'keys', number>>

export interface PseudonymOptions {
  /** Domains of the vendor, and hosts in them: they identify nobody. */
  readonly ownDomains: readonly string[]
  /** Texts that stay, ignoring case. */
  readonly plain: ReadonlySet<string>
  /** Whether a text occurs in the original, so that no pseudonym is a real person. */
  readonly occurs: (text: string) => boolean
}

/**
 * Gives the same pseudonym for the same person, address or host everywhere, and a different one for another, so that
 * joins and counts stay right. Texts from `learn…` are replaced everywhere; addresses are recognised by their form.
 */
export class Pseudonyms {
  readonly #options: PseudonymOptions
  /** By kind, then by the original text, ignoring case. */
  readonly #numbers = {
    words: new Map<string, string>(),
    domains: new Map<string, string>(),
    ips: new Map<string, string>(),
    phones: new Map<string, string>(),
    keys: new Map<string, string>(),
  }
  readonly #taken = new Set<string>()
  readonly #addresses = new Set<string>()
  /** Texts to search for, beside those that their form shows. */
  readonly #learned: Phrases
  readonly #whole = new Map<string, string>()
  /** Addresses that nothing shows amid a text where they begin. */
  readonly #unusual = new Phrases()
  /** Of one or two letters, as they are written. */
  readonly #short = new Map<string, string>()
  /** Case matters. */
  readonly #opaque = new Map<string, string>()

  constructor(options: PseudonymOptions) {
    this.#options = options
    this.#learned = new Phrases((word) => options.plain.has(word))
  }

  get counts(): PseudonymCounts {
    const { words, domains, ips, phones, keys } = this.#numbers
    return {
      addresses: this.#addresses.size,
      names: words.size,
      domains: domains.size,
      ips: ips.size,
      phones: phones.size,
      keys: keys.size,
    }
  }

  /**
   * The name of a person. Each of several words gets its own pseudonym, so that "given family" stays consistent, and so do logins that
   * are made of them: "ada.lovelace", "AdaLovelace", "Lovelace, Ada".
   * @returns whether it is replaced from now on: a word that names nobody, or has no letter, stays
   */
  learnName(name: string): boolean {
    const text = name.trim()
    if (text === '' || this.#stays(text)) return false
    for (const part of listPartsOfDoubleName(text)) if (!this.#stays(part)) this.#learn(part, this.#word(part))
    const turned = turnRound(text)
    if (turned !== undefined) return this.learnName(turned)
    const words = text.split(/\s+/u)
    const bare = withoutTitles(words)
    if (bare.length < words.length) this.learnName(bare.join(' '))
    const pseudonyms = words.map((word) => (bare.includes(word) ? this.#word(word) : word))
    this.#learn(text, pseudonyms.join(' '))
    if (words.length === 1) this.#learnSpelledOut(text, this.#word(text))
    for (const order of listOrders(words))
      this.#learn(order.join(''), order.map((each) => pseudonyms[words.indexOf(each)] ?? each).join(''))
    return true
  }

  /**
   * What an author calls personal: a name, or the address or host of the customer's own server. A host stays a host, because the
   * field that it was entered in takes nothing else.
   * @returns whether nobody is named by it from now on: it is replaced, or it is the machine itself
   */
  learnPersonal(text: string): boolean {
    const host = readHost(text.trim())
    if (host !== undefined && isOwnMachine(host)) return true
    if (host === undefined || !/[.:]/.test(host)) return this.learnName(host ?? text)
    if (isIp(host)) this.#learn(host, this.#hostIp(host))
    else if (this.#registrable(host) === undefined) return false
    else this.#learn(host, this.#domain(host))
    return true
  }

  /** The street where somebody lives or works. */
  learnStreet(street: string): void {
    const text = street.trim()
    if (text !== '' && !this.#stays(text)) this.#learn(text, this.#word(text))
  }

  /** Whether somebody is in a text in which all of them were replaced. */
  isIn(text: string): boolean {
    const rest = text.replaceAll(pseudonymPattern, ' ')
    return this.#learned.isIn(rest) || this.#replaceShort(rest) !== rest
  }

  learnPhone(phone: string): void {
    this.#learn(phone, this.#phone(phone))
  }

  /**
   * Addresses in a text show the names and domains that also occur alone elsewhere. A text that is an address may have any sign.
   * @param isMail whether a member says that it is an address
   */
  learnAddresses(text: string, isMail = false): void {
    for (const each of [text, ...listEnclosed(text)]) {
      const address = readAddress(each, isMail)
      if (address) this.#learnUnusual(address)
    }
    for (const [, written = '', , host = ''] of text.matchAll(addressPattern)) {
      const [local, domain] = [tryDecodePercent(written), tryDecodePercent(host)]
      if (!this.#stays(local)) {
        this.#learn(local, this.#word(local))
        this.#learnSpelledOut(local, this.#word(local))
      }
      this.learnDomain(domain)
      if (local !== '') this.#learnHashes(`${local}@${domain}`)
    }
  }

  /** One whose signs would be taken for the end of a word elsewhere. */
  #learnUnusual({ local, domain }: { readonly local: string; readonly domain: string }): void {
    const address = `${local}@${domain}`
    const [known] = address.match(addressPattern) ?? []
    if (known === address) return
    this.#unusual.add(address, this.#address(local, '@', domain))
    if (!this.#stays(local)) this.#learn(local, this.#word(local))
    if (/\p{L}$/u.test(domain) && domain.includes('.')) this.learnDomain(domain)
  }

  /** A domain of the customer, or a host in it, from an address or a member. */
  learnDomain(domain: string): void {
    const own = this.#registrable(domain)
    if (own === undefined) return
    for (const each of new Set([own, domainToASCII(own), domainToUnicode(own)]))
      if (each !== '') this.#learn(each, this.#domain(own))
  }

  /**
   * Anybody can guess an address and compare its hash, so the hash of the pseudonym replaces it. Gravatar's was MD5 and
   * is SHA-256.
   */
  #learnHashes(address: string): void {
    const [real, shown] = [address, address.replace(addressPattern, (_all, ...parts) => this.#pseudonymOf(parts))]
    if (real.toLowerCase() === shown.toLowerCase()) return
    for (const algorithm of ['md5', 'sha1', 'sha256'])
      for (const written of new Set([real, real.toLowerCase()]))
        this.#learn(digest(algorithm, written), digest(algorithm, shown.toLowerCase()))
  }

  #pseudonymOf([local, at, domain]: readonly string[]): string {
    return this.#address(local ?? '', at ?? '', domain ?? '')
  }

  /** A cursor with an address in base64: encoded again from its scrubbed content, so that it can still be decoded. */
  learnOpaque(text: string, holds: string): void {
    const code = Buffer.from(holds)
    const written = /[-_]/.test(text) || !/[+/=]/.test(text) ? code.toString('base64url') : code.toString('base64')
    this.#opaque.set(text, written)
    this.#opaque.set(encodeURIComponent(text), encodeURIComponent(written))
  }

  /** The text without any person. */
  replaceNames(text: string): string {
    const whole = this.#whole.get(toKey(text))
    if (whole !== undefined) return matchCase(text, whole)
    for (const [opaque, written] of this.#opaque)
      if (text.includes(opaque)) return this.#replacedAround(text, opaque, written)
    const usual = this.#unusual.replaceIn(text, (_found, shown) => shown)
    const known = usual.replace(addressPattern, (_all, local, at, domain) => this.#address(local, at, domain))
    return this.#byForm(this.#replaceShort(this.#learned.replaceIn(this.#inAddresses(known), matchCase)))
  }

  /** A text that is too short to search for everywhere is replaced only between separators of a URL. */
  #inAddresses(text: string): string {
    if (this.#whole.size === 0 || !/[/=]/.test(text)) return text
    return text.replace(/(?<=[/=])[^/?&#=\s"<>;,]{1,24}(?=[/?&#\s"<>;,]|$)/g, (part) => {
      const whole = this.#whole.get(toKey(tryDecodePercent(part)))
      return whole === undefined ? part : encodeURIComponent(matchCase(tryDecodePercent(part), whole))
    })
  }

  /** A short name amid a text, if it is written as it was learned. */
  #replaceShort(text: string): string {
    if (this.#short.size === 0) return text
    return text.replace(shortWord, (word) => this.#short.get(word.normalize('NFC')) ?? word)
  }

  #replacedAround(text: string, opaque: string, written: string): string {
    return text
      .split(opaque)
      .map((each) => this.replaceNames(each))
      .join(written)
  }

  #byForm(text: string): string {
    return text
      .replace(ipPattern, (found) => this.#ip(found))
      .replace(phonePattern, (found) => this.#phone(found))
      .replace(accessKeyPattern, (found) => this.#accessKey(found))
  }

  #address(written: string, at: string, host: string): string {
    const [local, domain] = [tryDecodePercent(written), tryDecodePercent(host)]
    if (this.#taken.has(local.toLowerCase()) && /(?:^|\.)example\d*\.(?:com|org|net)$|^[^.]+$|^\[/.test(domain))
      return `${written}${at}${host}`
    this.#addresses.add(`${local}@${domain}`.toLowerCase())
    const stays = isImpersonal(local) || this.#options.plain.has(local.toLowerCase())
    return `${stays ? written : matchCase(local, this.#word(local))}${at}${this.#hostOfAddress(domain, host)}`
  }

  #hostOfAddress(domain: string, written: string): string {
    const [, prefix = '', ip = ''] = /^\[(IPv6:)?([\da-f.:]+)\]$/i.exec(domain) ?? []
    if (isIp(ip)) return `[${prefix}${this.#ip(ip)}]`
    // A name of one label is a machine in the network of the customer.
    const own = domain.includes('.') ? this.#registrable(domain) : undefined
    return own === undefined ? written : domain.slice(0, domain.length - own.length) + this.#domain(own)
  }

  #learn(text: string, pseudonym: string): void {
    this.#whole.set(toKey(text), pseudonym)
    const composed = text.normalize('NFC')
    // Two letters occur in too many words, so that only a name as it is written is one.
    if ([...composed].length > 2 || isUnspaced(text)) this.#learned.add(text, pseudonym)
    else if (!shortWords.has(text.toLowerCase()) && !/^\p{Ll}/u.test(composed))
      this.#short.set(composed, matchCase(composed, pseudonym))
  }

  /** The name of whom a login such as "ada.lovelace" is: all of it has one pseudonym. */
  #learnSpelledOut(login: string, pseudonym: string): void {
    const parts = splitLogin(login)
    for (const order of parts === undefined ? [] : listOrders(parts)) this.#learn(order.join(''), pseudonym)
  }

  #stays(text: string): boolean {
    return isImpersonal(text) || this.#options.plain.has(text.toLowerCase()) || !/\p{L}/u.test(text)
  }

  /** In lower case; the caller gives it the case of the original. */
  #word(word: string): string {
    return this.#numbered(this.#numbers.words, word, (number) => `person${number}`)
  }

  #domain(domain: string): string {
    return this.#numbered(
      this.#numbers.domains,
      domainToASCII(domain) || domain,
      (number) => reserved[number - 1] ?? `example${number}.com`,
    )
  }

  /** From the ranges for documentation (RFC 5737, RFC 3849). Networks and addresses without a single host stay. */
  #ip(text: string): string {
    if (!ipaddr.isValid(text)) return text
    return ipaddr.parse(text).range() === 'unicast' ? this.#hostIp(text) : text
  }

  /** Of one host, in whatever network. */
  #hostIp(text: string): string {
    return this.#numbered(this.#numbers.ips, text, (number) =>
      ipaddr.IPv6.isValid(text) ? `2001:db8::${number.toString(16)}` : createDocumentedIp(number),
    )
  }

  /** 555-01xx is unused in North America; 999 is no country's prefix. */
  #phone(text: string): string {
    const digits = text.replaceAll(/\D/g, '')
    if (/^(?:120255501\d\d|999\d{9})$/.test(digits)) return text
    return this.#numbered(this.#numbers.phones, digits, (number) =>
      number < 100 ? `+120255501${String(number).padStart(2, '0')}` : `+999${String(number).padStart(9, '0')}`,
    )
  }

  /** Not secret alone, but it identifies an account. A check needs it to distinguish keys. */
  #accessKey(text: string): string {
    if (text.includes('EXAMPLE')) return text
    return this.#numbered(
      this.#numbers.keys,
      text,
      (number) => `${text.slice(0, 4)}EXAMPLE${String(number).padStart(9, '0')}`,
    )
  }

  #numbered(numbers: Map<string, string>, text: string, make: (number: number) => string): string {
    const key = toKey(text)
    let pseudonym = numbers.get(key)
    for (let number = numbers.size + 1; pseudonym === undefined; number++) {
      const candidate = make(number)
      if (!this.#taken.has(candidate) && !this.#options.occurs(candidate)) pseudonym = candidate
    }
    numbers.set(key, pseudonym)
    this.#taken.add(pseudonym)
    return pseudonym
  }

  /** The registered part of a domain; undefined if that shows nothing about its owner. */
  #registrable(domain: string): string | undefined {
    const { ownDomains } = this.#options
    const own = getDomain(domain) ?? domain.split('.').slice(-2).join('.')
    const lower = own.toLowerCase()
    if (ownDomains.includes(lower) || anybodys.has(lower) || this.#options.plain.has(lower)) return undefined
    return /(?:^|\.)(?:example(?:\.(?:com|org|net))?|test|invalid|localhost)$/.test(lower) ? undefined : own
  }
}

/** What stands between brackets, or after `mailto:`: `Ada <ada@acme.example>`. */
function listEnclosed(text: string): readonly string[] {
  const found = text.matchAll(/<([^<>\s]{3,400})>|\bmailto:([^\s?<>"]{3,400})/gi)
  return [...found].flatMap(
    ([, bracketed, linked]) => bracketed ?? (linked === undefined ? [] : tryDecodePercent(linked)),
  )
}

const pseudonymPattern = /(?<![\p{L}\p{N}])(?:person\d+|example\d*\.(?:com|org|net))(?![\p{L}\p{N}])/giu

const shortWord = /(?<![\p{L}\p{M}\p{N}%\\])[\p{L}\p{M}]{1,4}(?![\p{L}\p{M}\p{N}])/gu
/** Short names that are words as well: amid a text, they stay. */
const shortWords = new Set(
  'ai am an as at be by db do eu go he hi id if in io ip is it me mr ms my no of ok on or os pm pr so to tv ui uk un up us vm vs we'.split(
    ' ',
  ),
)

/** Alike for every spelling of one name: its case, and how its letters are composed. */
function toKey(text: string): string {
  return foldText(text.normalize('NFC'))
}

function digest(algorithm: string, text: string): string {
  return createHash(algorithm).update(text).digest('hex')
}

/** TEST-NET-1 to 3 of RFC 5737, then what is reserved for no use at all (RFC 1112 §4). */
function createDocumentedIp(number: number): string {
  const [network, host] = [Math.floor((number - 1) / 254), ((number - 1) % 254) + 1]
  const documented = ['203.0.113', '198.51.100', '192.0.2'][network]
  return documented === undefined ? `240.${network >> 8}.${network & 255}.${host}` : `${documented}.${host}`
}

const reserved = ['example.com', 'example.org', 'example.net']

/** Mail domains of the public, and domains of machines: checks may test what such a domain means. */
const anybodys = new Set(
  'gmail.com googlemail.com outlook.com hotmail.com live.com yahoo.com icloud.com me.com proton.me protonmail.com gmx.de gmx.net web.de gserviceaccount.com onmicrosoft.com'.split(
    ' ',
  ),
)

const ipPattern =
  /(?<![\w.:/-])(?:\d{1,3}(?:\.\d{1,3}){3}|(?=[0-9a-f:]*::|(?:[0-9a-f]{1,4}:){7})[0-9a-f:]{3,39})(?![\w/]|\.\d)/gi
const phonePattern = /(?<![\w+])\+[1-9]\d{0,2}[ ().-]{0,2}\d(?:[ ().-]{0,2}\d){6,12}(?![\w])/g
const accessKeyPattern = /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g

/** ADA, Ada and ada are one name and keep their three spellings. */
function matchCase(text: string, pseudonym: string): string {
  if (!/\p{Lu}/u.test(text)) return pseudonym
  if (text.length > 1 && !/\p{Ll}/u.test(text)) return pseudonym.toUpperCase()
  return pseudonym.replaceAll(/(?<!\p{L})\p{Ll}/gu, (letter) => letter.toUpperCase())
}
