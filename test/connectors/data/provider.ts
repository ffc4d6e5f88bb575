import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { toOpenApiOfGraphql } from '../../../src/descriptions/graphql.ts'
import { isObject } from '../../../src/text/is-object.ts'
import type { ContractSource } from './contracts.ts'

type Json = Record<string, unknown>

/** An answer that the provider really gave. */
export interface RecordedAnswer {
  readonly file: string
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface Provider {
  readonly description: Json
  readonly sources: readonly ContractSource[]
}

const folder = join(process.env.CHECKWRIGHT_TEST_DATA ?? '', 'contracts')

/** Whether providers' descriptions are at hand. */
export const hasProviders = existsSync(folder)

/**
 * What is at hand of a provider: its own description, and what its recorded answers show beside it.
 * @param withRecordings whether what only recordings have is added to the description
 * @param name of the description, where it is another than the connector's
 */
export function loadProvider(id: string, withRecordings: boolean, name = id): Provider {
  const key = JSON.stringify([id, withRecordings, name])
  if (newest?.key !== key) newest = { key, provider: readProvider(id, withRecordings, name) }
  return newest.provider
}

/**
 * The provider's own description, where one is at hand: a product that runs has none.
 * @param name of the description, where it is another than the connector's
 */
export function findDescription(id: string, name = id): Json | undefined {
  return hasProviders && loadDocument(name) ? loadProvider(id, false, name).description : undefined
}

/** Some descriptions have 30 MB, so that one is kept: the tests of a connector follow each other. */
let newest: { readonly key: string; readonly provider: Provider } | undefined

function readProvider(id: string, withRecordings: boolean, name: string): Provider {
  const own = loadDocument(name)
  if (!own) throw new Error(`CHECKWRIGHT_TEST_DATA has no contracts/${name}.json.gz.`)
  const newer = loadTranscribed(id)
  const described = newer ? mergeDocuments(own.document, newer.document) : own.document
  const written = newer ? [own.source, newer.source] : [own.source]
  if (!withRecordings) return { description: described, sources: written }
  const also = loadDocument(`${id}-recorded`)
  const answers = loadRecordedAnswers(id).filter(({ file, status }) => file.includes('-recorded') && status < 300)
  let description = described
  if (also) description = mergeDocuments(description, also.document)
  if (answers.length > 0) description = mergeDocuments(description, inferDocument(description, answers))
  const bytes = answers.map(({ file }) => readFileSync(join(folder, 'fixtures', id, file)))
  const recorded: ContractSource[] =
    answers.length === 0
      ? []
      : [
          {
            name: `fixtures/${id}`,
            kind: 'recordings',
            of: `${answers.length} recorded answers`,
            version: also?.source.version ?? 'see the recordings',
            licence: also?.source.licence ?? own.source.licence,
            sha256: createHash('sha256').update(Buffer.concat(bytes)).digest('hex'),
          },
        ]
  return { description, sources: [...written, ...(also ? [also.source] : []), ...recorded] }
}

/** What a vendor's description says today where the one at hand is older, transcribed by hand. It stands where they differ. */
function loadTranscribed(id: string): { readonly document: Json; readonly source: ContractSource } | undefined {
  const file = new URL(`transcribed/${id}.json`, import.meta.url)
  if (!existsSync(file)) return undefined
  return readDocument(`transcribed/${id}`, readFileSync(file, 'utf8'))
}

/** Recorded and example answers of a provider, in the order of their names. */
export function loadRecordedAnswers(id: string): readonly RecordedAnswer[] {
  const own = join(folder, 'fixtures', id)
  if (!existsSync(own)) return []
  return readdirSync(own)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((file) => ({ headers: {}, ...JSON.parse(readFileSync(join(own, file), 'utf8')), file }))
}

export function loadDocument(name: string): { readonly document: Json; readonly source: ContractSource } | undefined {
  const file = [`${name}.json.gz`, `${name}.graphql.gz`].map((each) => join(folder, each)).find(existsSync)
  if (file === undefined) return undefined
  const bytes = readFileSync(file)
  const text = gunzipSync(bytes).toString()
  return readDocument(name, text, { isGraphql: file.endsWith('.graphql.gz'), bytes })
}

function readDocument(
  name: string,
  text: string,
  { isGraphql = false, bytes = Buffer.from(text) }: { readonly isGraphql?: boolean; readonly bytes?: Buffer } = {},
): { readonly document: Json; readonly source: ContractSource } {
  const document = isGraphql ? parseGraphql(text) : (JSON.parse(text) as Json)
  const said = document['x-contract'] as Readonly<Record<string, string>>
  const { version = '', source = '', licence = '', format = '' } = said
  const isRecorded = format.includes('recorded answers')
  // A year alone is taken for its end.
  const dated = [...version.matchAll(/\b20\d\d(?:[.-]\d\d(?:-\d\d)?)?\b/g)]
    .map(([date]) => (date.length === 4 ? `${date}-12` : date.replace('.', '-')))
    .sort()
    .at(-1)
  return {
    document: isRecorded ? addPaging(document, said.pagination ?? '') : addExamples(document),
    source: {
      name,
      kind: isRecorded ? 'recordings' : 'description',
      of: source,
      version,
      licence,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      dated,
    },
  }
}

/** A schema of GraphQL, whose first line says where it is from: `# x-contract: source …; version …`. */
function parseGraphql(text: string): Json {
  const said = /^# x-contract: (.*)/.exec(text)?.[1] ?? ''
  const parts = said.split('; ').map((each) => [each.replace(/ .*/s, ''), each.replace(/^\S+ /, '')])
  return { ...toOpenApiOfGraphql(text), 'x-contract': Object.fromEntries(parts) }
}

type Paths = Record<string, Record<string, Json>>

/** A description with the members that its own examples show where a schema says that it does not name all. */
function addExamples(document: Json): Json {
  for (const { get } of Object.values((document.paths ?? {}) as Paths)) {
    const { schema, example } = readMedia(get ?? {})
    if (schema?.additionalProperties === true && isObject(example))
      schema.properties = { ...(inferSchema(example).properties as Json), ...(schema.properties as Json) }
  }
  return document
}

/**
 * A document of recorded answers with what its source says of pages: "limit and cursor; _links.next.href". Few recordings have a
 * second page, so the answers alone do not show the members that lead to it.
 */
function addPaging(document: Json, said: string): Json {
  const bare = said.replaceAll(/\([^)]*\)/g, '')
  // "nextRecordsUrl, done" has no parameters, and "page and per_page" no members.
  const isAnswered = !bare.includes(';') && bare.includes(',') && !bare.includes(' and ')
  const [asked = '', answered = ''] = isAnswered ? ['', bare] : bare.split(';')
  const list = (text: string) =>
    text.split(/,|\band\b|\bor\b/).flatMap((each) => /^[\w$@.[\]-]+$/.exec(each.trim())?.[0] ?? [])
  const parameters = list(asked).map((name) => ({ in: 'query', name, schema: { type: 'string' } }))
  const schemas = list(answered).map((path) =>
    path.split('.').reduceRight<Json>((inner, name) => ({ type: 'object', properties: { [name]: inner } }), {}),
  )
  const extra = {
    responses:
      schemas.length > 0 ? { 200: { content: { 'application/json': { schema: { allOf: schemas } } } } } : undefined,
  }
  const paths = Object.entries(document.paths as Paths).map(([path, item]) => {
    const { get } = item
    if (!get || readSchema(get)?.type !== 'object') return [path, item]
    const known = ((get.parameters ?? []) as readonly Json[]).map(({ name }) => name)
    const own = parameters.filter(({ name }) => !known.includes(name))
    return [path, { ...item, get: mergeOperation(get, { ...extra, parameters: own }) }]
  })
  return { ...document, paths: Object.fromEntries(paths) }
}

