import type { OperationUse, OperationUses } from '../../../src/data/contract/operation-use.ts'
import { isPromised, listMemberSchemas, readSchemaFacts } from '../../../src/data/contract/schema-facts.ts'
import { createReads, type Reads } from '../../../src/data/contract/watch-shape.ts'
import type { ChangeKind } from '../../../src/data/drift/change.ts'
import { openDescription } from '../../../src/descriptions/description.ts'
import type { DescriptionNode } from '../../../src/descriptions/description-node.ts'
import { readOperations } from '../../../src/descriptions/operations.ts'
import { mergeSchema } from '../../../src/descriptions/schema.ts'

type Json = Record<string, unknown>

/** A description whose used answers are written out where they are read, so that one place can be changed. */
export interface Subject {
  readonly document: Json
  readonly operations: readonly UsedOperation[]
}

export interface UsedOperation {
  readonly name: string
  readonly path: string
  readonly method: string
  /** Where the schema of its answer stands: steps within its operation; undefined without one. */
  readonly schemaAt: readonly string[] | undefined
  readonly use: OperationUse
}

/** What a change did, and what has to be said of it. */
export interface Mutation {
  readonly name: string
  readonly document: Json
  /** Kinds of which one has to be named for the operation; none for a change that touches nobody. */
  readonly expected: readonly ChangeKind[]
  readonly operation: string
  /** Steps to the member, where it is about one. */
  readonly member?: readonly string[]
}

export type Draw = (below: number) => number

/** A description with the operations that are used, some others, and all components. */
export function prepare(document: Json, uses: OperationUses): Subject {
  const description = openDescription(document)
  if (!description) throw new Error('This is no description.')
  const all = readOperations(description.root)
  const operations: UsedOperation[] = []
  const paths: Record<string, Json> = {}
  let others = 0
  for (const { name, path, method, node, success } of all) {
    const use = uses.get(name)
    if (!use && others++ >= 12) continue
    const item = description.root.at('paths', path)
    const operation = structuredClone(node.value) as Json
    const shared = item.at('parameters').value
    // The path's own parameters and servers stay those of the path.
    paths[path] = {
      parameters: shared,
      servers: item.at('servers').isThere ? item.at('servers').value : undefined,
      ...paths[path],
      [method.toLowerCase()]: operation,
    }
    if (!use) continue
    const status = findStatus(operation, success.status)
    if (success.media && status !== undefined) {
      const schema = writeOut(success.media.at('schema'), use.reads)
      const responses = operation.responses as Record<string, Json>
      responses[status] = { description: '', content: { 'application/json': { schema } } }
      const headers = success.response.at('headers').value
      if (headers !== undefined) (responses[status] as Json).headers = headers
      const schemaAt = ['responses', status, 'content', 'application/json', 'schema']
      operations.push({ name, path, method: method.toLowerCase(), use, schemaAt })
    } else operations.push({ name, path, method: method.toLowerCase(), use, schemaAt: undefined })
  }
  const { root } = description
  // Something that nobody relies on is in every description, and may be cut from this one.
  paths['/things_that_nobody_asks'] = { get: { responses: { 200: { description: '' } } } }
  return {
    document: {
      openapi: '3.0.3',
      info: {},
      servers: root.at('servers').value ?? [],
      security: root.at('security').isThere ? root.at('security').value : undefined,
      paths,
      components: root.at('components').value ?? {},
      // Where a converted description keeps what references lead to.
      ...Object.fromEntries(['definitions', 'parameters', 'responses'].map((name) => [name, root.at(name).value])),
    },
    operations,
  }
}

function findStatus({ responses }: Json, status: number): string | undefined {
  const names = Object.keys((responses ?? {}) as Json)
  return names.find((name) => name === String(status)) ?? names.find((name) => /^2(\d\d|XX)$/i.test(name))
}

