import { joinBytes } from './join-bytes.ts'

const lineFeed = 0x0a

/** A line of UTF-8, and its place in the bytes that it was read from. */
export interface PlacedLine {
  /** Without its line feed. Bytes that are not UTF-8 are U+FFFD. */
  readonly text: string
  /** Bytes from the first one of all to the first one of the line. */
  readonly start: number
  /** Without the line feed. */
  readonly bytes: number
}

export interface LineBound {
  /** Most bytes of a line, which has to fit into memory. @default 128 MiB */
  readonly bytesMax?: number | undefined
  /** The error for a longer one. @default a RangeError */
  readonly createError?: (() => Error) | undefined
}

/**
 * Cuts bytes into lines, in whatever pieces they come. A line ends at a line feed and nowhere else: Node's own reader breaks lines at
 * U+2028 too, which JSON does not escape, and a carriage return is part of what was signed.
 */
export class LineCutter {
  readonly #bytesMax: number
  readonly #createError: () => Error
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  #begun: Uint8Array[] = []
  #begunBytes = 0
  #start = 0

  constructor({ bytesMax = 128 * 1024 * 1024, createError }: LineBound = {}) {
    this.#bytesMax = bytesMax
    this.#createError = createError ?? (() => new RangeError(`A line is longer than ${bytesMax} bytes.`))
  }

  /** The lines that these bytes end. @throws the error of the bound, as soon as a line is too long */
  cut(bytes: Uint8Array): readonly PlacedLine[] {
    const lines: PlacedLine[] = []
    let from = 0
    for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, from)) {
      this.#add(bytes.subarray(from, at))
      lines.push(this.#end())
      from = at + 1
    }
    if (from < bytes.byteLength) this.#add(bytes.subarray(from))
    return lines
  }

  /** The last line if no line feed ends it; undefined for bytes that end as they should. */
  end(): PlacedLine | undefined {
    return this.#begunBytes === 0 ? undefined : this.#end()
  }

  #add(piece: Uint8Array): void {
    this.#begun.push(piece)
    this.#begunBytes += piece.byteLength
    if (this.#begunBytes > this.#bytesMax) throw this.#createError()
  }

  #end(): PlacedLine {
    const line = { text: this.#decoder.decode(joinBytes(this.#begun)), start: this.#start, bytes: this.#begunBytes }
    this.#start += this.#begunBytes + 1
    this.#begun = []
    this.#begunBytes = 0
    return line
  }
}

/** The lines of bytes, one in memory at a time, beside the piece that it came in. @throws as `LineCutter`, and what reading throws */
export async function* readLines(
  bytes: AsyncIterable<Uint8Array>,
  bound?: LineBound,
): AsyncGenerator<PlacedLine, void, undefined> {
  const cutter = new LineCutter(bound)
  for await (const piece of bytes) yield* cutter.cut(piece)
  const last = cutter.end()
  if (last) yield last
}
