import { createHash } from 'node:crypto'
import type { ConnectorDefinition } from '../define/index.ts'
import { CheckwrightError } from '../errors/index.ts'
import type { KeptBody, KeptExchange } from '../http/exchange.ts'
import { Redactor, redactedMark } from '../http/redact.ts'
import { redactedBody } from '../http/redact-body.ts'
import type { BundleSource } from './bundle-source.ts'
import { exchangeOfEntry } from './exchange-of-entry.ts'
import { harUnits } from './har.ts'

/** The exchanges of a bundle: what each asked is in memory, what it was answered is read when somebody wants it. */
export interface ExchangeIndex {
  /** What was asked, by the exchange's number. */
  asked(number: number): Asked | undefined
  /** Numbers of what a check has sent, also of what it did not wait for. */
  sentBy(checkId: string): readonly number[]
  /** Whether nobody waited for the answer to this; it may have been asked for several checks at once. */
  wasCancelled(key: string): boolean
  load(number: number): Promise<KeptExchange>
  /** Whether anything was asked by plain http, which takes a run that was allowed to. */
  readonly hasPlainHttp: boolean
}

export interface Asked {
  readonly number: number
  /** Same for what is the same request, as far as a replay looks at it. */
  readonly key: string
  readonly attempt: number
}

/**
 * Calls what a replay looks at when it matches requests by one text: method, URL and body, and never headers. Secrets are
 * taken out, by name and in every form which the mark that stands for one would have taken on its way.
 */
export class RequestKeys {
  readonly #redactor: Redactor

  constructor({ sensitive }: ConnectorDefinition) {
    this.#redactor = new Redactor(sensitive)
    this.#redactor.add(redactedMark)
  }

  of(method: string, url: string, body: Uint8Array | string | undefined, type: string | undefined): string {
    const shown = this.#redactor.text(url)
    if (body === undefined || body.length === 0) return `${method} ${shown}`
    const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8')
    const digest = createHash('sha256')
      .update(redactedBody(text, type, this.#redactor))
      .digest('hex')
    return `${method} ${shown} ${digest}`
  }
}

/**
 * Reads what was asked.
 * @throws CheckwrightError `BUNDLE_INVALID` for an entry that is none of ours
 */
export async function indexExchanges(source: BundleSource, keys: RequestKeys): Promise<ExchangeIndex> {
  const places = new Map<number, { readonly start: number; readonly end: number }>()
  const all = new Map<number, Asked>()
  const cancelled = new Set<string>()
  const sent = new Map<string, number[]>()
  let hasPlainHttp = false
  for await (const { path, text, start, bytes } of harUnits(source.read('exchanges.har'))) {
    if (path === 'log') continue
    const { number, checkId = '', method, url, attempt, request, errorCode } = exchangeIn(text, path)
    const before = sent.get(checkId)
    if (before) before.push(number)
    else sent.set(checkId, [number])
    places.set(number, { start, end: start + bytes })
    hasPlainHttp ||= url.startsWith('http:')
    const type = request?.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
    const key = keys.of(method, url, bytesOf(request?.body), type)
    all.set(number, { number, attempt, key })
    if (errorCode === 'CANCELLED') cancelled.add(key)
  }
  return {
    hasPlainHttp,
    asked: (number) => all.get(number),
    wasCancelled: (key) => cancelled.has(key),
    sentBy: (checkId) => sent.get(checkId) ?? [],
    load: async (number) => {
      const place = places.get(number)
      if (!place) throw invalid(`lacks exchange ${number}`)
      const chunks: Uint8Array[] = []
      for await (const chunk of source.read('exchanges.har', place)) chunks.push(chunk)
      return exchangeIn(Buffer.concat(chunks).toString('utf8').replace(/,$/, ''), `exchange ${number}`)
    },
  }
}

/** A kept body as it was sent or received, but for its secrets. */
export function bytesOf(body: KeptBody | undefined): Uint8Array | undefined {
  if (body === undefined) return undefined
  return 'text' in body ? Buffer.from(body.text) : Buffer.from(body.base64, 'base64')
}

function exchangeIn(text: string, path: string): KeptExchange {
  const exchange = exchangeOfEntry(jsonOf(text))
  if (exchange) return exchange
  throw invalid(`cannot be read at ${path}`)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // None of ours: told with its place, by who asked.
    return undefined
  }
}

function invalid(what: string): CheckwrightError {
  return new CheckwrightError(`exchanges.har ${what}. See "checkwright verify".`, { code: 'BUNDLE_INVALID' })
}
