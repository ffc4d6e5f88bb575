import type { ResultRecord } from '../../define/index.ts'
import { CheckError } from '../../errors/index.ts'
import { readLineBlocks } from '../../http/files/line-blocks.ts'
import { SpillFile } from '../../http/files/spill-file.ts'
import type { Redactor } from '../../http/redact/redact.ts'
import { copyJson } from './copy-json.ts'
import { measureJson } from './measure-json.ts'

export interface ResultLogOptions<Item> {
  readonly redactor: Redactor
  /** A result without the secrets that became known after it was reported. */
  readonly redactAgain: (checkId: string, result: Item) => Item
  /** The folder for results that do not stay in memory. @default the system's folder for temporary files */
  readonly folder?: string | undefined
  /** Length of the text that stays in memory before it goes to the file. @default 1,048,576 */
  readonly bufferLengthMax?: number | undefined
}

const defaultBufferLengthMax = 1024 * 1024
// Node takes so little from a pool that is there already.
const bufferBytesAtFirst = 2 * 1024
// Most runs have few results, and writing and reading JSON takes longer than all else that keeps them. More would be work for the
// garbage collector.
const bytesAsTheyAreMax = 64 * 1024

/**
 * The results of one run: the first as they are, then JSON in memory, then in a file, so that a check with very many needs no more memory
 * than another. The file has no name and only its owner can read it, so its space is freed however the process ends.
 */
export class ResultLog<Item = ResultRecord> {
  readonly #options: ResultLogOptions<Item>
  readonly #byCheck = new Map<string, Lines<Item>>()
  /** Room for results that are no JSON yet. */
  #roomBytes = bytesAsTheyAreMax
  #bufferedLength = 0
  /** Made when something does not stay in memory. */
  #file: SpillFile | undefined
  #closed = false

  constructor(options: ResultLogOptions<Item>) {
    this.#options = options
  }

  /**
   * Takes a redacted result, which nobody changes afterwards.
   * @throws CheckError `RESULTS_NOT_KEPT` when it cannot be kept
   */
  add(checkId: string, result: Item): void {
    if (this.#hasRoomFor(result)) this.#linesOf(checkId).first.push(result)
    else this.addJson(checkId, JSON.stringify(result))
  }

  /** The same for a result that is JSON already, in parts, because making one text of them copies each. @throws CheckError `RESULTS_NOT_KEPT` */
  addJson(checkId: string, ...parts: readonly string[]): void {
    this.#file?.demandWritable()
    const lines = this.#linesOf(checkId)
    const before = lines.bufferBytes
    this.#bufferedLength += holdLine(lines, parts)
    if (this.#bufferedLength <= (this.#options.bufferLengthMax ?? defaultBufferLengthMax)) return
    try {
      this.#spill()
    } catch (error) {
      // After the caller learned that it was not kept, it must not be found.
      lines.bufferBytes = before
      throw error
    }
  }

  /**
   * Results of a check in the order in which they were added. You can read them more than once.
   * @throws CheckError `RESULTS_NOT_KEPT` after `close`, and when they cannot be read
   */
  async *read(checkId: string): AsyncGenerator<Item, void, undefined> {
    if (this.#closed)
      throw new CheckError('The results of this run were read after it was closed.', { code: 'RESULTS_NOT_KEPT' })
    const lines = this.#byCheck.get(checkId)
    if (!lines) return
    const { redactor, redactAgain } = this.#options
    const isStale = lines.known !== redactor.known
    const parsed = (line: string): Item => {
      const result: Item = JSON.parse(line)
      return isStale ? redactAgain(checkId, result) : result
    }
    // Results that are added meanwhile come with the next reading.
    const first = [...lines.first]
    const buffer = lines.buffer.toString('utf8', 0, lines.bufferBytes)
    for (const result of first) yield isStale ? redactAgain(checkId, copyJson(result)) : copyJson(result)
    for (const block of [...lines.blocks])
      for await (const texts of readLineBlocks(this.#opened, block, block.length))
        for (const text of texts) yield parsed(text)
    for (const line of buffer.split('\n')) if (line !== '') yield parsed(line)
  }

  /** Frees the disk. A second call does nothing. */
  close(): void {
    this.#closed = true
    this.#file?.close()
    this.#byCheck.clear()
  }

  /** Never again after the first for which there is none: what comes after a line is a line. */
  #hasRoomFor(result: Item): boolean {
    if (this.#roomBytes > 0) this.#roomBytes -= measureJson(result)
    return this.#roomBytes > 0
  }

  get #opened(): SpillFile {
    this.#file ??= new SpillFile('results of this run', this.#options.folder)
    return this.#file
  }

  #linesOf(checkId: string): Lines<Item> {
    const known = this.#byCheck.get(checkId)
    if (known) return known
    const lines = createNoLines<Item>(this.#options.redactor.known)
    this.#byCheck.set(checkId, lines)
    return lines
  }

  #spill(): void {
    // One write: a run may have many checks with few lines each.
    const waiting = [...this.#byCheck.values()].filter(({ bufferBytes }) => bufferBytes > 0)
    let at = this.#opened.append(
      Buffer.concat(waiting.map(({ buffer, bufferBytes }) => buffer.subarray(0, bufferBytes))),
    )
    for (const lines of waiting) {
      lines.blocks.push({ at, length: lines.bufferBytes })
      at += lines.bufferBytes
      lines.bufferBytes = 0
    }
    this.#bufferedLength = 0
  }
}

interface ResultBlock {
  readonly at: number
  readonly length: number
}

interface Lines<Item> {
  /** The first results, which are no lines yet. */
  readonly first: Item[]
  /** In the file, whole lines each. */
  readonly blocks: ResultBlock[]
  /** Lines that wait for the file. As bytes, they are no work for the garbage collector. */
  buffer: Buffer
  bufferBytes: number
  /** How many secrets were known when the first was added. */
  readonly known: number
}

function createNoLines<Item>(known: number): Lines<Item> {
  return { first: [], blocks: [], buffer: noBytes, bufferBytes: 0, known }
}

const noBytes = Buffer.alloc(0)

/** @returns the length of the line */
function holdLine(lines: Lines<unknown>, parts: readonly string[]): number {
  let length = 1
  for (const part of parts) length += part.length
  // Three bytes are the most that one UTF-16 unit takes. Where that does not fit, the true length decides.
  if (lines.bufferBytes + length * 3 > lines.buffer.length) {
    const needed = lines.bufferBytes + parts.reduce((bytes, part) => bytes + Buffer.byteLength(part), 1)
    if (needed > lines.buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, lines.buffer.length * 2, bufferBytesAtFirst))
      lines.buffer.copy(larger, 0, 0, lines.bufferBytes)
      lines.buffer = larger
    }
  }
  for (const part of parts) lines.bufferBytes += lines.buffer.write(part, lines.bufferBytes)
  lines.buffer[lines.bufferBytes++] = 0x0a
  return length
}
