import { closeSync, read, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import type { ResultRecord } from '../../define/index.ts'
import { CheckError } from '../../errors/index.ts'
import { openNamelessSync } from '../../http/kept/nameless-file.ts'
import type { Redactor } from '../../http/redact/redact.ts'

export interface ResultLogOptions {
  readonly redactor: Redactor
  /** A result without the secrets that became known after it was reported. */
  readonly redactAgain: (checkId: string, result: ResultRecord) => ResultRecord
  /** The folder for results that do not stay in memory. @default the system's folder for temporary files */
  readonly folder?: string | undefined
}

/** Length of the text that stays in memory before it goes to the file. */
const heldMax = 1024 * 1024

/**
 * The results of one run, as JSON: few in memory, many in a file, so that a check with very many needs no more memory
 * than another. The file has no name and only its owner can read it, so its space is freed however the process ends.
 */
export class ResultLog {
  readonly #options: ResultLogOptions
  readonly #byCheck = new Map<string, Lines>()
  #heldLength = 0
  #file: number | undefined
  #fileLength = 0
  #closed = false
  #failure: CheckError | undefined

  constructor(options: ResultLogOptions) {
    this.#options = options
  }

  /**
   * Takes a redacted result.
   * @throws CheckError `RESULTS_NOT_KEPT` when it cannot be kept
   */
  add(checkId: string, result: ResultRecord): void {
    // A full disk must not fill the memory next.
    if (this.#failure) throw this.#failure
    const line = `${JSON.stringify(result)}\n`
    const lines = this.#byCheck.get(checkId) ?? createNoLines()
    this.#byCheck.set(checkId, lines)
    lines.known ??= this.#options.redactor.known
    lines.held.push(line)
    this.#heldLength += line.length
    if (this.#heldLength <= heldMax) return
    try {
      this.#spill()
    } catch (error) {
      // After the caller learned that it was not kept, it must not be found.
      lines.held.pop()
      throw error
    }
  }

  /**
   * Results of a check in the order in which they were added. You can read them more than once.
   * @throws CheckError `RESULTS_NOT_KEPT` after `close`, and when they cannot be read
   */
  async *read(checkId: string): AsyncGenerator<ResultRecord, void, undefined> {
    if (this.#closed) throw createNotKeptError('The results of this run were read after it was closed.')
    const lines = this.#byCheck.get(checkId)
    if (!lines) return
    const { redactor, redactAgain } = this.#options
    const isStale = lines.known !== redactor.known
    const parsed = (line: string): ResultRecord => {
      const result: ResultRecord = JSON.parse(line)
      return isStale ? redactAgain(checkId, result) : result
    }
    // Results that are added meanwhile come with the next reading.
    const held = [...lines.held]
    for (const block of [...lines.blocks]) {
      for (const line of (await this.#textOf(block)).split('\n')) if (line !== '') yield parsed(line)
    }
    for (const line of held) yield parsed(line)
  }

  /** Frees the disk. A second call does nothing. */
  close(): void {
    this.#closed = true
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
    this.#byCheck.clear()
  }

  /**
   * Writes at once instead of in the background: a check reports without waiting, so unwritten results would fill the
   * memory faster than the disk takes them.
   */
  #spill(): void {
    try {
      this.#file ??= openNamelessSync(this.#options.folder)
      for (const lines of this.#byCheck.values()) {
        if (lines.held.length === 0) continue
        const bytes = Buffer.from(lines.held.join(''))
        for (let at = 0; at < bytes.length; )
          at += writeSync(this.#file, bytes, at, bytes.length - at, this.#fileLength + at)
        lines.blocks.push({ at: this.#fileLength, length: bytes.length })
        this.#fileLength += bytes.length
        lines.held = []
      }
      this.#heldLength = 0
    } catch (error) {
      this.#failure = createNotKeptError(
        `The results of this run could not be written${describeSystemError(error)}. Make room in the folder for temporary files (TMPDIR).`,
      )
      throw this.#failure
    }
  }

  async #textOf({ at, length }: ResultBlock): Promise<string> {
    const bytes = Buffer.allocUnsafe(length)
    try {
      for (let done = 0; done < length; ) {
        const { bytesRead } = await readAt(this.#file ?? -1, bytes, done, length - done, at + done)
        if (bytesRead === 0) throw new Error('The file ends too early.')
        done += bytesRead
      }
    } catch (error) {
      throw createNotKeptError(`The results of this run could not be read${describeSystemError(error)}. Run it again.`)
    }
    return bytes.toString('utf8')
  }
}

interface ResultBlock {
  readonly at: number
  readonly length: number
}

interface Lines {
  /** In the file, whole lines each. */
  readonly blocks: ResultBlock[]
  held: string[]
  /** How many secrets were known when the first was added. */
  known: number | undefined
}

const readAt = promisify(read)

function createNoLines(): Lines {
  return { blocks: [], held: [], known: undefined }
}

/** The code of the operating system (`ENOSPC`), because its message repeats paths. */
function describeSystemError(error: unknown): string {
  return error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
}

function createNotKeptError(message: string): CheckError {
  return new CheckError(message, { code: 'RESULTS_NOT_KEPT' })
}
