import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises'
import { describeSystemCode } from '../../errors/index.ts'
import type { Redactor } from '../redact/redact.ts'
import { type Exchange, type KeptExchange, redactExchange, toKeptExchange } from './exchange.ts'

/** Keeps the exchanges of one run. */
export interface Ledger {
  /** An exchange has started. If it is never recorded, it counts as missing. */
  begin(number: number): void
  /**
   * Takes an exchange and redacts it before returning. Returns a promise if the caller should wait before the next
   * request, because the disk is behind. The promise does not reject; losses show when the ledger ends.
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

// Writing each exchange on its own took longer than the request. Lengths are of text, so bytes are up to three times
// that.
const writtenAtOnce = 256 * 1024
// A disk that is slower than the vendor must not fill the memory.
const unwrittenMax = 1024 * 1024

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
export async function* readLedger(file: string): AsyncGenerator<KeptExchange, void, undefined> {
  for await (const line of readJsonLines(file)) yield JSON.parse(line) as KeptExchange
}

class FileLedger implements Ledger {
  readonly #options: LedgerOptions
  readonly #bodyBytesMax: number
  readonly #draft: string
  readonly #file: FileHandle
  readonly #open = new Set<number>()
  #lines: string[] = []
  #linesLength = 0
  /** Length of the text that is not in the file yet. */
  #unwritten = 0
  /** Writes one after the other. */
  #written: Promise<void> = Promise.resolve()
  /** How many secrets were known when the first exchange was redacted. */
  #knownAtFirst: number | undefined
  #lacks: string | undefined
  #end: Promise<LedgerEnd> | undefined

  constructor(options: LedgerOptions, draft: string, file: FileHandle) {
    this.#options = options
    this.#bodyBytesMax = options.bodyBytesMax ?? bodyBytesMaxDefault
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
    const { redactor } = this.#options
    this.#knownAtFirst ??= redactor.known
    try {
      const kept = toKeptExchange(exchange, redactor, this.#bodyBytesMax)
      if (kept.truncated !== undefined) this.#lacks ??= describeLack(kept.number, kept.truncated)
      this.#add(formatExchangeLine(kept))
      this.#open.delete(exchange.number)
    } catch (error) {
      this.#failed(error)
    }
    return this.#unwritten > unwrittenMax ? this.#written : undefined
  }

  close(): Promise<LedgerEnd> {
    this.#end ??= this.#finish()
    return this.#end
  }

  #add(line: string): void {
    this.#lines.push(line)
    this.#linesLength += line.length
    this.#unwritten += line.length
    if (this.#linesLength >= writtenAtOnce) this.#write()
  }

  #write(): void {
    const text = this.#lines.join('')
    this.#lines = []
    this.#linesLength = 0
    this.#written = this.#written
      .then(() => this.#file.appendFile(text))
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#unwritten -= text.length
      })
  }

  async #finish(): Promise<LedgerEnd> {
    if (this.#lines.length > 0) this.#write()
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
      const kept = redactExchange(exchange, this.#options.redactor)
      if (kept.truncated !== undefined) this.#lacks ??= describeLack(kept.number, kept.truncated)
      yield formatExchangeLine(kept)
    }
  }

  #failed(error: unknown): void {
    this.#lacks = `The exchanges of this run could not be written${describeSystemCode(error)}.`
  }
}

function describeLack(number: number, truncated: string): string {
  return `Exchange ${number} ${truncated}.`
}

function formatExchangeLine(exchange: KeptExchange): string {
  return `${JSON.stringify(exchange)}\n`
}

/** Beside the file, so that it can be moved into its place in one step. */
function createDraftName(file: string): string {
  return `${file}.${randomUUID()}.draft`
}

const lineFeed = 0x0a

/** Lines of a file. Node's own reader breaks them at U+2028 too, which JSON does not escape. */
/** Lines of a file that holds a JSON value on each, one in memory at a time. */
export async function* readJsonLines(file: string): AsyncGenerator<string> {
  let begun: Buffer[] = []
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, from)) {
      begun.push(chunk.subarray(from, at))
      yield Buffer.concat(begun).toString('utf8')
      begun = []
      from = at + 1
    }
    begun.push(chunk.subarray(from))
  }
}
