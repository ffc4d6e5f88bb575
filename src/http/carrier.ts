import type { Authorization } from '../auth/authorizer.ts'
import { type ConnectorDefinition, type Fillings, fillText, version } from '../define/index.ts'
import type { ErrorCode, HttpError } from '../errors/index.ts'
import { addQuery, type Hop, lowerCased, noHeaders, refuseSecrets, setQuery, toSendableHeaders } from './hop.ts'
import type { Redactor } from './redact/redact.ts'
import { createRefusal } from './refusal.ts'

interface PreparedRequestParts {
  readonly used: Authorization | undefined
  readonly host: string
  readonly headers: Readonly<Record<string, string>>
}

/** Gives requests what they carry: the connector's headers and parameters, and credentials, on its own hosts only. */
export class Carrier {
  readonly #redactor: Redactor
  readonly #headers: Readonly<Record<string, string>>
  readonly #query: readonly (readonly [string, string])[]
  /** Headers of the last request with credentials and of the last one without: most requests of a connection are alike. */
  readonly #prepared: { sent?: PreparedRequestParts; shown?: PreparedRequestParts } = {}

  constructor(definition: ConnectorDefinition, fillings: Fillings, redactor: Redactor) {
    this.#redactor = redactor
    this.#headers = {
      accept: 'application/json',
      'user-agent': `checkwright/${version}`,
      ...lowerCased(fillAll(definition.headers, fillings)),
    }
    this.#query = Object.entries(fillAll(definition.query, fillings))
  }

  /** The URL with the connector's parameters. */
  target(url: URL, own: boolean): URL {
    if (!own || this.#query.length === 0) return url
    const target = new URL(url)
    // A next-page link of the vendor's may hold them already.
    const missing = this.#query.filter(([name]) => !target.searchParams.has(name))
    addQuery(target, new URLSearchParams(Object.fromEntries(missing)))
    return target
  }

  /**
   * The request as it leaves: the connector's headers and the credentials on its own hosts, nothing secret elsewhere.
   * @param used undefined for the request as it may be shown
   * @throws CredentialError for a credential that no header can carry; HttpError for a header that must not be sent
   */
  outgoing(hop: Hop, own: boolean, used: Authorization | undefined): Hop {
    if (!own) return this.#elsewhere(hop)
    const headers = hop.headers === noHeaders ? this.#usual(hop, used) : this.#headersOf(hop, used)
    if (!used || Object.keys(used.query).length === 0) return { ...hop, headers }
    // Last of all, and on a copy, so that nobody who was shown the URL has seen the key.
    const url = new URL(hop.url)
    setQuery(url, used.query)
    return { ...hop, url, headers }
  }

  #elsewhere(hop: Hop): Hop {
    const refuse = this.#refuser(hop)
    const given = { accept: '*/*', 'user-agent': this.#headers['user-agent'] ?? '', ...hop.headers }
    const outgoing = { ...hop, headers: toSendableHeaders(given, hop.url, noNames, refuse) }
    refuseSecrets(outgoing, this.#redactor, refuse)
    return outgoing
  }

  #usual(hop: Hop, used: Authorization | undefined): PreparedRequestParts['headers'] {
    const kind = used ? 'sent' : 'shown'
    const last = this.#prepared[kind]
    const { host } = hop.url
    if (last && last.used === used && last.host === host) return last.headers
    const headers = this.#headersOf(hop, used)
    this.#prepared[kind] = { used, host, headers }
    return headers
  }

  #headersOf(hop: Hop, used: Authorization | undefined): PreparedRequestParts['headers'] {
    const secret = lowerCased(used?.headers)
    const given = { ...this.#headers, ...hop.headers, ...secret }
    return toSendableHeaders(given, hop.url, new Set(Object.keys(secret)), this.#refuser(hop))
  }

  #refuser(hop: Hop): (code: ErrorCode, why: string) => HttpError {
    return (code, why) => createRefusal(code, hop, why, this.#redactor)
  }
}

const noNames: ReadonlySet<string> = new Set()

function fillAll(templates: Readonly<Record<string, string>> | undefined, fillings: Fillings): Record<string, string> {
  return Object.fromEntries(Object.entries(templates ?? {}).map(([name, text]) => [name, fillText(text, fillings)]))
}
