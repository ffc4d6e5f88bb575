import { createHmac, randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { CheckwrightError } from '../../errors/index.ts'
import { blurEmail, formatEmailAddress, parseEmailAddress } from '../../inventory/email-address.ts'
import { decodeBase64, encodeBase64 } from '../../text/base64.ts'
import { blurText } from '../../text/blur-text.ts'
import { parseJson } from '../../text/parse-json.ts'

const tableSchema = z.strictObject({
  schema: z.literal('checkwright.pseudonyms/v1'),
  organizationId: z.string(),
  /** Base64, 32 bytes. */
  key: z.string(),
  pseudonyms: z.record(z.string(), z.string()),
})

/**
 * The one table by which editions replace ids, addresses and names. It stays with the organization: whoever has it can tell who is
 * meant, and nobody else can. A word has the same pseudonym in every edition.
 */
export class PseudonymTable {
  readonly #organizationId: string
  readonly #key: Uint8Array
  readonly #pseudonyms: Map<string, string>
  readonly #known = new Map<string, string>()

  private constructor(organizationId: string, key: Uint8Array, pseudonyms: Map<string, string>) {
    this.#organizationId = organizationId
    this.#key = key
    this.#pseudonyms = pseudonyms
  }

  /** A table with a new key. */
  static create(organizationId: string): PseudonymTable {
    return new PseudonymTable(organizationId, randomBytes(32), new Map())
  }

  /** @throws CheckwrightError `PSEUDONYMS_INVALID` for what is no table, and for that of another organization */
  static parse(text: string, organizationId: string): PseudonymTable {
    const { data } = tableSchema.safeParse(parseJson(text))
    const key = data && decodeBase64(data.key)
    if (data === undefined || key?.byteLength !== 32)
      throw createTableError('is no table of pseudonyms. Name the file that an earlier edition made, or a new one')
    if (data.organizationId !== organizationId)
      throw createTableError(`belongs to the organization "${data.organizationId}", not to "${organizationId}"`)
    return new PseudonymTable(organizationId, key, new Map(Object.entries(data.pseudonyms)))
  }

  /** The pseudonym of an id, whatever system it is of: equal ids stay equal. */
  replaceId(id: string): string {
    return this.#replace('id', id, id)
  }

  /** The pseudonym of a name. Names that are alike for cross-checks stay alike. */
  replaceName(name: string): string {
    const blurred = blurText(name)
    return blurred === '' ? '' : this.#replace('name', blurred, name)
  }

  /** The domain stays. Addresses that are the same, or look alike, do so afterwards. */
  replaceAddress(address: string): string {
    const parsed = parseEmailAddress(address)
    if (parsed === undefined) return this.#replace('address', address, address)
    const canonical = formatEmailAddress(parsed)
    const at = canonical.lastIndexOf('@')
    const blurred = blurEmail(parsed)
    const base = this.#replace('address', blurred, blurred)
    if (blurred === canonical) return `${base}${canonical.slice(at)}`
    // A tag, which cross-checks take for part of the address, and for nothing where they look for similar ones.
    const other = `${base}+${this.#hash('tag', canonical).slice(0, 8)}${canonical.slice(at)}`
    this.#pseudonyms.set(other, address)
    return other
  }

  /** The pseudonym of any other text. */
  replaceText(text: string): string {
    return this.#replace('text', text, text)
  }

  /** JSON, for its owner only: it has the key and everything that was replaced. */
  toText(): string {
    const pseudonyms = Object.fromEntries([...this.#pseudonyms].sort(([a], [b]) => (a < b ? -1 : 1)))
    const table: z.input<typeof tableSchema> = {
      schema: 'checkwright.pseudonyms/v1',
      organizationId: this.#organizationId,
      key: encodeBase64(this.#key),
      pseudonyms,
    }
    return `${JSON.stringify(table, undefined, 1)}\n`
  }

  #replace(kind: 'id' | 'name' | 'address' | 'text', word: string, original: string): string {
    const place = `${kind}\0${word}`
    const known = this.#known.get(place)
    if (known !== undefined) return known
    const pseudonym = `${kind}-${this.#hash(kind, word)}`
    this.#known.set(place, pseudonym)
    if (!this.#pseudonyms.has(pseudonym)) this.#pseudonyms.set(pseudonym, original)
    return pseudonym
  }

  #hash(kind: string, word: string): string {
    return createHmac('sha256', this.#key).update(`${kind}\0${word}`).digest('hex').slice(0, 20)
  }
}

function createTableError(what: string): CheckwrightError {
  return new CheckwrightError(`The file of pseudonyms ${what}.`, { code: 'PSEUDONYMS_INVALID' })
}
