import { createHash } from 'node:crypto'
import { toCanonicalLine } from './canonical-json.ts'
import type { StoredRecord } from './stored-record.ts'

/** The digest that names a list of records: SHA-256 of their canonical lines, in the order in which they come. */
export class RecordsDigest {
  readonly #hash = createHash('sha256')

  add(record: StoredRecord): void {
    this.#hash.update(`${toCanonicalLine(record)}\n`)
  }

  /** @returns lowercase hexadecimal; call it once */
  finish(): string {
    return this.#hash.digest('hex')
  }
}
