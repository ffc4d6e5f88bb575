import type { PaginateOptions, QueryInput, ReadingContext, RequestOptions } from '../../define/index.ts'
import { HttpError, OddItemsError } from '../../errors/index.ts'
import { readMember } from '../../text/read-member.ts'
import type { ExpressionScope } from '../expressions/scope.ts'
import { anyShape, type Shape } from '../expressions/shape.ts'
import { Unknown, type Value, type ValueOrUnknown } from '../expressions/value.ts'
import type { DetailEntry, GetEntry, ListEntry } from '../format/requests.ts'
import { compileText, fillPathText, fillValue, type TextTemplate } from './compile-text.ts'
import {
  describeAnswer,
  describeConnection,
  describeItems,
  mayBeListAlone,
  reportNext,
  reportUnreadPages,
} from './describe-answer.ts'
import { findDocumentProblem } from './graphql-document.ts'
import type { KnownNames } from './names.ts'
import { toNextPage } from './next-page.ts'
import type { DocumentPath, ProblemReport } from './report.ts'
import type { RequestRules } from './request-rules.ts'

/** Asks for one answer. It is unknown if a value in the request is, and null if the vendor says that there is none. */
export type Get = (ctx: ReadingContext, scope: ExpressionScope) => Promise<ValueOrUnknown>

/**
 * Asks for the items of a list.
 * @throws CheckError for a list that cannot be asked for, because a value in its request is not known
 */
export type List = (ctx: ReadingContext, scope: ExpressionScope) => AsyncIterable<Value>

/** What a request reads of names, so that others know what it depends on. */
export interface CompiledRequest<Run> {
  readonly run: Run
  readonly reads: ReadonlySet<string>
  /** What is known of the answer, or of each item of a list. */
  readonly shape: Shape
}

type AnyEntry = Partial<Omit<GetEntry & ListEntry & DetailEntry, 'absent' | 'next'>> & Pick<GetEntry, 'absent' | 'next'>

/** A request for one answer, or for all items of a list where it says `items` or `next`. */
export function compileGet(
  entry: GetEntry | DetailEntry,
  place: DocumentPath,
  names: KnownNames,
  rules: RequestRules,
): CompiledRequest<Get> {
  const { absent = [], items, next } = entry
  const orNull = (shape: Shape): Shape =>
    absent.length > 0 && shape.kinds ? { ...shape, kinds: [...shape.kinds, 'null'] } : shape
  const request = compileRequestTarget(entry, place, names, rules)
  if (next !== undefined) {
    const list = compileList({ ...entry, next } as ListEntry, place, names, rules)
    return {
      reads: list.reads,
      shape: orNull({ kinds: ['list'], item: () => list.shape }),
      run: (ctx, scope) => {
        const collected: Value[] = []
        // A list that has given an item is there, whatever its next page answers.
        const isAbsent = () => collected.length === 0
        return passAbsent(absent, isAbsent, () => collectItems(ctx, list.run(ctx, scope), collected))
      },
    }
  }
  const body = compileBody(entry, place, names, rules)
  const run: Get = async (ctx, scope) => {
    const target = request.fill(scope)
    if (target instanceof Unknown) return target
    const filled = body?.(scope)
    if (filled instanceof Unknown) return filled
    const answer = await passAbsent(
      absent,
      () => true,
      async () => {
        const given = await requestOne(ctx, target, filled, entry)
        // Null stands for a status that says that there is none. An answer that is null says nothing.
        return given === null && absent.length > 0 ? new Unknown('null', 'the answer is null') : given
      },
    )
    if (answer instanceof Unknown) return answer
    return items === undefined || answer === null ? answer : readItems(ctx, answer, items)
  }
  const answer = describeAnswer(entry, place, rules)
  if (items !== undefined || mayBeListAlone(answer)) reportUnreadPages(entry, place, rules)
  const shape = items === undefined ? answer : describeItems(answer, items, [...place, 'items'], rules)
  return { reads: new Set([...request.reads, ...(body?.reads ?? [])]), shape: orNull(shape), run }
}

