import { hash } from 'node:crypto'
import type { GraphqlOptions, OwnPageWords } from '../../define/index.ts'
import { CheckError } from '../../errors/index.ts'
import { hasMark } from '../redact/has-mark.ts'
import type { VendorReply } from '../refusals/vendor-reply.ts'
import type { WireRequest } from '../requests/vendor-request.ts'
import { openConnections } from './graphql-connection.ts'
import { isMoreThan, type Mark, type PageMarks, type ReadSoFar, readMarks, tellOfMore } from './marks-of-more.ts'
import { isAcknowledgement, type MissingPart, tellOfMissing } from './missing-parts.ts'

/** A page that a check requested by itself and that is not the last. */
interface OpenPage {
  readonly question: AskedPage
  readonly mark: Mark
  readonly seen: ReadSoFar
  readonly list: string
}

/** A request, split into its parts. */
interface AskedPage {
  readonly method: string
  readonly target: URL
  /** Parameters of the query, the form or the JSON that was sent, by name. */
  readonly params: ReadonlyMap<string, string>
  readonly body: string
}

/** More requests than a check has under way at a time. The next page of an older one does not come any more. */
const openMax = 200
/** A page that comes so often will not be the last. */
const equalAnswersMax = 20

const remedy = 'Read it by ctx.paginate, or ask for the next page; where this page is enough, say so: partial: true.'

/**
 * Pages of longer lists that a check requested by `get`, `post` or `graphql` without the next page. A loop in a check
 * closes each page when it requests the next. The check has not seen what follows a page that is still open at the end.
 */
export class OpenPages {
  readonly #open = new Map<string, OpenPage>()
  /** How often an answer with more pages has come. */
  readonly #equal = new Map<string, number>()
  #left: string | undefined
  readonly #words: OwnPageWords | undefined

  /** @param words the connector's own @default none */
  constructor(words?: OwnPageWords) {
    this.#words = words
  }

  /** Why the check has not seen everything; undefined if it has. */
  get first(): string | undefined {
    const [page] = this.#open.values()
    return this.#left ?? (page && formatOpenPage(page))
  }

