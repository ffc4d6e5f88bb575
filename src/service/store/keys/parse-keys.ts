import { randomBytes } from 'node:crypto'
import { StoreError } from '../../../errors/index.ts'
import { KEY_BYTES } from './aead.ts'

export interface MasterKey {
  readonly id: string
  readonly bytes: Uint8Array
}

/** At most 32 characters: too short for a key to be mistaken for an id and shown in a message. */
const KEY_ID = /^[A-Za-z0-9_-]{1,32}$/
const BASE64 = /^(?:[A-Za-z0-9+/]*|[A-Za-z0-9_-]*)={0,2}$/
/** 32 random bytes have 30 different values on average; fewer than 16 once in 10^14 draws. */
const FEWEST_VALUES = 16

/**
 * Reads `k2:base64,k1:base64`: the first key seals, all keys open. Entries may be on separate lines, and lines that
 * begin with `#` are notes.
 *
 * @param source origin of the text, for messages. They identify a key by its id or position, without its material
 * @throws StoreError `KEYS_INVALID`
 */
export function parseKeys(text: string, source: string): readonly [MasterKey, ...MasterKey[]] {
  const entries = text
    .split(/\r?\n/)
    .filter((line) => !line.trimStart().startsWith('#'))
    .flatMap((line) => line.split(','))
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  const [first, ...rest] = entries.map((entry, index) => parseEntry(entry, index + 1, source))
  if (first === undefined) throw createKeyTextError(source, 'has no key', true)
  const keys: [MasterKey, ...MasterKey[]] = [first, ...rest]
  const repeated = keys.find((key, index) => keys.findIndex((other) => other.id === key.id) < index)
  if (repeated !== undefined) throw createKeyTextError(source, `names key "${repeated.id}" twice; every id must differ`)
  return keys
}

/** A new random key, in the format of `parseKeys`. Its id is random too: lost keys and their successors differ. */
export function makeKeyText(): string {
  return `k${randomBytes(4).toString('hex')}:${randomBytes(KEY_BYTES).toString('base64')}`
}

function parseEntry(entry: string, position: number, source: string): MasterKey {
  const colon = entry.indexOf(':')
  const id = entry.slice(0, Math.max(colon, 0))
  if (!KEY_ID.test(id)) {
    throw createKeyTextError(
      source,
      `has no id before entry ${position}: up to 32 letters, digits, - or _, then a colon`,
      true,
    )
  }
  const material = entry.slice(colon + 1).trim()
  const bytes = Buffer.from(material, 'base64')
  if (!BASE64.test(material)) throw createKeyTextError(source, `has key "${id}", which is not base64`, true)
  if (bytes.length !== KEY_BYTES) {
    throw createKeyTextError(source, `has key "${id}" with ${bytes.length} bytes; it must have ${KEY_BYTES}`, true)
  }
  const weakness = findKeyWeakness(bytes)
  if (weakness !== undefined) throw createKeyTextError(source, `has key "${id}", which ${weakness}`, true)
  return { id, bytes }
}

/** A key that was typed, counted up or left blank instead of drawn at random. */
function findKeyWeakness(bytes: Uint8Array): string | undefined {
  const steps = new Set(bytes.subarray(1).map((byte, index) => byte - (bytes[index] ?? 0)))
  if (bytes.every((byte) => byte === 0)) return 'is all zero'
  if (new Set(bytes).size < FEWEST_VALUES || steps.size < FEWEST_VALUES / 2) return 'is a pattern, not random bytes'
  if (bytes.every((byte) => byte >= 0x20 && byte < 0x7f)) return 'is readable text, not random bytes'
  return undefined
}

function createKeyTextError(source: string, what: string, howToMake = false): StoreError {
  const remedy = howToMake
    ? ' Write id:base64 of 32 random bytes, such as the output of "openssl rand -base64 32".'
    : ''
  return new StoreError(`${source} ${what}.${remedy}`, { code: 'KEYS_INVALID' })
}
