import { getDomain } from 'tldts'
import type { AnyConnector, ConnectorDefinition, JsonValue } from '../../define/index.ts'
import { decodePercent } from '../../text/decode-percent.ts'
import { listTexts, mapTexts } from './json-texts.ts'
import { findNameOfResource, findNames, findNamesInAnswer, findNamesInMarkup } from './person-names.ts'
import { type PersonalPatterns, readPersonalPatterns } from './personal-patterns.ts'
import { type PseudonymCounts, Pseudonyms } from './pseudonyms.ts'
import type { RecordedBody, RecordedExchange, Recording } from './recording.ts'

export interface ScrubOptions {
  /**
   * Members whose values identify people or the customer: `owner`, `assignee.label`, `*_by`, `credentials.tenant`; and domains of the
   * customer: `@corp.acme.example`. @default none beside the usual
   */
  readonly personal?: readonly string[] | undefined
  /** Texts that stay although they look like a person's: a product with a person's name. @default none */
  readonly keep?: readonly string[] | undefined
}

export interface ScrubbedRecording {
  readonly recording: Recording
  readonly counts: PseudonymCounts
  /** Values of members that an author called personal, and that are in the recording as they are. */
  readonly unreplaced: readonly UnreplacedValue[]
  /** Values that may name somebody, and are in the recording as they are. */
  readonly doubtful: readonly UnreplacedValue[]
  /** What an author called personal, and no member is. */
  readonly unmatched: readonly string[]
  /** Where somebody is still in a text of a recording. */
  readonly findPeople: (recording: Recording) => readonly string[]
}

export interface UnreplacedValue {
  readonly member: string
  readonly value: string
}

/**
 * A recording without people: the same pseudonyms replace addresses, names, phone numbers and hosts everywhere, in
 * requests as in answers, so that every request still finds its answer. Replay it to get its expected outcome anew,
 * because that contains the resources of the original.
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
    plain: new Set(
      [...listOwnWords(connector), ...listMemberNames(content), ...(options.keep ?? [])].map((text) =>
        text.toLowerCase(),
      ),
    ),
    occurs: (text) => (/^[a-z0-9]+$/.test(text) ? words.has(text) : all.includes(text)),
  })
  const personal = readPersonalPatterns(options.personal ?? [])
  const { unreplaced, doubtful } = learnPeople(pseudonyms, recording, personal)
  const keep = new Set((options.keep ?? []).map((text) => text.toLowerCase()))
  const replaced = (text: string) => pseudonyms.replaceNames(text)
  const isOpen = ({ value }: UnreplacedValue) => !keep.has(value.toLowerCase())
  return {
    recording: {
      ...recording,
      inputs: { ...mapTexts(inputs, replaced), now: inputs.now },
      checks: checks.map((check) => ({
        ...check,
        variables: check.variables && mapTexts(check.variables, replaced),
        results: [],
      })),
      inventories: inventories?.map((inventory) => ({
        ...inventory,
        variables: inventory.variables && mapTexts(inventory.variables, replaced),
      })),
      exchanges: exchanges.map((exchange) => scrubExchange(exchange, replaced)),
    },
    counts: pseudonyms.counts,
    unreplaced: unreplaced.filter(isOpen),
    // The same person may be known by another member.
    doubtful: doubtful.filter((each) => isOpen(each) && replaced(each.value) === each.value),
    unmatched: personal.listUnmatched(),
    findPeople: (scrubbed) => listPeople(scrubbed, pseudonyms),
  }
}

function learnPeople(
  pseudonyms: Pseudonyms,
  { inputs, checks, exchanges }: Recording,
  { domains, matches }: PersonalPatterns,
): Pick<ScrubbedRecording, 'unreplaced' | 'doubtful'> {
  const { variables, settings, credentials, stateBefore } = inputs
  const messages = exchanges.flatMap(({ request, response }) => [request, ...(response ? [response] : [])])
  const fields = Object.entries({ variables, settings, credentials })
  const values: JsonValue[] = [
    ...checks.flatMap((check) => check.variables ?? []),
    stateBefore,
    ...exchanges.map(({ request: { json = null } }) => json),
  ]
  const answers = exchanges.map(({ request: { url }, response }) => ({ url, json: response?.json ?? null }))
  const named = [
    ...fields.flatMap(([name, value]) => [...findNames(value, matches, { path: [name] })]),
    ...values.flatMap((value) => [...findNames(value, matches)]),
    ...answers.flatMap(({ url, json }) => [...findNamesInAnswer(json, matches, url)]),
    ...checks.flatMap(({ results }) => results.flatMap(({ resource }) => [...findNameOfResource(resource)])),
    ...messages.flatMap((message) => [...findNamesInMarkup(joinBodyText(message), matches)]),
  ]
  const unreplaced = new Map<string, UnreplacedValue>()
  const doubtful = new Map<string, UnreplacedValue>()
  const addresses: string[] = []
  for (const { kind, text, member = '', isDeclared } of named) {
    if (kind === 'name') {
      const isLearned = isDeclared ? pseudonyms.learnPersonal(text) : pseudonyms.learnName(text)
      if (!isLearned && isDeclared && text.trim() !== '') unreplaced.set(`${member}\0${text}`, { member, value: text })
    } else if (kind === 'doubtful') doubtful.set(`${member}\0${text}`, { member, value: text })
    else if (kind === 'address') addresses.push(text)
    else if (kind === 'street') pseudonyms.learnStreet(text)
    else if (kind === 'phone') pseudonyms.learnPhone(text)
    else pseudonyms.learnDomain(text)
  }
  const texts = [...listTexts({ variables, settings, credentials }), ...listTexts(values), ...listTexts(exchanges)].map(
    ({ text }) => text,
  )
  for (const domain of domains) pseudonyms.learnDomain(domain)
  for (const text of addresses) pseudonyms.learnAddresses(text, true)
  for (const text of texts) pseudonyms.learnAddresses(text)
  for (const { url } of answers) for (const part of listPartsOfUrl(url)) pseudonyms.learnAddresses(part)
  for (const text of texts.flatMap((each) => [each, ...listQueryValues(each)])) {
    const content = decodeOpaqueContent(text)
    const shown = content === undefined ? undefined : pseudonyms.replaceNames(content)
    if (shown !== undefined && shown !== content) pseudonyms.learnOpaque(text, shown)
  }
  return { unreplaced: [...unreplaced.values()], doubtful: [...doubtful.values()] }
}

const personPlacesMax = 20

/** Bodies that are no text are looked into as well: nothing in them was replaced. */
function listPeople({ inputs, checks, exchanges }: Recording, pseudonyms: Pseudonyms): readonly string[] {
  const places: string[] = []
  for (const { text, path, isName } of listTexts({ inputs: { ...inputs, now: '' }, checks, exchanges })) {
    if (isName) continue
    const shown = path.endsWith('.base64') ? Buffer.from(text, 'base64').toString() : text
    if (pseudonyms.isIn(shown)) places.push(path)
    if (places.length === personPlacesMax) break
  }
  return places
}