/** A schema without references along what is read of it. */
function writeOut(node: DescriptionNode, reads: Reads): Json {
  if (!node.isObject) return {}
  const merged = mergeSchema(node) as Json
  const schema = node.read(merged)
  const { $ref: _ref, ...written } = merged
  for (const list of ['oneOf', 'anyOf'])
    if (schema.at(list).items().length > 0)
      written[list] = schema
        .at(list)
        .items()
        .map((each) => writeOut(each, reads))
  if (schema.at('items').isObject)
    written.items = writeOut(schema.at('items'), reads.members.get('[]') ?? createReads())
  const properties = schema.at('properties')
  if (properties.isObject)
    written.properties = Object.fromEntries(
      properties.names().map((name) => {
        const inner = reads.members.get(name)
        return [name, inner ? writeOut(properties.at(name), inner) : Object(properties.value)[name]]
      }),
    )
  if (properties.isObject) Object.assign(Object(written.properties), { member_that_nobody_reads: { type: 'string' } })
  return written
}

interface Chosen {
  readonly document: Json
  readonly operation: Json
  readonly used: UsedOperation
  readonly draw: Draw
}

type Harm = (chosen: Chosen) => Pick<Mutation, 'expected' | 'member'> | undefined
type Harmless = (chosen: Chosen) => boolean

/** Changes that touch what is relied on. */
export const harmful: Readonly<Record<string, Harm>> = {
  'member removed': (chosen) =>
    changeMember(chosen, ['removed', 'moved'], ({ properties, name }) => {
      delete properties[name]
    }),
  'second factor removed': (chosen) =>
    changeMember(
      chosen,
      ['removed', 'moved'],
      ({ properties, name }) => {
        delete properties[name]
      },
      /mfa|2fa|factor|totp|otp/i,
    ),
  'member renamed': (chosen) =>
    changeMember(chosen, ['removed', 'moved'], ({ properties, name }) => {
      properties[`${name}V2`] = properties[name]
      delete properties[name]
    }),
  'member moved': (chosen) =>
    changeMember(chosen, ['moved'], ({ properties, name }) => {
      properties.attributes2 = { type: 'object', properties: { [name]: properties[name] } }
      delete properties[name]
    }),
  'member retyped': (chosen) =>
    changeMember(chosen, ['retyped', 'removed'], ({ properties, name, types }) => {
      if (types.length === 0) return false
      const other = ['string', 'boolean', 'array', 'object'].find(
        (type) => !types.includes(type) && !(type === 'string' && types.includes('integer')),
      )
      properties[name] = other === 'array' ? { type: 'array', items: { type: 'object' } } : { type: other }
    }),
  'word added': (chosen) =>
    changeMember(chosen, ['word-added'], ({ properties, name }) => {
      const schema = properties[name] as Json
      if (!Array.isArray(schema.enum) || schema.oneOf || schema.anyOf) return false
      schema.enum = [...schema.enum, typeof schema.enum[0] === 'number' ? 4711 : 'a_new_word']
    }),
  'null added': (chosen) =>
    changeMember(chosen, ['null-added'], ({ properties, name, isNullable }) => {
      if (isNullable) return false
      ;(properties[name] as Json).nullable = true
    }),
  'promise dropped': (chosen) =>
    changeMember(chosen, ['promise-dropped'], ({ holder, name, isRequired }) => {
      if (!isRequired) return false
      holder.required = (holder.required as string[]).filter((each) => each !== name)
    }),
  'member deprecated': (chosen) =>
    changeMember(chosen, ['deprecated'], ({ properties, name, isDeprecated }) => {
      if (isDeprecated) return false
      ;(properties[name] as Json).deprecated = true
    }),
  'operation deprecated': ({ operation }) => {
    if (operation.deprecated === true) return undefined
    operation.deprecated = true
    return { expected: ['deprecated'] }
  },
  'operation removed': ({ document, used }) => {
    const item = readPaths(document)[used.path] as Json
    delete item[used.method]
    return { expected: ['removed', 'moved'] }
  },
  'operation moved': ({ document, used }) => {
    const paths = readPaths(document)
    const { [used.method]: operation, ...item } = paths[used.path] as Json
    paths[used.path] = item
    paths[`/v97${used.path}`] = { [used.method]: operation }
    return { expected: ['moved', 'removed'] }
  },
  'parameter demanded': ({ operation }) => {
    const given = (operation.parameters ?? []) as Json[]
    operation.parameters = [
      ...given,
      { in: 'query', name: 'tenant_of_new', required: true, schema: { type: 'string' } },
    ]
    return { expected: ['parameter-required'] }
  },
  'sent parameter removed': ({ operation, used, draw }) => {
    const given = (operation.parameters ?? []) as Json[]
    const sent = given.filter(({ in: place, name }) => place === 'query' && used.use.sent.has(String(name)))
    const gone = sent[draw(sent.length)]
    if (!gone) return undefined
    operation.parameters = given.filter((each) => each !== gone)
    return { expected: ['parameter-removed'] }
  },
  'server moved': ({ document, operation }) => {
    const urls = ((document.servers ?? []) as Json[]).map(({ url }) => String(url))
    if (operation.servers || !urls.some((url) => url.startsWith('https://'))) return undefined
    if (Object.values(readPaths(document)).some((item) => (item as Json).servers)) return undefined
    document.servers = [{ url: 'https://elsewhere.example/v9' }]
    return { expected: ['server-moved'] }
  },
}

