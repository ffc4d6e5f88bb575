import type { ReadingContext } from '../../define/index.ts'
import { isOfOneAnswer } from '../../errors/index.ts'
import type { Shape } from '../expressions/shape.ts'
import type { Unknown, Value, ValueOrUnknown } from '../expressions/value.ts'
import type { DetailEntry, GetEntry, ListEntry } from '../format/requests.ts'
import { compileGet, compileList, type Get } from './compile-request.ts'
import { addAnswer, type Bindings, bindContext, createScope, type KnownNames } from './names.ts'
import type { DocumentPath } from './report.ts'
import type { RequestRules } from './request-rules.ts'

/** The requests of an inventory or a check. */
export interface WalkEntry {
  /** Outer lists: what is below is asked once for each of their items. */
  readonly for?: Readonly<Record<string, ListEntry>> | undefined
  /** Answers that all items share. */
  readonly let?: Readonly<Record<string, GetEntry>> | undefined
  readonly list?: ListEntry | undefined
  readonly get?: GetEntry | undefined
  readonly detail?: DetailEntry | undefined
}

/** The requests of an inventory or a check, ready to be made. */
export interface Walk {
  /** Names that an expression about one item may use. */
  readonly names: KnownNames
  /** Visits what is judged, one after the other. What cannot be read of one item of an outer list hides no other. */
  visit(ctx: ReadingContext): AsyncIterable<WalkedItem>
  /** Adds what `detail` reads of one item. @throws what reading the item threw */
  readDetail(ctx: ReadingContext, visit: WalkedItem): Promise<Bindings>
}

/** What is judged, with the names of its answers. */
export interface WalkedItem {
  readonly bindings: Bindings
  /** Why the requests for an item of an outer list did not come to their end; `bindings` has what is known then. */
  readonly failure?: { readonly thrown: unknown }
}

const loopsMax = 2

export function compileWalk(entry: WalkEntry, place: DocumentPath, start: KnownNames, rules: RequestRules): Walk {
  const loops = Object.entries(entry.for ?? {})
  if (loops.length > loopsMax) rules.report.add([...place, 'for'], `has more than ${loopsMax} lists within each other`)
  let names = start
  const compiledLoops = loops.map(([name, list]) => {
    const { run, shape } = compileList(list, [...place, 'for', name], names, rules)
    names = bindName(names, name, [...place, 'for', name], rules, shape)
    return { name, run }
  })
  const compiledLets = Object.entries(entry.let ?? {}).map(([name, get]) => {
    const { run, shape } = compileGet(get, [...place, 'let', name], names, rules)
    names = bindName(names, name, [...place, 'let', name], rules, shape)
    return { name, run }
  })
  if ((entry.list === undefined) === (entry.get === undefined))
    rules.report.add(place, 'must have either "list" or "get"')
  const list = entry.list && compileList(entry.list, [...place, 'list'], names, rules)
  const get = entry.get && compileGet(entry.get, [...place, 'get'], names, rules)
  const subject = list ? 'item' : 'body'
  names = bindName(names, subject, place, rules, (list ?? get)?.shape)
  const detail = entry.detail && compileDetail(entry.detail, [...place, 'detail'], names, rules)
  if (detail) names = bindName(names, detail.name, [...place, 'detail', 'as'], rules, detail.shape)

  async function* readOne(ctx: ReadingContext, outer: Bindings): AsyncIterable<WalkedItem> {
    const bindings = await readLets(ctx, compiledLets, outer)
    const scope = createScope(ctx, bindings)
    if (list) for await (const item of list.run(ctx, scope)) yield { bindings: { ...bindings, item } }
    else if (get) yield { bindings: { ...bindings, body: await get.run(ctx, scope) } }
  }

  const visit = (ctx: ReadingContext) => visitLoops(ctx, compiledLoops, bindContext(ctx, start), readOne)

  return {
    names,
    visit,
    readDetail: async (ctx, { bindings, failure }) => {
      if (failure) throw failure.thrown
      return detail ? { ...bindings, [detail.name]: await detail.run(ctx, createScope(ctx, bindings)) } : bindings
    },
  }
}

function compileDetail(detail: DetailEntry, place: DocumentPath, names: KnownNames, rules: RequestRules) {
  return { name: detail.as, ...compileGet(detail, place, names, rules) }
}

function bindName(
  names: KnownNames,
  name: string,
  place: DocumentPath,
  { report }: RequestRules,
  shape?: Shape,
): KnownNames {
  if (Object.hasOwn(names.shapes, name))
    report.add(place, `"${name}" already stands for something else; choose another name`)
  return addAnswer(names, name, shape)
}

interface Loop {
  readonly name: string
  run(ctx: ReadingContext, scope: ReturnType<typeof createScope>): AsyncIterable<Value>
}

/** Reads the lists within each other. Of a loop, each item is apart: what fails below it is said of it. */
async function* visitLoops(
  ctx: ReadingContext,
  [loop, ...inner]: readonly Loop[],
  bindings: Bindings,
  readOne: (ctx: ReadingContext, bindings: Bindings) => AsyncIterable<WalkedItem>,
): AsyncIterable<WalkedItem> {
  if (!loop) {
    yield* readOne(ctx, bindings)
    return
  }
  for await (const item of loop.run(ctx, createScope(ctx, bindings))) {
    const below = { ...bindings, [loop.name]: item }
    try {
      yield* visitLoops(ctx, inner, below, readOne)
    } catch (thrown) {
      if (!isOfOneAnswer(thrown)) throw thrown
      yield { bindings: below, failure: { thrown } }
    }
  }
}

async function readLets(
  ctx: ReadingContext,
  lets: readonly { readonly name: string; readonly run: Get }[],
  outer: Bindings,
): Promise<Bindings> {
  let bindings: Record<string, ValueOrUnknown | undefined> = { ...outer }
  for (const { name, run } of lets) bindings = { ...bindings, [name]: await run(ctx, createScope(ctx, bindings)) }
  return bindings
}

/** Why something cannot be told, for people. */
export function describeUnknown(vendor: string, { code, because }: Unknown): string {
  if (code === 'budget') return `EXPRESSION_BUDGET: ${because}.`
  return `The answer of ${vendor} does not tell: ${because}.`
}
