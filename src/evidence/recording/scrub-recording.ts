import { getDomain } from 'tldts'
import type { AnyConnector, ConnectorDefinition, JsonValue } from '../../define/index.ts'
import { decodePercent } from '../../text/decode-percent.ts'
import { listTexts, mapTexts } from './json-texts.ts'
import { addressPattern, findNames, findNamesInMarkup, normalizeName } from './person-names.ts'
import { type PseudonymCounts, Pseudonyms } from './pseudonyms.ts'
import type { RecordedBody, RecordedExchange, Recording } from './recording.ts'

export interface ScrubOptions {
  /** Members whose values name people or the customer, wherever they stand: `owner`, `tenant`. @default none beside the usual */
  readonly personal?: readonly string[] | undefined
  /** Texts that stay though they look like a person's: a product that is called like somebody. @default none */
  readonly keep?: readonly string[] | undefined
}

export interface ScrubbedRecording {
  readonly recording: Recording
  readonly counts: PseudonymCounts
}

/**
 * A recording without people: addresses, names, phone numbers and hosts are replaced by pseudonyms, the same ones
 * everywhere, in requests as in answers, so that every request still finds its answer. What it expects of its checks is
 * to be replayed anew, because it speaks of whom was answered.
 */
export function scrubRecording(
  recording: Recording,
  connector: AnyConnector,
  options: ScrubOptions = {},
): ScrubbedRecording {
  const { inputs, checks, inventories, exchanges } = recording
  const own = [...checks, ...(inventories ?? [])].map(({ variables }) => variables)
  const content = { inputs, own, exchanges: exchanges.map(({ request, response }) => ({ request, response })) }
  const all = JSON.stringify(content).toLowerCase()
  const words = new Set(all.match(/[a-z0-9]+/g))
  const pseudonyms = new Pseudonyms({
    ownDomains: listOwnDomains(connector.definition),
    kept: new Set(
      [...listOwnWords(connector), ...listMemberNames(content), ...(options.keep ?? [])].map((text) =>
        text.toLowerCase(),
      ),
    ),
    occurs: (text) => (/^[a-z0-9]+$/.test(text) ? words.has(text) : all.includes(text)),
  })
  learnPeople(pseudonyms, recording, new Set((options.personal ?? []).map(normalizeName)))
  const replaced = (text: string) => pseudonyms.replaced(text)
  return {
    recording: {
      ...recording,
      inputs: { ...mapTexts(inputs, replaced), now: inputs.now },
      checks: checks.map((check) => ({
        ...check,
        ...(check.variables && { variables: mapTexts(check.variables, replaced) }),
        results: [],
      })),
      ...(inventories && {
        inventories: inventories.map((inventory) => ({
          ...inventory,
          ...(inventory.variables && { variables: mapTexts(inventory.variables, replaced) }),
        })),
      }),
      exchanges: exchanges.map((exchange) => scrubExchange(exchange, replaced)),
    },
    counts: pseudonyms.counts,
  }
}

function learnPeople(
  pseudonyms: Pseudonyms,
  { inputs, checks, exchanges }: Recording,
  declared: ReadonlySet<string>,
): void {
  const { variables, settings, credentials, stateBefore } = inputs
  const messages = exchanges.flatMap(({ request, response }) => [request, ...(response ? [response] : [])])
  const values: JsonValue[] = [
    variables,
    ...checks.flatMap((check) => check.variables ?? []),
    settings,
    credentials,
    stateBefore,
    ...messages.map(({ json = null }) => json),
  ]
  const named = [
    ...values.flatMap((value) => [...findNames(value, declared)]),
    ...messages.flatMap((message) => [...findNamesInMarkup(joinBodyText(message), declared)]),
  ]
  for (const { kind, text } of named) {
    if (kind === 'name') pseudonyms.learnName(text)
    else if (kind === 'phone') pseudonyms.learnPhone(text)
    else pseudonyms.learnDomain(text)
  }
  const texts = [...listTexts(values), ...listTexts(exchanges)].map(({ text }) => text)
  for (const text of texts) pseudonyms.learnAddresses(text)
  for (const text of texts.flatMap((each) => [each, ...listQueryValues(each)])) {
    const holds = decodeOpaqueContent(text)
    if (holds !== undefined) pseudonyms.learnOpaque(text, pseudonyms.replaced(holds))
  }
}

function scrubExchange(exchange: RecordedExchange, replaced: (text: string) => string): RecordedExchange {
  const { request, response } = exchange
  return {
    ...exchange,
    request: { ...request, url: replaced(request.url), ...scrubBody(request, replaced) },
    ...(response && {
      response: {
        ...response,
        ...(response.headers && { headers: mapTexts(response.headers, replaced) }),
        ...scrubBody(response, replaced),
      },
    }),
  }
}

function scrubBody({ json, text, base64 }: RecordedBody, replaced: (text: string) => string): RecordedBody {
  return {
    ...(json !== undefined && { json: mapTexts(json, replaced) }),
    ...(text !== undefined && { text: mapTexts(text, replaced) }),
    ...(base64 !== undefined && { base64 }),
  }
}

function joinBodyText({ text = '' }: RecordedBody): string {
  return typeof text === 'string' ? text : text.join('\n')
}

/** Domains that are in the definition, and so in nobody's data alone. */
function listOwnDomains({ baseUrl, allowedHosts = [] }: ConnectorDefinition): readonly string[] {
  const hosts = [baseUrl, ...allowedHosts].map((each) =>
    each
      .replaceAll(/\{[^{}]*\}|\*/g, 'x')
      .replace(/^[a-z]+:\/\//i, '')
      .replace(/[:/?#].*$/, ''),
  )
  return hosts.flatMap((host) => getDomain(host)?.toLowerCase() ?? [])
}

/** What the connector itself calls things: to replace it would ask for something that nobody answered. */
function listOwnWords({ id, definition, checks }: AnyConnector): readonly string[] {
  const { baseUrl, allowedHosts = [], test, name } = definition
  const texts = [id, name, baseUrl, test?.path ?? '', ...allowedHosts, ...checks.map((check) => check.id)]
  return texts.flatMap((text) => [text, ...text.replaceAll(/\{[^{}]*\}/g, ' ').split(/[^\p{L}\p{N}]+/u)])
}

function listMemberNames(content: unknown): readonly string[] {
  return [...listTexts(content)].filter(({ isName }) => isName).map(({ text }) => text)
}

function* listQueryValues(text: string): Generator<string> {
  for (const [, value = ''] of text.matchAll(/[?&][\w.[\]%-]{1,60}=([\w%+/=.-]{16,4096})/g)) {
    // Without percent-encoding it is text that nobody decodes.
    const decoded = decodePercent(value)
    if (decoded !== undefined) yield decoded
  }
}

/** What a cursor holds in base64, where that has an address in it. */
function decodeOpaqueContent(text: string): string | undefined {
  if (!/^[A-Za-z0-9+/_-]{16,4096}={0,2}$/.test(text)) return undefined
  const holds = Buffer.from(text, 'base64').toString('utf8')
  return /^[\t\n\r\x20-\x7e]*$/.test(holds) && holds.search(addressPattern) >= 0 ? holds : undefined
}