/** A document with what another one knows beside it. What the first says stands. */
function mergeDocuments(first: Json, second: Json): Json {
  const paths = { ...(first.paths as Paths) }
  const known = new Map(Object.keys(paths).map((path) => [toPattern(path), path]))
  for (const [path, item] of Object.entries(second.paths as Paths)) {
    const same = known.get(toPattern(path))
    const merged = { ...(paths[same ?? path] ?? {}) }
    // A path's own servers stand for those of the recordings, whose base path the first document has already.
    const { servers: _servers, ...methods } = item
    for (const [method, operation] of Object.entries(methods))
      merged[method] = merged[method] ? mergeOperation(merged[method], operation) : operation
    paths[same ?? path] = merged
  }
  return { ...first, paths, components: mergeComponents(first.components, second.components) }
}

function mergeComponents(first: unknown = {}, second: unknown = {}): Json {
  const [a, b] = [first as Record<string, Json>, second as Record<string, Json>]
  return Object.fromEntries(
    [...new Set([...Object.keys(a), ...Object.keys(b)])].map((name) => [name, { ...b[name], ...a[name] }]),
  )
}

function mergeOperation(first: Json, second: Json): Json {
  const parameters = [...((first.parameters as Json[]) ?? []), ...((second.parameters as Json[]) ?? [])]
  const own = readSchema(first)
  const other = readSchema(second)
  if (!other) return { ...first, parameters }
  const schema = own ? mergeSchemas(own, other) : other
  return { ...first, parameters, responses: { 200: { content: { 'application/json': { schema } } } } }
}