/** Changes that touch nothing that is relied on. */
export const harmless: Readonly<Record<string, Harmless>> = {
  'other texts': ({ operation }) => {
    operation.description = 'Other words.'
    operation.summary = 'Other'
    operation.tags = ['other']
    return true
  },
  'other id': ({ operation }) => {
    operation.operationId = 'another_id'
    return true
  },
  'optional parameter': ({ operation }) => {
    const given = (operation.parameters ?? []) as Json[]
    operation.parameters = [...given, { in: 'query', name: 'expand_more', schema: { type: 'string' } }]
    return true
  },
  'other answer': ({ operation }) => {
    operation.responses = { ...(operation.responses as Json), 418: { description: 'No.' } }
    return true
  },
  'other operation removed': ({ document, draw, used }) => {
    const paths = readPaths(document)
    const free = Object.keys(paths).filter((path) => path !== used.path && !isUsed(document, path))
    const gone = free[draw(free.length)]
    if (gone === undefined) return false
    delete paths[gone]
    return true
  },
  'unread member removed': (chosen) =>
    changeBeside(chosen, ({ properties, name }) => {
      delete properties[name]
    }),
  'unread member retyped': (chosen) =>
    changeBeside(chosen, ({ properties, name }) => {
      properties[name] = { type: 'array', items: { type: 'integer' } }
    }),
  'unread member deprecated': (chosen) =>
    changeBeside(chosen, ({ properties, name }) => {
      properties[name] = { deprecated: true, allOf: [properties[name]] }
    }),
  'member added': (chosen) =>
    changeHolder(chosen, ({ properties }) => {
      properties.a_member_more = { type: 'string', enum: ['one'] }
    }),
  'members in another order': (chosen) =>
    changeHolder(chosen, ({ holder, properties }) => {
      holder.properties = Object.fromEntries(Object.entries(properties).reverse())
    }),
  'promise added': (chosen) =>
    changeHolder(chosen, ({ holder, properties }) => {
      holder.required = Object.keys(properties)
    }),
  'text of a member': (chosen) =>
    changeHolder(chosen, ({ properties }) => {
      for (const [name, schema] of Object.entries(properties))
        if (!('$ref' in Object(schema))) properties[name] = { ...Object(schema), description: 'Other words.' }
    }),
  'schema by reference': ({ document, operation, used }) => {
    const place = findAnswer(operation, used)
    if (!place) return false
    const components = (document.components ?? {}) as Json
    document.components = { ...components, schemas: { ...(components.schemas as Json), FreshlyNamed: place.schema } }
    place.schema = { $ref: '#/components/schemas/FreshlyNamed' }
    return true
  },
  'schema in allOf': ({ operation, used }) => {
    const place = findAnswer(operation, used)
    if (!place) return false
    place.schema = { allOf: [place.schema] }
    return true
  },
  'placeholder renamed': ({ document, used, operation }) => {
    if (!used.path.includes('{')) return false
    const paths = readPaths(document)
    const path = used.path.replace(/\{[^{}]*\}/, '{fresh_name}')
    if (paths[path]) return false
    const { [used.method]: _gone, ...rest } = paths[used.path] as Json
    paths[path] = { servers: rest.servers, [used.method]: operation }
    paths[used.path] = rest
    return true
  },
  'server added': ({ document }) => {
    document.servers = [...((document.servers ?? []) as Json[]), { url: 'https://eu.elsewhere.example/v1' }]
    return true
  },
}

