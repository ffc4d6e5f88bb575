import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises'
import { describeSystemCode } from '../../errors/index.ts'
import { readLines } from '../../text/read-lines.ts'
import { finishInTurns } from '../../text/work-in-pieces.ts'
import type { Redactor } from '../redact/redact.ts'
import type { Exchange, ExchangeRecord } from './exchange.ts'
import { type ExchangeLine, ExchangeLines } from './exchange-lines.ts'

/** Keeps the exchanges of one run. */
export interface Ledger {
  /** An exchange has started. If it is never recorded, it counts as missing. */
  begin(number: number): void
  /**
   * Takes an exchange, which is redacted before it is written. Returns a promise if the caller should wait before the next
   * request, because a large body is being redacted or the disk is behind. The promise does not reject; losses show when the ledger ends.
   */
  record(exchange: Exchange): Promise<void> | undefined
  /** Where records of inventories go, beside the exchanges. @default nowhere */
  readonly inventoriesFolder?: string | undefined
  /** Ends it. A second call returns the same answer. */
  close(): Promise<LedgerEnd>
}

/** Whether every exchange was kept whole; otherwise the reason, in a sentence. */
export type LedgerEnd = { readonly whole: true } | { readonly whole: false; readonly because: string }

/** Where a run keeps its exchanges: an option for callers that start one. */
export interface ExchangesOption {
  /**
   * File for the exchanges, redacted, one JSON object a line. Its folder must exist. The file appears when the run has
   * ended, readable for its owner only, and replaces an older one. If the run reads inventories, the folder `<file>.inventories` has their records.
   */
  readonly file: string
  /** Largest body that is kept. A run with a larger one is not `replayable`. @default 8 MiB */
  readonly bodyBytesMax?: number | undefined
}

export interface LedgerOptions extends ExchangesOption {
  /** Every secret that the run knows when it ends. */
  readonly redactor: Redactor
}

const bodyBytesMaxDefault = 8 * 1024 * 1024

// Writing each exchange on its own took longer than the request.
const blockBytes = 256 * 1024
// A disk that is slower than the vendor must not fill the memory.
const unwrittenBytesMax = 1024 * 1024
// A larger body is redacted in pieces, so that others are served meanwhile.
const redactedAtOnceMax = 128 * 1024
const noBytes = Buffer.alloc(0)
const bytesPerUnitMax = 3

/**
 * A ledger in a file: one exchange a line, as JSON, each redacted before it is written, so that memory does not grow with
 * the run. Secrets that a run learns later, such as a token of a login, are taken out of the earlier lines when it ends.
 * @throws the file system's error when the file cannot be made; TypeError where something else than a file is in its place
 */
export async function openLedger(options: LedgerOptions): Promise<Ledger> {
  await demandPlainFile(options.file)
  const draft = createDraftName(options.file)
  return new FileLedger(options, draft, await open(draft, 'wx', 0o600))
}

/** An existing file is replaced at the end. For root, that would also replace /dev/null. */
async function demandPlainFile(file: string): Promise<void> {
  const there = await lstat(file).catch(() => undefined)
  if (there === undefined || there.isFile()) return
  throw new TypeError(`exchanges.file must name a file: ${file} is something else. Leave exchanges out to keep none.`)
}

/** The folder that has the records of a run whose exchanges are in this file. */
export function toInventoriesFolder(exchangesFile: string): string {
  return `${exchangesFile}.inventories`
}

/** The exchanges in a ledger's file, in the order in which they ended, with one in memory at a time. */
export async function* readLedger(file: string): AsyncGenerator<ExchangeRecord, void, undefined> {
  for await (const { text } of readLines(createReadStream(file))) yield JSON.parse(text) as ExchangeRecord
}

class FileLedger implements Ledger {
  readonly #options: LedgerOptions
  readonly #lines: ExchangeLines
  readonly #draft: string
  readonly #file: FileHandle
  readonly #open = new Set<number>()
  /** Lines that are not written yet, as bytes: a text that waits costs its memory and the work to collect it. */
  #block = noBytes
  #filled = 0
  /** Bytes on their way into the file. */
  #unwritten = 0
  /** A large exchange, and those that ended behind it. */
  #redacting: Promise<void> | undefined
  /** Writes one after the other. */
  #written: Promise<void> = Promise.resolve()
  /** How many secrets were known when the first exchange was redacted. */
  #knownAtFirst: number | undefined
  #lacks: string | undefined
  #end: Promise<LedgerEnd> | undefined

  constructor(options: LedgerOptions, draft: string, file: FileHandle) {
    this.#options = options
    this.#lines = new ExchangeLines(options.redactor, options.bodyBytesMax ?? bodyBytesMaxDefault)
    this.#draft = draft
    this.#file = file
  }