  /** Records an answer. @throws CheckError `PAGINATION_LOOP` for a page that comes again and again */
  read(request: WireRequest, reply: VendorReply, body: unknown, options: GraphqlOptions): void {
    const marks = readMarks(isAcknowledgement(reply) ? { ...reply, status: 200 } : reply, body, {
      isPage: false,
      notMore: options.notMore,
      words: this.#words,
      asked: /([^/]*)\/*$/.exec(reply.target.pathname)?.[1],
      echoes: (text) => isSent(toQuestion(request, reply), text),
    })
    const { missing, range, length } = marks
    // A page that is enough still has to be one.
    const isOfMore = missing?.because === 'part' || missing?.because === 'unreachable'
    if (missing && !(options.partial && isOfMore)) this.#left ??= tellOfMissing(reply.url, missing)
    else if (range && length === undefined && !options.partial) this.#left ??= tellOfMissing(reply.url, toPart(range))
    this.#take(request, reply, marks, options)
  }

  /** Records the data of a GraphQL answer. */
  readData(request: WireRequest, reply: VendorReply, data: unknown, { notMore, partial }: GraphqlOptions): void {
    const question = toQuestion(request, reply)
    const before = this.#goOn(question)
    if (partial) return
    for (const mark of openConnections(data, 'data')) {
      if (notMore?.includes(mark.name)) continue
      this.#bound(reply)
      const seen = { items: before.items + mark.nodes, pages: before.pages + 1 }
      this.#keep(`${createPageKey(question)} ${mark.name} ${mark.token}`, { question, mark, seen, list: reply.url })
    }
  }

  #take(request: WireRequest, reply: VendorReply, marks: PageMarks, { partial }: GraphqlOptions): void {
    // An answer without a list is not a page, whatever its members are called.
    const { more, items, pages, position, range } = marks
    const isPage = marks.length !== undefined && (more || items || pages || position || range)
    if (!isPage && this.#open.size === 0) return
    const question = toQuestion(request, reply)
    const before = this.#goOn(question)
    if (!isPage || partial) return
    const seen = { items: before.items + (marks.length ?? 0), pages: before.pages + 1 }
    const mark = isMoreThan(marks, seen)
    if (!mark) return
    this.#bound(reply)
    this.#keep(createPageKey(question), { question, mark, seen, list: reply.url })
  }

  /** Closes the pages that a request continues, and returns their counts. */
  #goOn(question: AskedPage): ReadSoFar {
    let seen: ReadSoFar = { items: 0, pages: 0 }
    for (const [key, page] of this.#open) {
      if (!isAfter(question, page)) continue
      this.#open.delete(key)
      if (page.seen.items > seen.items) seen = page.seen
    }
    return seen
  }

  #keep(key: string, page: OpenPage): void {
    this.#open.set(key, page)
    if (this.#open.size <= openMax) return
    const [oldest] = this.#open
    if (!oldest) return
    this.#open.delete(oldest[0])
    this.#left ??= formatOpenPage(oldest[1])
  }

  #bound({ body, url }: VendorReply): void {
    const key = hash('sha256', body, 'base64').slice(0, 16)
    const times = (this.#equal.get(key) ?? 0) + 1
    if (times > equalAnswersMax) {
      const where = url.replace(/[?#].*$/s, '')
      const why = `The vendor sends the same page again for ${where}, so the list has no end. See that the cursor is sent as the vendor expects it, or let ctx.paginate do it.`
      throw new CheckError(why, { code: 'PAGINATION_LOOP' })
    }
    this.#equal.set(key, times)
    // Pages that repeat are among the newest.
    if (this.#equal.size > openMax) for (const first of this.#equal.keys()) return void this.#equal.delete(first)
  }
}

function formatOpenPage({ list, seen, mark }: OpenPage): string {
  return tellOfMore(list, seen, mark, remedy)
}

function createPageKey({ method, target, body }: AskedPage): string {
  return hash('sha256', JSON.stringify([method, target.href, body]), 'base64')
}

function toQuestion({ body }: WireRequest, { method, target }: VendorReply): AskedPage {
  const text = typeof body === 'string' ? body : body === undefined ? '' : Buffer.from(body).toString('utf8')
  const params = new Map([...target.searchParams, ...listBodyMembers(text)])
  return { method, target, params, body: text }
}

function listBodyMembers(text: string): [string, string][] {
  if (text === '') return []
  if (!text.startsWith('{')) return [...new URLSearchParams(text)]
  try {
    const { variables, ...members } = JSON.parse(text) as Readonly<Record<string, unknown>>
    const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
    const inner = Object.entries(Object(variables)).map(([name, value]): [string, string] => [
      `$${name}`,
      asText(value),
    ])
    return [...Object.entries(members).map(([name, value]): [string, string] => [name, asText(value)]), ...inner]
  } catch {
    return []
  }
}

/** Whether a request continues a page: by its cursor or address, otherwise by a page number that grows. */
function isAfter(asked: AskedPage, { question, mark: { token } }: OpenPage): boolean {
  const { target } = asked
  if (asked.method !== question.method || target.origin !== question.target.origin) return false
  if (token === undefined || target.pathname === question.target.pathname) {
    if (target.pathname === question.target.pathname && hasGrown(question.params, asked.params)) return true
    if (token === undefined) return false
  }
  // In a replay, a cursor that looks like a secret is hidden, and the same on all pages.
  const isHidden = hasMark(token)
  if (isTokenSent(asked, token) && (isHidden || !isTokenSent(question, token))) return true
  if (!URL.canParse(token, question.target.href)) return false
  const next = new URL(token, question.target)
  if (next.href === target.href) return isHidden || next.href !== question.target.href
  const differing = [...next.searchParams].filter(([name, value]) => question.params.get(name) !== value)
  const isAsked = differing.every(([name, value]) =>
    hasMark(value) ? asked.params.has(name) : asked.params.get(name) === value,
  )
  return next.pathname === target.pathname && differing.length > 0 && isAsked
}

/** Whether a cursor is sent: as a parameter, or deeper in a body. */
function isTokenSent({ params, body }: AskedPage, token: string): boolean {
  for (const value of params.values()) if (value === token) return true
  return token.length > 3 && (body.includes(token) || body.includes(JSON.stringify(token).slice(1, -1)))
}

/** Whether the vendor only repeats a value of the request. */
function isSent(asked: AskedPage, text: string): boolean {
  return isTokenSent(asked, text) || asked.target.pathname.split('/').includes(text)
}

/** A range of one thing is a part of it. */
function toPart({ name, says }: Mark): MissingPart {
  return { name, says, because: 'part' }
}

const pageNames = /page|offset|start|skip|from|index|position/i

/** Whether two requests differ in page numbers alone, each of them larger than before. */
function hasGrown(before: AskedPage['params'], after: AskedPage['params']): boolean {
  const names = new Set([...before.keys(), ...after.keys()])
  const changed = [...names].filter((name) => before.get(name) !== after.get(name))
  const grows = (name: string) => {
    const value = after.get(name) ?? ''
    return pageNames.test(name) && /^\d{1,15}$/.test(value) && Number(value) > Number(before.get(name) ?? -1)
  }
  return changed.length > 0 && changed.every(grows)
}
