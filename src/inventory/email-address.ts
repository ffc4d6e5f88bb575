import { normalizeDomain } from '../define/index.ts'

/**
 * The form in which addresses are compared. Letters A to Z count as small ones, and a domain has its ASCII form. Nothing else is
 * the same: `+tag`, dots and look-alikes are other addresses. Undefined for what is no address.
 */
export function canonicalizeEmail(address: unknown): string | undefined {
  if (typeof address !== 'string') return undefined
  const at = address.lastIndexOf('@')
  if (at <= 0 || at === address.length - 1) return undefined
  if (isPlain.test(address)) return address
  const domain = canonicalizeDomain(address.slice(at + 1))
  if (domain === undefined) return undefined
  // Not toLowerCase(): it maps letters of other alphabets, such as İ and K (Kelvin), to those of ours.
  return `${address.slice(0, at).normalize('NFC').replace(/[A-Z]/g, lower)}@${domain}`
}

/** Whether two texts are one address. Texts that are none compare as they are. */
export function isSameEmail(one: string, other: string): boolean {
  return (canonicalizeEmail(one) ?? one) === (canonicalizeEmail(other) ?? other)
}

/** Most addresses are in their canonical form already. */
const isPlain = /^[a-z0-9._+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/

function lower(letter: string): string {
  return letter.toLowerCase()
}

function canonicalizeDomain(domain: string): string | undefined {
  return /^[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)+$/.test(domain) ? domain.toLowerCase() : normalizeDomain(domain)
}

/** The domain of a canonical address. */
export function readDomain(canonical: string): string {
  return canonical.slice(canonical.lastIndexOf('@') + 1)
}

/**
 * A form that look-alike addresses have in common: without tag and dots, and with letters of other alphabets as those they look
 * like. Equal forms are a reason to ask somebody, and never a match.
 */
export function blurEmail(canonical: string): string {
  const at = canonical.lastIndexOf('@')
  const local = canonical.slice(0, at).replace(/\+.*$/s, '').replaceAll('.', '')
  return `${blurText(local)}@${canonical.slice(at + 1)}`
}

/** Most names have nothing but ASCII, and single spaces. */
const isPlainText = /^[!-~]+(?: [!-~]+)*$/

/** A name or part of one, for comparing what people may have meant. */
export function blurText(text: string): string {
  if (isPlainText.test(text)) return text.toLowerCase()
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}|\p{Default_Ignorable_Code_Point}/gu, '')
      // ß has two large letters, ς and σ one.
      .toUpperCase()
      .toLowerCase()
      .replace(/[аеорсухіјѕ]/gu, (letter) => 'aeopcyxijs'.charAt('аеорсухіјѕ'.indexOf(letter)))
      .replace(/\s+/g, ' ')
      .trim()
  )
}