/** All items of a list, page by page. */
export function compileList(
  entry: ListEntry,
  place: DocumentPath,
  names: KnownNames,
  rules: RequestRules,
): CompiledRequest<List> {
  const request = compileRequestTarget(entry, place, names, rules)
  const body = compileBody(entry, place, names, rules)
  const { items, next, maxPages, notMore, absent } = entry as ListEntry & Pick<GetEntry, 'absent'>
  const isGraphql = entry.graphql !== undefined
  const isConnection = typeof next === 'object' && 'connection' in next
  if (isGraphql !== isConnection)
    rules.report.add(
      [...place, 'next'],
      isGraphql
        ? 'must be { connection, variable }, because GraphQL pages a list by its connection'
        : '{ connection, variable } is for GraphQL; add "graphql"',
    )
  async function* run(ctx: ReadingContext, scope: ExpressionScope): AsyncIterable<Value> {
    const target = request.fill(scope)
    if (target instanceof Unknown) throw refuse(ctx, target)
    const filled = body?.(scope)
    if (filled instanceof Unknown) throw refuse(ctx, filled)
    const { path, query, headers, variables, document } = target
    const sent = document === undefined ? filled : { query: document, variables }
    yield* ctx.paginate<Value>(path, {
      next: toNextPage(ctx, { next, items }, { ...query, ...Object(filled) }),
      items: items === undefined ? undefined : (items as NonNullable<PaginateOptions['items']>),
      maxPages,
      notMore,
      expect: absent,
      body: sent === undefined ? undefined : (sent as Readonly<Record<string, unknown>>),
      query,
      headers,
    })
    if (next === 'unknown')
      ctx.cannotTell({
        kind: 'incomplete_data',
        message:
          'The connector\'s file does not say how this list goes on. Find out, and write it in place of "next: unknown".',
      })
  }
  const answer = describeAnswer(entry, place, rules)
  reportNext(answer, next, [...place, 'next'], rules.report)
  if (next === 'none') reportUnreadPages(entry, place, rules)
  const list = isConnection
    ? describeConnection(answer, next.connection, [...place, 'next', 'connection'], rules)
    : describeItems(answer, items, [...place, 'items'], rules)
  return { run, reads: new Set([...request.reads, ...(body?.reads ?? [])]), shape: list.item?.() ?? anyShape }
}

interface RequestTarget {
  readonly path: string
  readonly query: QueryInput
  readonly headers: Readonly<Record<string, string>>
  /** Of GraphQL. */
  readonly document: string | undefined
  readonly variables: Readonly<Record<string, unknown>>
}

/** Where a request goes, filled for one item. */
function compileRequestTarget(
  entry: AnyEntry,
  place: DocumentPath,
  names: KnownNames,
  { definition, report }: RequestRules,
) {
  const { path, graphql } = entry
  if ((path === undefined) === (graphql === undefined)) report.add(place, 'must have either "path" or "graphql"')
  if (path !== undefined) reportPath(path, [...place, 'path'], report)
  if (graphql !== undefined) {
    const problem = findDocumentProblem(graphql)
    if (problem) report.add([...place, 'graphql'], problem.message, problem.at)
  } else if (entry.variables) report.add([...place, 'variables'], 'are for GraphQL; use "query"')
  const templates = new Map<string, TextTemplate>()
  const compile = (text: string, at: DocumentPath) => {
    const template = compileText(text, at, names, report)
    templates.set(at.join('\0'), template)
    return template
  }
  const written = path ?? definition.graphqlPath ?? '/graphql'
  const pathTemplate = compile(written, [...place, 'path'])
  const query = compileParameters(entry.query ?? {}, [...place, 'query'], compile)
  const headers = compileParameters(entry.headers ?? {}, [...place, 'headers'], compile)
  const variables = compileParameters(
    (entry.variables ?? {}) as Readonly<Record<string, Value>>,
    [...place, 'variables'],
    compile,
  )
  return {
    reads: new Set([...templates.values()].flatMap(({ reads }) => [...reads])),
    fill(scope: ExpressionScope): RequestTarget | Unknown {
      const filledPath = fillPathText(pathTemplate, scope)
      if (filledPath instanceof Unknown) return filledPath
      const [filledQuery, filledHeaders, filledVariables] = [query(scope), headers(scope), variables(scope)]
      if (filledQuery instanceof Unknown) return filledQuery
      if (filledHeaders instanceof Unknown) return filledHeaders
      if (filledVariables instanceof Unknown) return filledVariables
      return {
        path: filledPath,
        query: filledQuery as QueryInput,
        headers: filledHeaders as Readonly<Record<string, string>>,
        variables: filledVariables,
        document: graphql,
      }
    },
  }
}

