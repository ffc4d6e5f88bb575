import { CheckError } from '../../errors/index.ts'
import { readLineBlocks } from './line-blocks.ts'
import { SpillFile } from './spill-file.ts'

/** Length of the text that stays in memory before it goes to the file. */
const unspilledLengthMax = 1024 * 1024
/** Bytes that are read at once. */
const blockBytes = 256 * 1024

/**
 * Lines of text in the order in which they came: few in memory, many in a file. The file has no name and is the owner's alone:
 * nothing of it is left, however the process ends.
 */
export class SpillLines {
  readonly #what: string
  readonly #file: SpillFile
  #written = 0
  #lines: string[] = []
  #bufferedLength = 0
  #count = 0
  #closed = false

  /** @param what the lines are, for messages: `inventory "account"` */
  constructor(what: string, folder?: string) {
    this.#what = what
    this.#file = new SpillFile(what, folder)
  }

  get count(): number {
    return this.#count
  }

  /**
   * Takes a line without line breaks.
   * @throws CheckError `RESULTS_NOT_KEPT` when it cannot be kept
   */
  add(line: string): void {
    this.#file.demandWritable()
    this.#lines.push(line)
    this.#bufferedLength += line.length
    this.#count++
    if (this.#bufferedLength > unspilledLengthMax) this.#spill()
  }

  /** All lines; can be read more than once. @throws CheckError `RESULTS_NOT_KEPT`, also after `close` */
  async *read(): AsyncGenerator<string, void, undefined> {
    if (this.#closed)
      throw new CheckError(`The ${this.#what} could not be read. It was closed before.`, { code: 'RESULTS_NOT_KEPT' })
    const buffered = [...this.#lines]
    for await (const lines of readLineBlocks(this.#file, { at: 0, length: this.#written }, blockBytes)) yield* lines
    yield* buffered
  }

  /** Gives the disk back. A second call does nothing. */
  close(): void {
    this.#closed = true
    this.#file.close()
    this.#lines = []
  }

  #spill(): void {
    const bytes = Buffer.from(`${this.#lines.join('\n')}\n`)
    this.#file.append(bytes)
    this.#written += bytes.length
    this.#lines = []
    this.#bufferedLength = 0
  }
}
