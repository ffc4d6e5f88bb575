import type { RecordedRun, RunHead } from '../../checks/runs/recorded-run.ts'
import type { AccessReviewRunHead } from '../../crosscheck/reviews/review-run.ts'
import type { CrossCheckRunHead } from '../../crosscheck/run/cross-check-run.ts'
import type { ResultRecord } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import type { Unit } from './document-units.ts'
import { formatJsonLine, joinLines, readBundleLines } from './json-lines.ts'
import { isAccessReviewRun, isCrossCheckRun, type SignedRun, type SignedRunHead } from './signed-run.ts'

/**
 * `run.json`, in pieces: a member of the run, a check or a result a line. So memory does not grow with the run, two
 * runs compare line by line, and one result can be found without reading the others.
 */
export async function* writeRunText({ head, results }: SignedRun): AsyncGenerator<string, void, undefined> {
  const { checks, summary, ...rest } = head
  yield '{\n'
  for (const [name, value] of Object.entries(rest))
    if (value !== undefined) yield `"${name}":${formatJsonLine(value)},\n`
  yield `${opensChecks}\n`
  for (const [index, check] of checks.entries()) {
    yield `${formatJsonLine(check).slice(0, -1)}${opensResults}\n`
    yield* joinLines(formatResultLines(results(check.id)))
    yield index === checks.length - 1 ? `${closesCheck}\n` : `${closesCheck},\n`
  }
  yield `],\n"summary":${formatJsonLine(summary)}\n}\n`
}

// The lines around the checks of a run.json that we write.
export const opensChecks = '"checks":['
export const opensResults = ',"results":['
export const closesCheck = ']}'

async function* formatResultLines(results: AsyncIterable<ResultRecord>): AsyncGenerator<string> {
  for await (const result of results) yield formatJsonLine(result)
}