function reportPath(path: string, place: DocumentPath, report: ProblemReport): void {
  if (/^[a-z][a-z0-9+.-]*:|^[/\\]{2}/i.test(path))
    report.add(place, 'must be a path, such as "/users"; the host is that of "baseUrl"')
  else if (!path.startsWith('/')) report.add(place, 'must begin with "/"')
  if (/[\\\u0000-\u001f\u007f#]/.test(path))
    report.add(place, 'must not contain "#", backslashes or control characters')
}

/** Fills the texts of an object, and leaves the rest as it is. A text that is nothing but a placeholder keeps the kind of its value. */
function compileParameters(
  values: Readonly<Record<string, Value>>,
  place: DocumentPath,
  compile: (text: string, place: DocumentPath) => TextTemplate,
): (scope: ExpressionScope) => Readonly<Record<string, Value>> | Unknown {
  const fill = compileValue(values, place, compile)
  return (scope) => fill(scope) as Readonly<Record<string, Value>> | Unknown
}

function compileValue(
  value: Value,
  place: DocumentPath,
  compile: (text: string, place: DocumentPath) => TextTemplate,
): (scope: ExpressionScope) => ValueOrUnknown {
  if (typeof value === 'string') {
    const template = compile(value, place)
    const [only] = template.fillings
    return only && template.fillings.length === 1 && only.before === '' && template.rest === ''
      ? only.evaluate
      : (scope) => fillValue(template, scope)
  }
  if (typeof value !== 'object' || value === null) return () => value
  const members = Object.entries(value).map(([name, each]) => ({
    name,
    fill: compileValue(each, [...place, Array.isArray(value) ? Number(name) : name], compile),
  }))
  return (scope) => {
    const filled: [string, Value][] = []
    for (const { name, fill } of members) {
      const each = fill(scope)
      if (each instanceof Unknown) return each
      filled.push([name, each])
    }
    return Array.isArray(value) ? filled.map(([, each]) => each) : Object.fromEntries(filled)
  }
}

function compileBody(
  entry: Pick<AnyEntry, 'body' | 'path' | 'graphql'>,
  place: DocumentPath,
  names: KnownNames,
  { posts, sentPosts, report }: RequestRules,
) {
  const { body, path = '' } = entry
  if (body === undefined) return undefined
  if (entry.graphql !== undefined) report.add([...place, 'body'], 'is what "graphql" and "variables" make; remove it')
  else if (!posts.has(path))
    report.add(
      [...place, 'body'],
      `makes a POST, which "posts" has to allow: posts: [${path}]. An operator confirms that it only reads`,
    )
  sentPosts.add(path)
  const reads = new Set<string>()
  const fill = compileParameters(body as Readonly<Record<string, Value>>, [...place, 'body'], (text, at) => {
    const template = compileText(text, at, names, report)
    for (const root of template.reads) reads.add(root)
    return template
  })
  return Object.assign(fill, { reads })
}

async function requestOne(
  ctx: ReadingContext,
  target: RequestTarget,
  body: Readonly<Record<string, Value>> | undefined,
  { notMore, absent }: Pick<AnyEntry, 'notMore' | 'absent'>,
): Promise<Value> {
  const { path, query, headers, document, variables } = target
  if (document !== undefined) return ctx.graphql<Value>(document, variables, { notMore })
  const options: RequestOptions<Value> = {
    query,
    headers,
    notMore,
    expect: absent,
  }
  return body === undefined ? ctx.get<Value>(path, options) : ctx.post<Value>(path, { ...options, body, reads: true })
}

/** Statuses by which the vendor says that there is none give null; the request names them, so that they are no refusal. */
async function passAbsent<T>(
  absent: readonly number[],
  isAbsent: () => boolean,
  request: () => Promise<T>,
): Promise<T | null> {
  try {
    return await request()
  } catch (error) {
    if (error instanceof HttpError && error.status !== undefined && absent.includes(error.status) && isAbsent())
      return null
    throw error
  }
}

const collectedMax = 10_000

/** A list that belongs to one item is read whole, and has to fit into memory. */
async function collectItems(ctx: ReadingContext, items: AsyncIterable<Value>, collected: Value[]): Promise<Value> {
  const collect = (item: Value) => {
    if (collected.length === collectedMax)
      ctx.cannotTell({ kind: 'incomplete_data', message: `A list within an item has more than ${collectedMax} items.` })
    collected.push(item)
  }
  try {
    for await (const item of items) collect(item)
  } catch (error) {
    if (!(error instanceof OddItemsError)) throw error
    // Each may be any item, so that what rests on the others alone is known, and the rest is not.
    for (let odd = 0; odd < error.count; odd++) collect(null)
  }
  return collected
}

function readItems(ctx: ReadingContext, answer: Value, items: ListEntry['items']): readonly Value[] {
  const path = typeof items === 'object' ? items.path : items
  const list = path === undefined ? answer : readMember(answer, path)
  if (Array.isArray(list)) return list
  return ctx.cannotTell({
    kind: 'schema_drift',
    message: `The vendor's answer has no list${path === undefined ? '' : ` at "${path}"`}.`,
  })
}

function refuse(ctx: ReadingContext, { because }: Unknown): never {
  return ctx.cannotTell({ kind: 'incomplete_data', message: `A request cannot be sent: ${because}.` })
}