  get inventoriesFolder(): string {
    return toInventoriesFolder(this.#options.file)
  }

  begin(number: number): void {
    this.#open.add(number)
  }

  record(exchange: Exchange): Promise<void> | undefined {
    // A later exchange belongs to a check that was given up. The ledger has already reported it as missing.
    if (this.#end) return undefined
    this.#knownAtFirst ??= this.#options.redactor.known
    if (this.#redacting || countBodyUnits(exchange) > redactedAtOnceMax) return this.#recordInTurns(exchange)
    try {
      this.#keep(exchange.number, this.#lines.format(exchange))
    } catch (error) {
      this.#failed(error)
    }
    return this.#unwritten > unwrittenBytesMax ? this.#written : undefined
  }

  /** One after the other, so that they stay in their order. */
  #recordInTurns(exchange: Exchange): Promise<void> {
    const redacting = this.#redactBehind(this.#redacting, exchange)
    this.#redacting = redacting
    return redacting.then(() => {
      if (this.#redacting === redacting) this.#redacting = undefined
      return this.#unwritten > unwrittenBytesMax ? this.#written : undefined
    })
  }

  async #redactBehind(before: Promise<void> | undefined, exchange: Exchange): Promise<void> {
    await before
    try {
      this.#keep(exchange.number, await finishInTurns(this.#lines.formatInPieces(exchange)))
    } catch (error) {
      this.#failed(error)
    }
  }

  #keep(number: number, line: ExchangeLine): void {
    this.#noteLack(number, line)
    this.#add(line.parts)
    this.#open.delete(number)
  }

  close(): Promise<LedgerEnd> {
    this.#end ??= this.#finish()
    return this.#end
  }

  #add(parts: readonly string[]): void {
    let units = 1
    for (const part of parts) units += part.length
    // No code unit of a text takes more bytes: to count them takes longer.
    if (units * bytesPerUnitMax > this.#block.length - this.#filled) {
      this.#write()
      this.#block = Buffer.allocUnsafe(Math.max(blockBytes, countBytes(parts) + 1))
    }
    for (const part of parts) this.#filled += this.#block.write(part, this.#filled)
    this.#block[this.#filled++] = lineFeed
  }

  #write(): void {
    if (this.#filled === 0) return
    const bytes = this.#block.subarray(0, this.#filled)
    this.#block = noBytes
    this.#filled = 0
    this.#unwritten += bytes.length
    this.#written = this.#written
      .then(() => this.#file.appendFile(bytes))
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#unwritten -= bytes.length
      })
  }

  async #finish(): Promise<LedgerEnd> {
    await this.#redacting
    this.#write()
    await this.#written
    try {
      await this.#file.sync()
      await this.#file.close()
      await this.#settle()
    } catch (error) {
      this.#failed(error)
      await rm(this.#draft, { force: true })
    }
    const [missing] = this.#open
    if (missing !== undefined) this.#lacks ??= describeLack(missing, 'was still under way when the run ended')
    return this.#lacks === undefined ? { whole: true } : { whole: false, because: this.#lacks }
  }

  /** Puts the file in its place, without the secrets that became known after its first line. */
  async #settle(): Promise<void> {
    const { file, redactor } = this.#options
    if (this.#knownAtFirst === undefined || this.#knownAtFirst === redactor.known) return rename(this.#draft, file)
    const clean = createDraftName(file)
    try {
      const handle = await open(clean, 'wx', 0o600)
      try {
        await handle.writeFile(this.#cleanLines())
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(clean, file)
    } finally {
      await Promise.all([clean, this.#draft].map((each) => rm(each, { force: true })))
    }
  }

  async *#cleanLines(): AsyncGenerator<string> {
    for await (const exchange of readLedger(this.#draft)) {
      const line = await finishInTurns(this.#lines.formatAgain(exchange))
      this.#noteLack(exchange.number, line)
      yield `${line.parts.join('')}\n`
    }
  }

  #noteLack(number: number, { truncated }: ExchangeLine): void {
    if (truncated !== undefined) this.#lacks ??= describeLack(number, truncated)
  }

  #failed(error: unknown): void {
    this.#lacks = `The exchanges of this run could not be written${describeSystemCode(error)}.`
  }
}

function countBodyUnits({ request, outcome }: Exchange): number {
  const answered = 'status' in outcome ? (outcome.body?.length ?? 0) : 0
  return (request.body?.length ?? 0) + answered
}

function countBytes(parts: readonly string[]): number {
  return parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0)
}

function describeLack(number: number, truncated: string): string {
  return `Exchange ${number} ${truncated}.`
}

/** Beside the file, so that it can be moved into its place in one step. */
function createDraftName(file: string): string {
  return `${file}.${randomUUID()}.draft`
}

const lineFeed = 0x0a
