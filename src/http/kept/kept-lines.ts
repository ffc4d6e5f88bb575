import { CheckError } from '../../errors/index.ts'
import { SpillFile } from './spill-file.ts'

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
  readonly #file: SpillFile
  /** Where each line of the file begins; the last is where the next one will. */
  readonly #starts: number[] = [0]
  #held: string[] = []
  #heldLength = 0
  #closed = false

  /** @param what the lines are, for messages: `inventory "account"` */
  constructor(what: string, folder?: string) {
    this.#what = what
    this.#file = new SpillFile(what, folder)
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
    this.#file.demandWritable()
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
    return this.#file.readSync(start, (this.#starts[number + 1] ?? start) - start).toString('utf8')
  }

  /** All lines in order; can be read more than once. @throws CheckError `RESULTS_NOT_KEPT`, also after `close` */
  async *read(): AsyncGenerator<string, void, undefined> {
    if (this.#closed)
      throw new CheckError(`The ${this.#what} could not be read. It was closed before.`, { code: 'RESULTS_NOT_KEPT' })
    const held = [...this.#held]
    const inFile = this.#starts.length - 1
    for (let from = 0; from < inFile; ) {
      const start = this.#starts[from] ?? 0
      let to = from + 1
      while (to < inFile && (this.#starts[to + 1] ?? 0) - start <= blockBytes) to++
      const bytes = await this.#file.read(start, (this.#starts[to] ?? start) - start)
      for (; from < to; from++)
        yield bytes.toString('utf8', (this.#starts[from] ?? 0) - start, (this.#starts[from + 1] ?? 0) - start)
    }
    yield* held
  }

  /** Gives the disk back. A second call does nothing. */
  close(): void {
    this.#closed = true
    this.#file.close()
    this.#held = []
  }

  #spill(): void {
    let end = this.#file.append(Buffer.from(this.#held.join('')))
    for (const line of this.#held) {
      end += Buffer.byteLength(line)
      this.#starts.push(end)
    }
    this.#held = []
    this.#heldLength = 0
  }
}
