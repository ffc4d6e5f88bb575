import { fileURLToPath } from 'node:url'
import { isName } from '../../../data/words/find-open-words.ts'
import type { AnyConnector, BaseContext, Check, FailInput } from '../../../define/index.ts'
import type { RecordedExchange, Recording } from '../../../evidence/recording/recording.ts'
import { isObject } from '../../../text/is-object.ts'
import { tryCheck } from '../trials/try-checks.ts'
import { formatVerdict } from '../trials/verdict.ts'
import { parseBody, readOperation, toRecordedBody } from '../witnesses/recorded-body.ts'
import { recognizeTimeForm, writeTime } from '../witnesses/relative-time.ts'
import { closeTexts, openTexts } from '../witnesses/text-form.ts'
import { selectOwnExchanges } from './list-inputs.ts'
import type { Mutant } from './mutant.ts'
import type { Vocabulary } from './vocabulary.ts'

/**
 * Deliberate mistakes for a check in code, of which nothing is known but what it asks and says: each place that reports a result
 * is turned, each member that it reads is another, items are there twice, and later pages are lost.
 * @param worlds answers on which the check shows its places
 */
export async function listCodeMutants(
  connector: AnyConnector,
  check: Check,
  worlds: readonly Recording[],
  vocabulary: Vocabulary,
): Promise<readonly Mutant[]> {
  const [first] = worlds
  if (!first) return []
  return [
    ...(await listTurned(connector, check, worlds)),
    ...(await listAnswerMutants(connector, check, first, vocabulary)),
    ...listListMutants(connector, check, first),
  ]
}

const turns = { pass: 'fail', fail: 'pass', manual: 'pass', notApplicable: 'pass' } as const
type ReportMethod = keyof typeof turns

/** Places that report, by what they call and where they stand: `fail checks/keys.ts:12`. */
async function listTurned(
  connector: AnyConnector,
  check: Check,
  worlds: readonly Recording[],
): Promise<readonly Mutant[]> {
  const places = new Set<string>()
  const noting = watchReports(check, (place) => {
    places.add(place)
    return false
  })
  for (const world of worlds) await tryCheck(connector, world, noting)
  return [...places].map((at) => ({
    check: check.id,
    kind: 'turned',
    at,
    from: 'as it is',
    to: 'turned',
    build: () => ({ connector, check: watchReports(check, (place) => place === at) }),
  }))
}

/** The same check. @param isTurned gets each place that reports, and says whether it reports the contrary */
function watchReports(check: Check, isTurned: (place: string) => boolean): Check {
  const watch = (ctx: BaseContext): BaseContext => {
    const judge: BaseContext['judge'] = (resource, holds, words) =>
      ctx.judge(resource, isTurned(`judge ${findCaller()}`) ? () => !holds() : holds, words)
    const reports = (Object.keys(turns) as ReportMethod[]).map((method) => {
      const value = (result: FailInput) => {
        const to = isTurned(`${method} ${findCaller()}`) ? turns[method] : method
        ctx[to]({ ...result, remediation: result.remediation ?? 'This result was turned.' })
      }
      return [method, { value, enumerable: true }] as const
    })
    return Object.create(ctx, Object.fromEntries([['judge', { value: judge, enumerable: true }], ...reports]))
  }
  return { ...check, run: (ctx) => check.run(watch(ctx)) }
}

const ownFile = fileURLToPath(import.meta.url)

/** The line of the check, as far as a stack tells it. */
function findCaller(): string {
  const frames = (new Error('where').stack ?? '').split('\n').slice(1)
  const frame = frames.map((line) => line.replace('file://', '')).find((line) => !line.includes(ownFile)) ?? ''
  const [, path = '', line = ''] = /\(?([^\s()]+):(\d+):\d+\)?$/.exec(frame) ?? []
  return `${path.split('/').slice(-2).join('/')}:${line}`
}

interface AnswerLeaf {
  readonly path: string
  readonly value: unknown
}

/** Each member that the check reads, with another value in all items. */
async function listAnswerMutants(
  connector: AnyConnector,
  check: Check,
  world: Recording,
  vocabulary: Vocabulary,
): Promise<readonly Mutant[]> {
  const nowMs = Date.parse(world.inputs.now)
  const before = formatVerdict(await tryCheck(connector, world, check))
  const mutants: Mutant[] = []
  for (const [operation, exchanges] of Map.groupBy(selectOwnExchanges(world, check), nameOperation)) {
    const leaves = new Map(
      exchanges
        .flatMap(({ response }) => (response ? [...listLeaves(openTexts(parseBody(response)).value)] : []))
        .map((leaf) => [leaf.path, leaf]),
    )
    for (const { path, value } of leaves.values()) {
      const change = (to: (value: unknown) => unknown) => changeEach(operation, (body) => changeLeaves(body, path, to))
      const odd = await tryCheck(connector, change(() => ({ unexpected: 7 }))(world), check)
      if (formatVerdict(odd) === before) continue
      for (const { to, make } of listOthers(path, value, nowMs, vocabulary))
        mutants.push({
          check: check.id,
          kind: 'answer',
          at: `${operation} ${path}`,
          from: 'the answer',
          to,
          build: () => ({ connector, check, changeAnswers: change(make) }),
        })
    }
  }
  return mutants
}

interface Other {
  readonly to: string
  readonly make: (value: unknown) => unknown
}

const tenYearsMs = 3_650 * 86_400_000