/** A change of one operation, or undefined where it does not apply. */
export function mutate(
  { document, operations }: Subject,
  name: string,
  draw: Draw,
): (Mutation & { readonly isHarmful: boolean }) | undefined {
  const used = operations[draw(operations.length)]
  if (!used) return undefined
  const changed: Json = { ...document, paths: structuredClone(document.paths) }
  const operation = (readPaths(changed)[used.path] as Json)[used.method] as Json
  const chosen = { document: changed, operation, used, draw }
  marked.set(changed, operations)
  const common = { name, document: changed, operation: used.name }
  if (Object.hasOwn(harmless, name))
    return harmless[name]?.(chosen) ? { ...common, expected: [], isHarmful: false } : undefined
  const harm = harmful[name]?.(chosen)
  return harm && { ...common, ...harm, isHarmful: true }
}

const marked = new WeakMap<Json, readonly UsedOperation[]>()

function isUsed(document: Json, path: string): boolean {
  return (marked.get(document) ?? []).some((used) => used.path === path)
}

function readPaths(document: Json): Json {
  return document.paths as Json
}

function findAnswer(operation: Json, { schemaAt }: UsedOperation): Json | undefined {
  return schemaAt?.slice(0, -1).reduce<Json>((at, step) => at[step] as Json, operation)
}

interface Holder {
  readonly holder: Json
  readonly properties: Json
  readonly reads: Reads
  readonly member: readonly string[]
}

interface Place extends Holder {
  readonly name: string
  readonly types: readonly string[]
  readonly isRequired: boolean
  readonly isNullable: boolean
  readonly isDeprecated: boolean
}

/** Objects of an answer that something is read of, where one shape alone has what is read. */
function listHolders(schema: Json, reads: Reads, member: readonly string[] = []): readonly Holder[] {
  if (schema.oneOf || schema.anyOf) return []
  const { properties, items } = schema
  const inList = reads.members.get('[]')
  return [
    ...(inList && items ? listHolders(items as Json, inList, [...member, '[]']) : []),
    ...(typeof properties === 'object' && properties !== null
      ? [
          { holder: schema, properties: properties as Json, reads, member },
          ...Object.entries(properties).flatMap(([name, inner]) => {
            const deeper = reads.members.get(name)
            return deeper ? listHolders(inner as Json, deeper, [...member, name]) : []
          }),
        ]
      : []),
  ]
}

function changeHolder({ operation, used, draw }: Chosen, change: (holder: Holder) => void): boolean {
  const schema = findAnswer(operation, used)?.schema
  const holders = schema ? listHolders(schema as Json, used.use.reads) : []
  const chosen = holders[draw(holders.length)]
  if (!chosen) return false
  change(chosen)
  return true
}

function changeBeside(
  chosen: Chosen,
  change: (place: { readonly properties: Json; readonly name: string }) => void,
): boolean {
  let isDone = false
  changeHolder(chosen, ({ properties, reads }) => {
    const free = Object.keys(properties).filter((name) => !reads.members.has(name))
    const name = free[chosen.draw(free.length)]
    if (name === undefined) return
    change({ properties, name })
    isDone = true
  })
  return isDone
}

function changeMember(
  chosen: Chosen,
  expected: readonly ChangeKind[],
  change: (place: Place) => unknown,
  wanted = /./,
): Pick<Mutation, 'expected' | 'member'> | undefined {
  const { operation, used, draw, document } = chosen
  const schema = findAnswer(operation, used)?.schema
  const root = openDescription(document)?.root
  if (!schema || !root) return undefined
  const places = listHolders(schema as Json, used.use.reads).flatMap((holder) =>
    Object.keys(holder.properties)
      .filter((name) => holder.reads.members.has(name) && wanted.test(name))
      .map((name) => ({ ...holder, name })),
  )
  const place = places[draw(places.length)]
  if (!place) return undefined
  const node = root.read(place.holder)
  const facts = readSchemaFacts(listMemberSchemas([node], place.name).map((each) => each.schema))
  const isRequired = isPromised([node], place.name)
  if (change({ ...place, ...facts, isRequired }) === false) return undefined
  return { expected, member: [...place.member, place.name] }
}
