import type { Authorization } from '../auth/authorizer.ts'
import { type ConnectorDefinition, type Fillings, fillTexts, listPlaceholders, version } from '../define/index.ts'
import type { ErrorCode, HttpError } from '../errors/index.ts'
import {
  addQuery,
  type HeaderNames,
  type Hop,
  listSpellings,
  lowerCased,
  noHeaders,
  refuseSecrets,
  setQuery,
  toSendableHeaders,
} from './hop.ts'
import type { Redactor } from './redact/redact.ts'
import { createRefusal } from './refusals/refusal.ts'

/**
 * The identity of a request: `connection` at its vendor; `stranger` at the vendor, without anything that identifies the
 * customer; or `elsewhere`, a host that is not the vendor's.
 */
export type Sender = 'connection' | 'stranger' | 'elsewhere'

interface PreparedRequestParts {
  readonly used: Authorization | undefined
  readonly host: string
  readonly headers: Readonly<Record<string, string>>
  readonly names: HeaderNames | undefined
}

/** What a connector says of the headers of its requests. */
export interface CarriedConnector {
  readonly definition: ConnectorDefinition
  readonly schemes?:
    | { readonly sign?: { readonly headers?: Readonly<Record<string, string>> | undefined } | undefined }
    | undefined
}

/** Adds what requests carry: the connector's headers and parameters, and credentials, on its own hosts only. */
export class Carrier {
  readonly #redactor: Redactor
  readonly #headers: Readonly<Record<string, string>>
  readonly #names: HeaderNames | undefined
  readonly #query: readonly Parameter[]
  /** The part that the connector sends for every customer alike. */
  readonly #common: { readonly headers: Readonly<Record<string, string>>; readonly query: readonly Parameter[] }
  /**
   * Headers of the last request with credentials and of the last one without, because most requests of a connection are
   * alike.
   */
  readonly #prepared: { sent?: PreparedRequestParts; shown?: PreparedRequestParts } = {}

  constructor({ definition, schemes }: CarriedConnector, fillings: Fillings, redactor: Redactor) {
    this.#redactor = redactor
    const usual = { accept: 'application/json', 'user-agent': `checkwright/${version}` }
    this.#headers = { ...usual, ...lowerCased(fillTexts(definition.headers, fillings)) }
    this.#names = listSpellings({ ...definition.headers, ...schemes?.sign?.headers })
    this.#query = Object.entries(fillTexts(definition.query, fillings))
    this.#common = {
      headers: { ...usual, ...lowerCased(Object.fromEntries(listCommon(definition.headers, redactor))) },
      query: listCommon(definition.query, redactor),
    }
  }

  /** The URL with the connector's parameters. */
  target(url: URL, as: Sender): URL {
    const query = as === 'connection' ? this.#query : this.#common.query
    if (as === 'elsewhere' || query.length === 0) return url
    const target = new URL(url)
    // A next-page link of the vendor may hold them already.
    const missing = query.filter(([name]) => !target.searchParams.has(name))
    addQuery(target, new URLSearchParams(Object.fromEntries(missing)))
    return target
  }

  /**
   * The request as it is sent: with the connector's headers and the credentials on its own hosts, and without secrets
   * elsewhere.
   * @param used undefined for the request as errors may show it
   * @throws CredentialError for a credential that no header can carry; HttpError for a header that must not be sent
   */
  outgoing(hop: Hop, as: Sender, used: Authorization | undefined): Hop {
    if (as === 'stranger') return this.#withoutSecrets(hop, this.#common.headers, askForAnother)
    if (as === 'elsewhere')
      return this.#withoutSecrets(hop, { accept: '*/*', 'user-agent': this.#headers['user-agent'] ?? '' }, allowHost)
    const { headers, names } = hop.headers === noHeaders ? this.#usual(hop, used) : this.#headersOf(hop, used)
    if (!used || Object.keys(used.query).length === 0) return { ...hop, headers, names }
    // Last, and on a copy, so that code which saw the URL has not seen the key.
    const url = new URL(hop.url)
    setQuery(url, used.query)
    return { ...hop, url, headers, names }
  }

  #withoutSecrets(hop: Hop, usual: Readonly<Record<string, string>>, remedy: string): Hop {
    const refuse = this.#refuser(hop)
    const headers = { ...usual, ...hop.headers }
    const outgoing = { ...hop, headers: toSendableHeaders(headers, hop.url, noNames, refuse) }
    refuseSecrets(outgoing, this.#redactor, remedy, refuse)
    return outgoing
  }

  #usual(hop: Hop, used: Authorization | undefined): PreparedRequestParts {
    const kind = used ? 'sent' : 'shown'
    const last = this.#prepared[kind]
    const { host } = hop.url
    if (last && last.used === used && last.host === host) return last
    const prepared = this.#headersOf(hop, used)
    this.#prepared[kind] = prepared
    return prepared
  }

  #headersOf(hop: Hop, used: Authorization | undefined): PreparedRequestParts {
    const secret = lowerCased(used?.headers)
    const headers = { ...this.#headers, ...hop.headers, ...secret }
    const sendable = toSendableHeaders(headers, hop.url, new Set(Object.keys(secret)), this.#refuser(hop))
    const ofAll = [this.#names, hop.names, listSpellings(used?.headers)].filter((names) => names !== undefined)
    const names = ofAll.length < 2 ? ofAll[0] : Object.assign({}, ...ofAll)
    return { used, host: hop.url.host, headers: sendable, names }
  }

  #refuser(hop: Hop): (code: ErrorCode, why: string) => HttpError {
    return (code, why) => createRefusal(code, hop, why, this.#redactor)
  }
}

const allowHost = 'Add the host to allowedHosts if it may receive credentials.'
const askForAnother = 'An anonymous request must not contain a secret. Use another address.'

const noNames: ReadonlySet<string> = new Set()

type Parameter = readonly [name: string, value: string]

/** Names of parameters without typed values or secrets. */
function listCommon(templates: Readonly<Record<string, string>> = {}, redactor: Redactor): readonly Parameter[] {
  return Object.entries(templates).filter(
    ([name, text]) => listPlaceholders(text).length === 0 && !redactor.hides(name),
  )
}
