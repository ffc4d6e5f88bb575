import { closeSync, read, readSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import { CheckError } from '../../errors/index.ts'
import { openNamelessSync } from './nameless-file.ts'

/** Length of the text that stays in memory before it goes to the file. */
const heldMax = 1024 * 1024
/** Bytes that are read at once. */
const blockBytes = 256 * 1024

/**
 * Lines of text by number: few in memory, many in a file. The file has no name and is the owner's alone: nothing of it is left,
 * however the process ends.
 */
export class KeptLines {
  readonly #what: string
  readonly #folder: string | undefined
  /** Where each line of the file begins; the last is where the next one will. */
  readonly #starts: number[] = [0]
  #held: string[] = []
  #heldLength = 0
  #file: number | undefined
  #closed = false

  /** @param what the lines are, for messages: `inventory "account"` */
  constructor(what: string, folder?: string) {
    this.#what = what
    this.#folder = folder
  }

  get count(): number {
    return this.#starts.length - 1 + this.#held.length
  }

  /**
   * Takes a line without line breaks.
   * @returns its number, from 0
   * @throws CheckError `RESULTS_NOT_KEPT` when it cannot be kept
   */
  add(line: string): number {
    this.#held.push(line)
    this.#heldLength += line.length
    const number = this.count - 1
    if (this.#heldLength > heldMax) this.#spill()
    return number
  }

  /** @throws CheckError `RESULTS_NOT_KEPT` */
  at(number: number): string {
    const inFile = this.#starts.length - 1
    if (number >= inFile) return this.#held[number - inFile] ?? ''
    const start = this.#starts[number] ?? 0
    const bytes = Buffer.allocUnsafe((this.#starts[number + 1] ?? start) - start)
    try {
      for (let done = 0; done < bytes.length; ) {
        const bytesRead = readSync(this.#file ?? -1, bytes, done, bytes.length - done, start + done)
        if (bytesRead === 0) throw new Error('The file ends too early.')
        done += bytesRead
      }
    } catch (error) {
      throw this.#fail('read', error)
    }
    return bytes.toString('utf8')
  }

  /** All lines in order; can be read more than once. @throws CheckError `RESULTS_NOT_KEPT`, also after `close` */
  async *read(): AsyncGenerator<string, void, undefined> {
    if (this.#closed) throw this.#fail('read')
    const held = [...this.#held]
    const inFile = this.#starts.length - 1
    for (let from = 0; from < inFile; ) {
      const start = this.#starts[from] ?? 0
      let to = from + 1
      while (to < inFile && (this.#starts[to + 1] ?? 0) - start <= blockBytes) to++
      const bytes = await this.#readBlock(start, (this.#starts[to] ?? start) - start)
      for (; from < to; from++)
        yield bytes.toString('utf8', (this.#starts[from] ?? 0) - start, (this.#starts[from + 1] ?? 0) - start)
    }
    yield* held
  }

  /** Gives the disk back. A second call does nothing. */
  close(): void {
    this.#closed = true
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
    this.#held = []
  }

  /** At once instead of in the background: otherwise what is to be written would fill the memory. */
  #spill(): void {
    try {
      this.#file ??= openNamelessSync(this.#folder)
      const bytes = Buffer.from(this.#held.join(''))
      const start = this.#starts.at(-1) ?? 0
      for (let done = 0; done < bytes.length; )
        done += writeSync(this.#file, bytes, done, bytes.length - done, start + done)
      let end = start
      for (const line of this.#held) {
        end += Buffer.byteLength(line)
        this.#starts.push(end)
      }
      this.#held = []
      this.#heldLength = 0
    } catch (error) {
      throw this.#fail('written', error)
    }
  }

  async #readBlock(start: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length)
    try {
      for (let done = 0; done < length; ) {
        const { bytesRead } = await readAt(this.#file ?? -1, bytes, done, length - done, start + done)
        if (bytesRead === 0) throw new Error('The file ends too early.')
        done += bytesRead
      }
    } catch (error) {
      throw this.#fail('read', error)
    }
    return bytes
  }

  #fail(done: 'written' | 'read', error?: unknown): CheckError {
    // As the operating system names it (`ENOSPC`): its message repeats paths.
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    const advice = this.#closed ? 'It was closed before.' : 'Make room in the folder for temporary files (TMPDIR).'
    return new CheckError(`The ${this.#what} could not be ${done}${reason}. ${advice}`, { code: 'RESULTS_NOT_KEPT' })
  }
}

const readAt = promisify(read)
