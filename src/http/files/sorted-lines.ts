import { compareTexts } from '../../text/compare-texts.ts'
import { type LineRange, readLineBlocks } from './line-blocks.ts'
import { SpillFile } from './spill-file.ts'

/** Length of the text that is sorted at once, in memory. */
const sortedLengthMax = 1024 * 1024
/** Bytes that are in memory while sorted parts are joined, and the fewest of one part. */
const joinedBytes = 2 * 1024 * 1024
const partBytesMin = 4 * 1024

/** A line, and the text by which it is sorted. */
export interface KeyedLine {
  readonly key: string
  readonly line: string
}

/**
 * Lines in the order of their keys, of which neither lines nor keys have to fit into memory: they are sorted part by part,
 * and the parts are joined as they are read. Lines of one key keep the order in which they came.
 */
export class SortedLines {
  readonly #file: SpillFile
  readonly #parts: LineRange[] = []
  #current: KeyedLine[] = []
  #bufferedLength = 0

  /** @param what the lines are, for messages: `inventory "account"` */
  constructor(what: string, folder?: string) {
    this.#file = new SpillFile(what, folder)
  }

  /**
   * Takes a line without line breaks.
   * @throws CheckError `RESULTS_NOT_KEPT` when it cannot be kept
   */
  add(key: string, line: string): void {
    this.#file.demandWritable()
    this.#current.push({ key, line })
    this.#bufferedLength += key.length + line.length
    if (this.#bufferedLength > sortedLengthMax) this.#spill()
  }

  /** All lines, once. @throws CheckError `RESULTS_NOT_KEPT` */
  async *read(): AsyncGenerator<KeyedLine, void, undefined> {
    this.#file.demandWritable()
    const blockBytes = Math.max(partBytesMin, Math.floor(joinedBytes / (this.#parts.length + 1)))
    const parts = this.#parts.map((range) => this.#readPart(range, blockBytes))
    const heads = new Heads()
    for (const [order, part] of [...parts, readBuffered(sortByKey(this.#current))].entries())
      await heads.advance({ part, order, lines: [], next: 0 })
    for (let head = heads.first; head; head = heads.first) {
      const line = head.lines[head.next++]
      if (line) yield line
      if (head.next < head.lines.length) heads.sink()
      else await heads.advance(heads.takeFirst())
    }
  }

  /** Gives the disk back. A second call does nothing. */
  close(): void {
    this.#file.close()
    this.#current = []
  }

  #spill(): void {
    const lines = sortByKey(this.#current).map(({ key, line }) => `${JSON.stringify(key)}\t${line}\n`)
    const bytes = Buffer.from(lines.join(''))
    this.#parts.push({ at: this.#file.append(bytes), length: bytes.length })
    this.#current = []
    this.#bufferedLength = 0
  }

  async *#readPart(range: LineRange, blockBytes: number): AsyncGenerator<readonly KeyedLine[], void, undefined> {
    for await (const lines of readLineBlocks(this.#file, range, blockBytes)) yield lines.map(parseKeyedLine)
  }
}

async function* readBuffered(lines: readonly KeyedLine[]): AsyncGenerator<readonly KeyedLine[], void, undefined> {
  yield lines
}

/** JSON has no tab outside of its own escapes. */
function parseKeyedLine(text: string): KeyedLine {
  const end = text.indexOf('\t')
  return { key: JSON.parse(text.slice(0, end)), line: text.slice(end + 1) }
}

/** By UTF-16 code units; lines of one key stay in their order. */
function sortByKey(lines: readonly KeyedLine[]): readonly KeyedLine[] {
  return lines.toSorted((one, other) => compareTexts(one.key, other.key))
}

/** A part, and how far it was read. */
interface OpenPart {
  readonly part: AsyncGenerator<readonly KeyedLine[], void, undefined>
  /** Which came first. */
  readonly order: number
  lines: readonly KeyedLine[]
  next: number
}

/** Parts that have lines left, as a binary heap: the one whose next line comes first is in front. */
class Heads {
  readonly #heads: OpenPart[] = []

  get first(): OpenPart | undefined {
    return this.#heads[0]
  }

  /** Takes the part with its next lines, if it has any. */
  async advance(head: OpenPart): Promise<void> {
    for (head.lines = [], head.next = 0; head.lines.length === 0; ) {
      const { done, value } = await head.part.next()
      if (done) return
      head.lines = value
    }
    this.#heads.push(head)
    this.#rise()
  }

  takeFirst(): OpenPart {
    const [first] = this.#heads
    const last = this.#heads.pop()
    if (!first || !last) throw new TypeError('Heads: there is no part left')
    if (first !== last) {
      this.#heads[0] = last
      this.sink()
    }
    return first
  }

  /** The first one went on to its next line, so that another may come before it. */
  sink(): void {
    for (let at = 0; ; ) {
      const children = [2 * at + 1, 2 * at + 2].filter((child) => child < this.#heads.length)
      const least = children.reduce((best, child) => (this.#isBefore(child, best) ? child : best), at)
      if (least === at) return
      this.#swap(at, least)
      at = least
    }
  }

  #rise(): void {
    for (let at = this.#heads.length - 1; at > 0; ) {
      const parent = (at - 1) >> 1
      if (!this.#isBefore(at, parent)) return
      this.#swap(at, parent)
      at = parent
    }
  }

  #isBefore(one: number, other: number): boolean {
    const [first, second] = [this.#heads[one], this.#heads[other]]
    const [key = '', than = ''] = [first?.lines[first.next]?.key, second?.lines[second.next]?.key]
    return key < than || (key === than && (first?.order ?? 0) < (second?.order ?? 0))
  }

  #swap(one: number, other: number): void {
    const [first, second] = [this.#heads[one], this.#heads[other]]
    if (first && second) [this.#heads[one], this.#heads[other]] = [second, first]
  }
}