function scrubExchange(exchange: RecordedExchange, replaceNames: (text: string) => string): RecordedExchange {
  const { request, response } = exchange
  return {
    ...exchange,
    request: { ...request, url: replaceNames(request.url), ...scrubBody(request, replaceNames) },
    response: response && {
      ...response,
      headers: response.headers && mapTexts(response.headers, replaceNames),
      ...scrubBody(response, replaceNames),
    },
  }
}

function scrubBody({ json, text, base64 }: RecordedBody, replaced: (text: string) => string): RecordedBody {
  return {
    json: json === undefined ? undefined : mapTexts(json, replaced),
    text: text === undefined ? undefined : mapTexts(text, replaced),
    base64,
  }
}

function joinBodyText({ text = '' }: RecordedBody): string {
  return typeof text === 'string' ? text : text.join('\n')
}

/** Domains in the definition do not belong to the customer. */
function listOwnDomains({ baseUrl, allowedHosts = [] }: ConnectorDefinition): readonly string[] {
  const hosts = [baseUrl, ...allowedHosts].map((each) =>
    each
      .replaceAll(/\{[^{}]*\}|\*/g, 'x')
      .replace(/^[a-z]+:\/\//i, '')
      .replace(/[:/?#].*$/, ''),
  )
  return hosts.flatMap((host) => getDomain(host)?.toLowerCase() ?? [])
}

/** The connector's own words: replacing them would change a request, and it would find no answer. */
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
    // Text without percent-encoding is not decoded.
    const decoded = decodePercent(value)
    if (decoded !== undefined) yield decoded
  }
}

/** What stands in a path and in a query, decoded: each is a value of its own. */
function listPartsOfUrl(url: string): readonly string[] {
  if (!URL.canParse(url)) return []
  const { pathname, searchParams } = new URL(url)
  return [...pathname.split('/').map((part) => decodePercent(part) ?? ''), ...searchParams.values()]
}

/** The content of a base64 cursor, if it is text. */
function decodeOpaqueContent(text: string): string | undefined {
  if (!/^[A-Za-z0-9+/_-]{16,4096}={0,2}$/.test(text)) return undefined
  const content = Buffer.from(text, 'base64').toString('utf8')
  return /^[^\p{Cc}\p{Cn}\p{Co}\ufffd]*$/u.test(content.replaceAll(/[\t\n\r]/g, ' ')) ? content : undefined
}