/** The units of a `run.json`. A line in another form becomes a unit of its own, named by its number. */
export async function* readRunUnits(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Unit, void, undefined> {
  let number = 0
  let check = -1
  let result = 0
  let place: 'run' | 'checks' | 'results' = 'run'
  for await (const { text: line } of readBundleLines(bytes)) {
    number++
    if (place === 'run') {
      const [, name, value] = /^"(\w+)":(.*?),?$/s.exec(line) ?? []
      if (line === opensChecks) place = 'checks'
      else if (name !== undefined && value !== undefined) yield { path: name, text: value }
      else if (line !== '{' && line !== '}') yield createUnknownUnit(number, line)
    } else if (place === 'checks') {
      if (line.endsWith(opensResults)) {
        check++
        result = 0
        place = 'results'
        yield { path: `checks[${check}]`, text: `${line.slice(0, -opensResults.length)}}` }
      } else if (line === '],') place = 'run'
      else yield createUnknownUnit(number, line)
    } else if (line === closesCheck || line === `${closesCheck},`) place = 'checks'
    else yield { path: `checks[${check}].results[${result++}]`, text: line.endsWith(',') ? line.slice(0, -1) : line }
  }
}

/**
 * Reads a `run.json` that `runText` wrote. Its results are read on demand.
 * @param read returns the file from its start, each time
 * @throws CheckwrightError `BUNDLE_INVALID` when it is laid out in another way
 */
export async function readRun(read: () => AsyncIterable<Uint8Array>): Promise<RecordedRun> {
  const run = await readSignedRun(read)
  if (isAccessReviewRun(run))
    throw createRunInvalidError('is of an access review, which people decided. Only "verify" can prove it.')
  if (!isCrossCheckRun(run)) return run as RecordedRun
  throw createRunInvalidError('is of a cross-check, and this asks for the run of a connection.')
}

/** The same for a run of a connection, a cross-check or an access review. @throws CheckwrightError `BUNDLE_INVALID` */
export async function readSignedRun(read: () => AsyncIterable<Uint8Array>): Promise<SignedRun> {
  const members = new Map<string, unknown>()
  const checks: unknown[] = []
  for await (const { path, text } of readRunUnits(read())) {
    if (/\.results\[\d+\]$/.test(path)) continue
    if (path.startsWith('checks[')) checks.push(parseRunPart(path, text))
    else members.set(path, parseRunPart(path, text))
  }
  // A member may have any name, that of the prototype too.
  const head: Record<string, unknown> = { ...Object.fromEntries(members), checks }
  demandToday(head)
  return {
    head,
    results: async function* (checkId) {
      const index = head.checks.findIndex(({ id }) => id === checkId)
      for await (const { path, text } of readRunUnits(read())) {
        if (path.startsWith(`checks[${index}].results[`)) yield parseRunPart(path, text) as ResultRecord
        if (path === `checks[${index + 1}]`) return
      }
    },
  }
}

const runSchema = 'checkwright.run/v1'

/** What readers of a run rely on, by its `schema` and `kind`: the members of each, and whether they are there. */
const kinds: readonly {
  readonly schema: string
  readonly kind?: string
  demand(run: Record<string, unknown>): Readonly<Record<string, boolean>>
}[] = [
  {
    schema: runSchema,
    demand: (head) => {
      const { connector, inputs, code, checks = [] } = head as Partial<RunHead>
      return {
        'connector.id': typeof connector?.id === 'string',
        'inputs.now': typeof inputs?.now === 'string',
        code: typeof code?.sha256 === 'string' || checks.length === 0,
        'checks[].exchanges': checks.every((check) => Array.isArray(check?.exchanges)),
      }
    },
  },
  {
    schema: runSchema,
    kind: 'cross-check',
    demand: (head) => {
      const { organizationId, inputs, code } = head as Partial<CrossCheckRunHead>
      return {
        organizationId: typeof organizationId === 'string',
        code: typeof code?.sha256 === 'string',
        'inputs.now': typeof inputs?.now === 'string',
        'inputs.systems':
          Array.isArray(inputs?.systems) &&
          inputs.systems.every((each) => typeof each?.connectionId === 'string' && Array.isArray(each.inventories)),
        'inputs.directory': Array.isArray(inputs?.directory?.sources) && Array.isArray(inputs.directory.departures),
      }
    },
  },
  {
    schema: runSchema,
    kind: 'import',
    demand: (head) => {
      const { connector, inputs, code, received } = head as Partial<RunHead>
      return {
        'connector.id': typeof connector?.id === 'string',
        'inputs.now': typeof inputs?.now === 'string',
        code: typeof code?.sha256 === 'string',
        'received.file.sha256': typeof received?.file?.sha256 === 'string',
      }
    },
  },
  { schema: 'checkwright.access-review/v1', kind: 'access-review', demand: demandReview },
  {
    schema: 'checkwright.access-review-outcomes/v1',
    kind: 'access-review-outcomes',
    demand: (head) => ({
      'outcomesOf.id': typeof (head as Partial<AccessReviewRunHead>).outcomesOf?.id === 'string',
      ...demandReview(head),
    }),
  },
]

function demandReview(head: Record<string, unknown>): Readonly<Record<string, boolean>> {
  const { organizationId, systems } = head as Partial<AccessReviewRunHead>
  return {
    organizationId: typeof organizationId === 'string',
    systems:
      Array.isArray(systems) &&
      systems.every((each) => typeof each?.connectionId === 'string' && Array.isArray(each.lists)),
  }
}

/** @throws CheckwrightError `BUNDLE_INVALID` for a run without a member that all of its schema have */
function demandToday(head: Record<string, unknown>): asserts head is Record<string, unknown> & SignedRunHead {
  const { schema } = head
  if (typeof schema !== 'string') throw createRunInvalidError('was not written by Checkwright.')
  if (!kinds.some((each) => each.schema === schema))
    throw createRunInvalidError(
      `has the schema "${schema}", and this version reads ${runSchema}. Use a newer Checkwright.`,
    )
  const known = kinds.find((each) => each.schema === schema && each.kind === head.kind)
  if (!known) throw createRunInvalidError(`has no "kind" that is one of ${schema}.`)
  const { id, summary, checks } = head as Partial<SignedRunHead>
  const demands = {
    id: typeof id === 'string',
    summary: typeof summary === 'object',
    'checks[].id': (checks ?? []).every((check) => typeof check?.id === 'string'),
    ...known.demand(head),
  }
  const missing = Object.entries(demands).find(([, isThere]) => !isThere)
  if (missing) throw createRunInvalidError(`has no "${missing[0]}", which every ${schema} has.`)
}

function createUnknownUnit(number: number, line: string): Unit {
  return { path: `line ${number}`, text: line }
}

function parseRunPart(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw createRunInvalidError(`cannot be read at ${path}.`)
  }
}

function createRunInvalidError(what: string): CheckwrightError {
  return new CheckwrightError(`run.json ${what}`, { code: 'BUNDLE_INVALID' })
}
