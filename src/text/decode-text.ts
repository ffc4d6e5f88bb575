import { decodeUtf8 } from './decode-utf8.ts'

/** What bytes say as text, or why they have none. */
export type DecodedText = { readonly text: string } | { readonly problem: string }

/**
 * The text of a body, without its byte order mark. The mark says the charset, else Content-Type, else an XML declaration;
 * without any it is UTF-8. Bytes that do not fit have no text, because U+FFFD in their place would make one id of two.
 * @param type Content-Type
 * @returns a `problem` completes "The answer …"
 */
export function decodeText(bytes: Uint8Array, type?: string | null): DecodedText {
  const charset = findMarkedCharset(bytes) ?? findDeclaredCharset(bytes, type) ?? 'utf-8'
  const encoding = findEncoding(charset)
  // What is UTF-8 under an unknown name is read without a loss too.
  const text = encoding === undefined || encoding === 'utf-8' ? decodeUtf8(bytes) : decodeBy(encoding, bytes)
  if (text !== undefined) return { text }
  return {
    problem:
      encoding === undefined
        ? `is in the charset "${charset}", which Checkwright cannot read`
        : `has bytes that are not "${charset}", the charset that it declares or that is the default`,
  }
}

/** Whether `decodeText` reads the bytes as UTF-8. */
export function isReadAsUtf8(bytes: Uint8Array, type?: string | null): boolean {
  const charset = findMarkedCharset(bytes) ?? findDeclaredCharset(bytes, type)
  return charset === undefined || (findEncoding(charset) ?? 'utf-8') === 'utf-8'
}

/** The charset that the first bytes show: a mark, or the zeros of UTF-16. */
function findMarkedCharset(bytes: Uint8Array): string | undefined {
  // Destructuring would iterate, and costs more than the rest.
  const first = bytes[0]
  const second = bytes[1]
  const third = bytes[2]
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // RFC 4627 §3: JSON begins with a character of ASCII, and so does XML. Text has no other NUL.
  if (first === 0 && second !== 0 && second !== undefined) return 'utf-16be'
  return second === 0 && first !== 0 && third !== 0 ? 'utf-16le' : undefined
}

// RFC 9110 §8.3.2. Some servers write single quotes.
const charsetParameter = /;\s*charset\s*=\s*["']?([\w.:+-]{1,40})/i
// XML 1.0 §4.3.3. What can be read as this has no charset of wider units.
const xmlDeclaration = /^<\?xml(?:\s[^<>]{0,100}?)?\sencoding\s*=\s*["']([\w.:+-]{1,40})["']/
const declarationBytesMax = 200

function findDeclaredCharset(bytes: Uint8Array, type: string | null | undefined): string | undefined {
  const charset = charsetParameter.exec(type ?? '')?.[1]?.toLowerCase()
  if (charset !== undefined) return charset
  if (bytes[0] !== 0x3c) return undefined
  const start = String.fromCharCode(...bytes.subarray(0, declarationBytesMax))
  const declared = xmlDeclaration.exec(start)?.[1]?.toLowerCase()
  return declared?.startsWith('utf-16') ? undefined : declared
}

/** The encoding of a charset (WHATWG Encoding §4.2); undefined for one that is not known. */
function findEncoding(charset: string): string | undefined {
  // WHATWG reads ASCII as windows-1252. Bytes above it are a mistake, and mostly UTF-8.
  if (/^(?:utf-?8|(?:us-)?ascii)$/.test(charset)) return 'utf-8'
  try {
    return new TextDecoder(charset).encoding
  } catch {
    return undefined
  }
}

function decodeBy(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
