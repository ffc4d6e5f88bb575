import { createHash } from 'node:crypto'
import type { ConnectorDefinition } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import type { ExchangeRecord, MessageBody } from '../../http/exchanges/exchange.ts'
import { Redactor, redactedMark } from '../../http/redact/redact.ts'
import { redactBody } from '../../http/redact/redact-body.ts'
import { parseJson } from '../../text/parse-json.ts'
import type { BundleSource } from '../bundle/bundle-source.ts'
import { readHarUnits } from '../bundle/read-har.ts'
import { parseHarEntry } from './parse-har-entry.ts'

/** Kept exchanges: the requests are in memory, the answers are read on demand. */
export interface ExchangeIndex {
  /** The requests, by the exchange's number. */
  findAsked(number: number): IndexedExchange | undefined
  /** Numbers of a check's requests, including those that it did not wait for. */
  listSentBy(checkId: string): readonly number[]
  /** Whether no caller waited for the answer; several checks may have shared the request. */
  wasCancelled(key: string): boolean
  load(number: number): Promise<ExchangeRecord>
  /** Whether a request used plain http, which only some runs allow. */
  readonly hasPlainHttp: boolean
}

export interface IndexedExchange {
  readonly number: number
  /** The same key for requests that are equal in a replay. */
  readonly key: string
  readonly attempt: number
  /** Where in its work the caller asked; undefined outside of a check, and where a recording needs none. */
  readonly step: string | undefined
}

/**
 * The part of a request that a replay compares, as one text: method, URL and body, without headers. Secrets are
 * redacted, by name and in every form that the replacing mark could take.
 */
export class RequestKeys {
  readonly #redactor: Redactor
  /** Of exchanges that several indexes have. */
  readonly #known = new WeakMap<ExchangeRecord, string>()

  constructor({ sensitive }: ConnectorDefinition) {
    this.#redactor = new Redactor(sensitive)
    this.#redactor.add(redactedMark)
  }

  /** The key of a request that was answered. */
  toKeyOf(exchange: ExchangeRecord): string {
    const { method, url, request, anonymous } = exchange
    const type = request?.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
    const key =
      this.#known.get(exchange) ?? this.toKey({ method, url, body: readBodyBytes(request?.body), type, anonymous })
    this.#known.set(exchange, key)
    return key
  }

  toKey({ method, url, body, type, anonymous }: AskedRequest): string {
    const shown = `${this.#redactor.text(url)}${anonymous ? ' as a stranger' : ''}`
    if (body === undefined || body.length === 0) return `${method} ${shown}`
    const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8')
    const digest = createHash('sha256')
      .update(redactBody(text, type, this.#redactor))
      .digest('hex')
    return `${method} ${shown} ${digest}`
  }
}

/** The part of a request that a replay compares. */
export interface AskedRequest {
  readonly method: string
  readonly url: string
  readonly body: Uint8Array | string | undefined
  /** Content-Type of the body. */
  readonly type: string | undefined
  readonly anonymous: boolean | undefined
}

/**
 * Reads the requests.
 * @throws CheckwrightError `BUNDLE_INVALID` for an entry that is none of ours
 */
export async function indexExchanges(source: BundleSource, keys: RequestKeys): Promise<ExchangeIndex> {
  const places = new Map<number, { readonly start: number; readonly end: number }>()
  const draft = new IndexDraft(keys)
  for await (const { path, text, start, bytes } of readHarUnits(source.read('exchanges.har'))) {
    if (path === 'log') continue
    const exchange = parseExchangeLine(text, path)
    draft.add(exchange)
    places.set(exchange.number, { start, end: start + bytes })
  }
  return draft.index(async (number) => {
    const place = places.get(number)
    if (!place) throw createLogInvalidError(`lacks exchange ${number}`)
    const chunks: Uint8Array[] = []
    for await (const chunk of source.read('exchanges.har', place)) chunks.push(chunk)
    return parseExchangeLine(Buffer.concat(chunks).toString('utf8').replace(/,$/, ''), `exchange ${number}`)
  })
}

/** The exchanges of a bundle. @throws CheckwrightError `BUNDLE_INVALID` for an entry that is none of ours */
export async function* readExchanges(source: BundleSource): AsyncGenerator<ExchangeRecord> {
  for await (const { path, text } of readHarUnits(source.read('exchanges.har')))
    if (path !== 'log') yield parseExchangeLine(text, path)
}

/** The same for exchanges that are in memory. */
export function indexRecorded(exchanges: readonly ExchangeRecord[], keys: RequestKeys): ExchangeIndex {
  const draft = new IndexDraft(keys)
  for (const exchange of exchanges) draft.add(exchange)
  const byNumber = new Map(exchanges.map((exchange) => [exchange.number, exchange]))
  return draft.index(async (number) => {
    const found = byNumber.get(number)
    if (!found) throw createLogInvalidError(`lacks exchange ${number}`)
    return found
  })
}

class IndexDraft {
  readonly #keys: RequestKeys
  readonly #all = new Map<number, IndexedExchange>()
  readonly #cancelled = new Set<string>()
  readonly #sent = new Map<string, number[]>()
  #hasPlainHttp = false

  constructor(keys: RequestKeys) {
    this.#keys = keys
  }

  add(exchange: ExchangeRecord): void {
    const { number, checkId = '', url, attempt, errorCode, step } = exchange
    const before = this.#sent.get(checkId)
    if (before) before.push(number)
    else this.#sent.set(checkId, [number])
    this.#hasPlainHttp ||= url.startsWith('http:')
    const key = this.#keys.toKeyOf(exchange)
    this.#all.set(number, { number, attempt, key, step })
    if (errorCode === 'CANCELLED') this.#cancelled.add(key)
  }

  index(load: ExchangeIndex['load']): ExchangeIndex {
    return {
      hasPlainHttp: this.#hasPlainHttp,
      findAsked: (number) => this.#all.get(number),
      wasCancelled: (key) => this.#cancelled.has(key),
      listSentBy: (checkId) => this.#sent.get(checkId) ?? [],
      load,
    }
  }
}

/** A kept body as it was sent or received, without its secrets. */
export function readBodyBytes(body: MessageBody | undefined): Uint8Array | undefined {
  if (body === undefined) return undefined
  return 'text' in body ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64')
}

function parseExchangeLine(text: string, path: string): ExchangeRecord {
  const exchange = parseHarEntry(parseJson(text))
  if (exchange) return exchange
  throw createLogInvalidError(`cannot be read at ${path}`)
}

function createLogInvalidError(what: string): CheckwrightError {
  return new CheckwrightError(`exchanges.har ${what}. See "checkwright verify".`, { code: 'BUNDLE_INVALID' })
}