/**
 * A schema with what answers show beside it. Where they contradict it, an answer that the provider really gave is right: a conversion by a
 * third party writes true as an integer, and a list as an object.
 */
function mergeSchemas(own: Json, seen: Json): Json {
  const [a, b] = [own.type, seen.type]
  const isPlain = typeof a === 'string' && own.allOf === undefined && own.oneOf === undefined && own.anyOf === undefined
  const isNumber = [a, b].every((each) => each === 'integer' || each === 'number')
  if (isPlain && typeof b === 'string' && a !== b && !isNumber) return seen
  if (isPlain && a === 'array' && b === 'array') {
    const [one, other] = [own.items, seen.items] as (Json | undefined)[]
    return { ...own, items: one && other ? mergeSchemas(one, other) : (one ?? other) }
  }
  const [ours, theirs] = [own.properties, seen.properties] as (Record<string, Json> | undefined)[]
  if (!isPlain || !ours || !theirs) return { allOf: [seen, own] }
  const names = new Set([...Object.keys(ours), ...Object.keys(theirs)])
  const properties = [...names].map((name) => {
    const [one, other] = [ours[name], theirs[name]]
    return [name, one && other ? mergeSchemas(one, other) : (one ?? other)]
  })
  return { ...own, properties: Object.fromEntries(properties) }
}

function readSchema(operation: Json): Json | undefined {
  return readMedia(operation).schema
}

interface Media {
  readonly schema?: Json
  readonly example?: unknown
}

/** What a good answer has. */
function readMedia(operation: Json): Media {
  const responses = (operation.responses ?? {}) as Record<string, { readonly content?: Record<string, Media> }>
  const [, good] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  return Object.values(good?.content ?? {})[0] ?? {}
}

/** What answers show: paths of the description, and members with their types. */
export function inferDocument(description: Json, answers: readonly RecordedAnswer[]): Json {
  const paths: Paths = {}
  const written = Object.keys(description.paths as Paths)
  const prefixes = ((description.servers ?? []) as { readonly url: string }[]).map(({ url }) =>
    url.replace(/^https?:\/\/[^/]*/, '').replace(/\/$/, ''),
  )
  for (const { path, method, body } of answers) {
    const [asked = '', query = ''] = path.split('?')
    const candidates = [
      asked,
      ...prefixes.filter((each) => each !== '' && asked.startsWith(each)).map((each) => asked.slice(each.length)),
    ]
    const found = written.find((each) =>
      candidates.some((candidate) => new RegExp(`^${each.replaceAll(/\{[^}]*\}/g, '[^/]+')}$`).test(candidate)),
    )
    if (found === undefined) continue
    const parameters = [...new URLSearchParams(query).keys()].map((name) => ({
      in: 'query',
      name,
      schema: { type: 'string' },
    }))
    const operation = {
      parameters,
      responses: { 200: { content: { 'application/json': { schema: inferSchema(body) } } } },
    }
    const known = paths[found]?.[method.toLowerCase()]
    paths[found] = { [method.toLowerCase()]: known ? mergeOperation(known, operation) : operation }
  }
  return { paths }
}

function inferSchema(value: unknown): Json {
  if (value === null) return { nullable: true }
  if (Array.isArray(value)) return { type: 'array', items: { allOf: value.slice(0, 20).map(inferSchema) } }
  if (typeof value === 'object')
    return {
      type: 'object',
      properties: Object.fromEntries(Object.entries(value as Json).map(([name, each]) => [name, inferSchema(each)])),
    }
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return { type: 'string', format: 'date-time' }
  return { type: typeof value }
}

function toPattern(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}').replace(/\/$/, '')
}
