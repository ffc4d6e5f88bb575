import { normalizeDomain } from '../define/index.ts'
import { blurText } from '../text/blur-text.ts'

declare const canonical: unique symbol

/**
 * The address of a person. Two are the same if they are `===`. It is no string, so that none is compared as somebody wrote it:
 * `parseEmailAddress` makes one, `formatEmailAddress` gives its text.
 */
export interface EmailAddress {
  readonly [canonical]: 'address'
}

/**
 * The form in which addresses are compared. Letters A to Z count as small ones, a domain has its ASCII form, and letters with marks are
 * composed. Spaces around it are not part of it. Nothing else is the same: `+tag`, dots and look-alikes are other addresses.
 * @returns undefined for what is no address
 */
export function parseEmailAddress(input: unknown): EmailAddress | undefined {
  if (typeof input !== 'string') return undefined
  if (isPlain.test(input)) return brand(input)
  const address = input.trim()
  const at = address.lastIndexOf('@')
  if (at <= 0 || at === address.length - 1) return undefined
  const domain = canonicalizeDomain(address.slice(at + 1))
  if (domain === undefined) return undefined
  // Not toLowerCase(): it maps letters of other alphabets, such as İ, to those of ours.
  return brand(`${address.slice(0, at).normalize('NFC').replace(/[A-Z]/g, lower)}@${domain}`)
}

/** The address in what people paste: `mailto:ada@acme.example`, `<ada@acme.example>`, `Ada <ada@acme.example>`. Other texts stay. */
export function unwrapAddress(text: string): string {
  // Pages and documents put signs that nobody sees, and curved quotes, around what is copied from them.
  const seen = text.replace(/\p{Cf}/gu, '').trim()
  const [, address = seen] = /^[^<>]*<([^<>\s]+)>$/.exec(seen) ?? []
  return address.replace(/^[“”„«»"'‘’](.*)[“”„«»"'‘’]$/u, '$1').replace(/^(?:mailto|smtp):([^?]*).*$/is, '$1')
}

/** The canonical text, for a store, a signature or a reader. */
export function formatEmailAddress(address: EmailAddress): string {
  return address as unknown as string
}

/** Whether two texts that people wrote are one address. Texts that are none compare as they are. */
export function isSameEmail(one: string, other: string): boolean {
  return (parseEmailAddress(one) ?? one) === (parseEmailAddress(other) ?? other)
}

function brand(text: string): EmailAddress {
  return text as unknown as EmailAddress
}

/** Most addresses are in their canonical form already. */
const isPlain = /^[a-z0-9._+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/

function lower(letter: string): string {
  return letter.toLowerCase()
}

function canonicalizeDomain(domain: string): string | undefined {
  return /^[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)+$/.test(domain) ? domain.toLowerCase() : normalizeDomain(domain)
}

export function readDomain(address: EmailAddress): string {
  const text = formatEmailAddress(address)
  return text.slice(text.lastIndexOf('@') + 1)
}

/**
 * A form that look-alike addresses have in common: without tag and dots, and with letters of other alphabets as those they look
 * like. Equal forms are a reason to ask somebody, and never a match.
 */
export function blurEmail(address: EmailAddress): string {
  const text = formatEmailAddress(address)
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at).replace(/\+.*$/s, '').replaceAll('.', '')
  return `${blurText(local)}@${text.slice(at + 1)}`
}
