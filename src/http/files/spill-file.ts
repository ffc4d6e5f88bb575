import { closeSync, read, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import { CheckError, describeSystemCode } from '../../errors/index.ts'
import { openNamelessSync } from './nameless-file.ts'

/**
 * A file for what does not stay in memory. It is opened when something is written, has no name, and only its owner can read it,
 * so its space is freed however the process ends.
 */
export class SpillFile {
  readonly #what: string
  readonly #folder: string | undefined
  #file: number | undefined
  #length = 0
  #failure: CheckError | undefined

  /**
   * @param what its content, for messages: `results of this run`
   * @param folder @default the system's folder for temporary files
   */
  constructor(what: string, folder?: string) {
    this.#what = what
    this.#folder = folder
  }

  /** @throws CheckError `RESULTS_NOT_KEPT` if writing failed before: a full disk must not fill the memory next */
  demandWritable(): void {
    if (this.#failure) throw this.#failure
  }

  /**
   * Writes at once instead of in the background, because unwritten bytes would fill the memory faster than the disk takes them.
   * @returns the position of the bytes
   * @throws CheckError `RESULTS_NOT_KEPT`, also by each call after that
   */
  append(bytes: Uint8Array): number {
    this.demandWritable()
    try {
      this.#file ??= openNamelessSync(this.#folder)
      const start = this.#length
      for (let done = 0; done < bytes.length; )
        done += writeSync(this.#file, bytes, done, bytes.length - done, start + done)
      this.#length += bytes.length
      return start
    } catch (error) {
      const advice = 'Make room in the folder for temporary files (TMPDIR).'
      this.#failure = this.#createError(`could not be written${describeSystemCode(error)}. ${advice}`)
      throw this.#failure
    }
  }

  /** @throws CheckError `RESULTS_NOT_KEPT` */
  async read(at: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length)
    try {
      for (let done = 0; done < length; )
        done += demandBytes((await readAt(this.#file ?? -1, bytes, done, length - done, at + done)).bytesRead)
    } catch (error) {
      throw this.#createReadError(error)
    }
    return bytes
  }

  /** Frees the disk. A second call does nothing. */
  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #createReadError(error: unknown): CheckError {
    return this.#createError(`could not be read${describeSystemCode(error)}. Run it again.`)
  }

  #createError(sentence: string): CheckError {
    return new CheckError(`The ${this.#what} ${sentence}`, { code: 'RESULTS_NOT_KEPT' })
  }
}

const readAt = promisify(read)

function demandBytes(bytesRead: number): number {
  if (bytesRead === 0) throw new Error('The file ends too early.')
  return bytesRead
}
