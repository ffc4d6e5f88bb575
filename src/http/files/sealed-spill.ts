import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { openNameless } from './nameless-file.ts'

const blockBytes = 256 * 1024
/** The most bytes that wait to be written. */
const waitingBytesMax = 4 * 1024 * 1024
const fileBytesMax = 512 * 1024 * 1024
const tagBytes = 16

/** The position of some bytes. */
export interface SpilledBytes {
  readonly block: SpillBlock
  readonly start: number
  readonly end: number
}

interface SpillBlock {
  readonly number: number
  /** While it is filled or written. */
  bytes: Buffer | undefined
  used: number
  /** Place in the file. */
  at: number
}

/**
 * Bytes that need too much memory, in a file that only this process can read, because vendors' answers must not outlive
 * a run. The key exists in this process's memory alone. The file loses its name as soon as it is open (where the system
 * allows that), and its space is freed however the process ends.
 *
 * If the disk fails, the bytes are lost and reading returns undefined, so callers must be able to fetch them again.
 */
export class SealedSpill {
  readonly #key = randomBytes(32)
  readonly #file = new Lazy(openNameless)
  /** Writes one after the other. */
  #written: Promise<void> = Promise.resolve()
  #filling: SpillBlock | undefined
  #blocks = 0
  #waitingBytes = 0
  #fileBytes = 0
  /** The block that was read last, because a reader of one answer often reads the next ones too. */
  #opened: { readonly block: SpillBlock; readonly bytes: Promise<Buffer | undefined> } | undefined
  #isClosed = false

  /** Keeps a copy; undefined if there is no room. */
  add(parts: readonly Uint8Array[]): SpilledBytes | undefined {
    const length = parts.reduce((sum, part) => sum + part.byteLength, 0)
    if (this.#isClosed || this.#waitingBytes > waitingBytesMax || this.#fileBytes > fileBytesMax) return undefined
    const block = this.#blockFor(length)
    const start = block.used
    for (const part of parts) {
      block.bytes?.set(part, block.used)
      block.used += part.byteLength
    }
    return { block, start, end: block.used }
  }

  /** The added bytes; undefined if they are lost. */
  async read({ block, start, end }: SpilledBytes): Promise<Buffer | undefined> {
    if (this.#isClosed) return undefined
    const bytes = block.bytes ?? (await this.#open(block))
    return bytes?.subarray(start, end)
  }

  /** After this, reads fail. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#filling = undefined
    this.#opened = undefined
    await this.#written
    const file = await this.#file.begun
    await file?.close()
  }

  #blockFor(length: number): SpillBlock {
    const { bytes, used } = this.#filling ?? { bytes: undefined, used: 0 }
    if (this.#filling && bytes && bytes.byteLength - used >= length) return this.#filling
    if (this.#filling) this.#write(this.#filling)
    this.#filling = { number: this.#blocks++, bytes: Buffer.allocUnsafe(Math.max(blockBytes, length)), used: 0, at: 0 }
    return this.#filling
  }

  #write(block: SpillBlock): void {
    const plain = block.bytes?.subarray(0, block.used) ?? Buffer.alloc(0)
    block.at = this.#fileBytes
    this.#fileBytes += block.used + tagBytes
    this.#waitingBytes += block.used
    const write = async () => {
      try {
        const cipher = createCipheriv('aes-256-gcm', this.#key, createNonce(block))
        const sealed = [cipher.update(plain), cipher.final(), cipher.getAuthTag()]
        const file = await this.#file.value()
        await file.writev(sealed, block.at)
      } finally {
        this.#waitingBytes -= block.used
        // From here on, reads use the file. If writing failed, there are no reads.
        block.bytes = undefined
      }
    }
    // A full disk does not fail the run.
    this.#written = this.#written.then(write).catch(() => undefined)
  }

  #open(block: SpillBlock): Promise<Buffer | undefined> {
    if (this.#opened?.block !== block) {
      const bytes = this.#unsealed(block).catch(() => undefined)
      this.#opened = { block, bytes }
    }
    return this.#opened.bytes
  }

  async #unsealed(block: SpillBlock): Promise<Buffer> {
    const file = await this.#file.value()
    const sealed = Buffer.alloc(block.used + tagBytes)
    await file.read(sealed, 0, sealed.byteLength, block.at)
    const decipher = createDecipheriv('aes-256-gcm', this.#key, createNonce(block))
    decipher.setAuthTag(sealed.subarray(block.used))
    return Buffer.concat([decipher.update(sealed.subarray(0, block.used)), decipher.final()])
  }
}

/** A key and nonce are used once: each block is written once, and every spill has its own key. */
function createNonce({ number }: SpillBlock): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 8)
  return nonce
}

/** Made when it is first needed. */
class Lazy<T> {
  readonly #make: () => Promise<T>
  /** The value; undefined if it was not made or failed. */
  begun: Promise<T | undefined> = Promise.resolve(undefined)
  #made: Promise<T> | undefined

  constructor(make: () => Promise<T>) {
    this.#make = make
  }

  value(): Promise<T> {
    if (!this.#made) {
      this.#made = this.#make()
      this.begun = this.#made.catch(() => undefined)
    }
    return this.#made
  }
}