function listOthers(path: string, value: unknown, nowMs: number, { wordsOf }: Vocabulary): readonly Other[] {
  const form = recognizeTimeForm(value, nowMs)
  if (form !== undefined)
    return [-tenYearsMs, tenYearsMs].map((ms) => ({
      to: ms < 0 ? 'ten years ago' : 'in ten years',
      make: () => writeTime(nowMs + ms, form),
    }))
  if (typeof value === 'boolean') return [{ to: 'turned', make: (each) => (typeof each === 'boolean' ? !each : each) }]
  if (typeof value === 'number')
    return [0, 1_000_000].map((number) => ({
      to: `${number}`,
      make: (each) => (typeof each === 'number' ? number : each),
    }))
  if (typeof value !== 'string') return []
  const [name = '', holder] = path
    .split(/[.[\]]+/)
    .filter((step) => step !== '')
    .toReversed()
  // The name or id of a thing is no word.
  const words = isName(name) ? [] : wordsOf(name, holder)
  return words.length < 2 ? [] : words.map((word) => ({ to: word, make: () => word }))
}

function listListMutants(connector: AnyConnector, check: Check, world: Recording): readonly Mutant[] {
  const operations = Map.groupBy(selectOwnExchanges(world, check), nameOperation)
  const toMutant = (kind: string, at: string, to: string, changed: (answers: Recording) => Recording): Mutant => ({
    check: check.id,
    kind,
    at,
    from: 'the answer',
    to,
    build: () => ({ connector, check, changeAnswers: changed }),
  })
  return [...operations].flatMap(([operation, exchanges]) => {
    const hasList = exchanges.some(({ response }) => response && hasItems(openTexts(parseBody(response)).value))
    if (!hasList) return []
    return [
      toMutant(
        'doubled-item',
        operation,
        'each item twice',
        changeEach(operation, (body) => changeLists(body, (items) => items.flatMap((item) => [item, item]))),
      ),
      toMutant(
        'lost-page',
        operation,
        exchanges.length > 1 ? 'the first page alone' : 'without the last item',
        (answers) => {
          let page = 0
          return changeAnswers(answers, operation, (body) =>
            changeLists(body, (items) => (exchanges.length > 1 ? (page++ === 0 ? items : []) : items.slice(0, -1))),
          )
        },
      ),
    ]
  })
}

/** Method and path, without what differs from page to page and from thing to thing, and the operation that AWS names beside it. */
function nameOperation({ request }: RecordedExchange): string {
  const name = operationNames.get(request) ?? describeOperation(request)
  operationNames.set(request, name)
  return name
}

/** Answers that were changed have the request of before. */
const operationNames = new WeakMap<RecordedExchange['request'], string>()

function describeOperation(request: RecordedExchange['request']): string {
  const steps = new URL(request.url).pathname.split('/')
  const path = steps.map((step) => (/[\d@%]/.test(step) && !/^v?\d+(?:\.\d+)?$/.test(step) ? '{}' : step)).join('/')
  const operation = readOperation(request)
  return [request.method, path, ...(operation === undefined ? [] : [operation])].join(' ')
}

/** Changes the answers of an operation, each the same way wherever it stands, so that worlds which share an answer share it again. */
function changeEach(operation: string, change: (body: unknown) => unknown): (world: Recording) => Recording {
  const changed = new WeakMap<RecordedExchange, RecordedExchange>()
  return ({ exchanges, ...world }) => ({
    ...world,
    exchanges: exchanges.map((exchange) => {
      const same = changed.get(exchange) ?? changeAnswer(exchange, operation, change)
      changed.set(exchange, same)
      return same
    }),
  })
}

function changeAnswers(world: Recording, operation: string, change: (body: unknown) => unknown): Recording {
  return { ...world, exchanges: world.exchanges.map((exchange) => changeAnswer(exchange, operation, change)) }
}

function changeAnswer(
  exchange: RecordedExchange,
  operation: string,
  change: (body: unknown) => unknown,
): RecordedExchange {
  const { response } = exchange
  if (!response || response.status >= 300 || nameOperation(exchange) !== operation) return exchange
  const body = parseBody(response)
  if (body === undefined) return exchange
  const { status, headers } = response
  const { value, forms } = openTexts(body)
  const changed = closeTexts(change(value), forms)
  return { ...exchange, response: { status, headers, ...toRecordedBody(changed, response) } }
}

function* listLeaves(value: unknown, path = ''): Generator<AnswerLeaf> {
  if (Array.isArray(value)) for (const item of value) yield* listLeaves(item, `${path}[]`)
  else if (isObject(value))
    for (const [name, member] of Object.entries(value))
      yield* listLeaves(member, path === '' ? name : `${path}.${name}`)
  else if (value !== null) yield { path, value }
}

function changeLeaves(value: unknown, path: string, change: (value: unknown) => unknown, at = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => changeLeaves(item, path, change, `${at}[]`))
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        changeLeaves(member, path, change, at === '' ? name : `${at}.${name}`),
      ]),
    )
  return at === path && value !== null ? change(value) : value
}

function hasItems(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isObject)
  return isObject(value) && Object.values(value).some(hasItems)
}

/** The outermost lists of objects, changed. */
function changeLists(value: unknown, change: (items: readonly unknown[]) => readonly unknown[]): unknown {
  if (Array.isArray(value)) return value.some(isObject) ? change(value) : value
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, changeLists(member, change)]))
}
