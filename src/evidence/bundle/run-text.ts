import type { KeptRun, RunHead } from '../../checks/runs/kept-run.ts'
import type { AccessReviewRunHead } from '../../crosscheck/reviews/review-run.ts'
import type { CrossCheckRunHead } from '../../crosscheck/run/cross-check-run.ts'
import type { ResultRecord } from '../../define/index.ts'
import { CheckwrightError } from '../../errors/index.ts'
import type { Unit } from './document-units.ts'
import { formatJsonLine, joinLines, readBundleLines } from './json-lines.ts'
import { isAccessReviewRun, isCrossCheckRun, type SignedRun } from './signed-run.ts'

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
    else yield { path: `checks[${check}].results[${result++}]`, text: line.replace(/,$/, '') }
  }
}

/**
 * Reads a `run.json` that `runText` wrote. Its results are read on demand.
 * @param read returns the file from its start, each time
 * @throws CheckwrightError `BUNDLE_INVALID` when it is laid out in another way
 */
export async function readRun(read: () => AsyncIterable<Uint8Array>): Promise<KeptRun> {
  const run = await readSignedRun(read)
  if (isAccessReviewRun(run))
    throw createRunInvalidError('is of an access review, which people decided. Only "verify" can prove it.')
  if (!isCrossCheckRun(run)) return run as KeptRun
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
  const head: unknown = { ...Object.fromEntries(members), checks }
  const named = members.get('schema')
  if (!isRunHead(head) && !isCrossCheckRunHead(head) && !isAccessReviewRunHead(head))
    throw createRunInvalidError(
      typeof named === 'string' && !schemas.includes(named)
        ? `has the schema "${named}", and this version reads ${schema}. Use a newer Checkwright.`
        : 'was not written by Checkwright.',
    )
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

const schema = 'checkwright.run/v1'
const crossCheckSchema = 'checkwright.run/v2'
const reviewSchema = 'checkwright.access-review/v1'
const outcomesSchema = 'checkwright.access-review-outcomes/v1'
const schemas: readonly string[] = [schema, crossCheckSchema, reviewSchema, outcomesSchema]

/** The members that readers of a run rely on. */
function isRunHead(value: unknown): value is RunHead {
  const run = value as Partial<RunHead>
  return (
    run.schema === schema &&
    typeof run.id === 'string' &&
    typeof run.connector?.id === 'string' &&
    typeof run.inputs?.now === 'string' &&
    typeof run.summary === 'object' &&
    (run.checks ?? []).every((check) => typeof check?.id === 'string' && Array.isArray(check.exchanges))
  )
}

function isCrossCheckRunHead(value: unknown): value is CrossCheckRunHead {
  const run = value as Partial<CrossCheckRunHead>
  return (
    run.schema === crossCheckSchema &&
    run.kind === 'cross-check' &&
    typeof run.id === 'string' &&
    typeof run.organizationId === 'string' &&
    typeof run.inputs?.now === 'string' &&
    Array.isArray(run.inputs.systems) &&
    run.inputs.systems.every((each) => typeof each?.connectionId === 'string' && Array.isArray(each.inventories)) &&
    Array.isArray(run.inputs.directory?.sources) &&
    Array.isArray(run.inputs.directory.departures) &&
    typeof run.summary === 'object' &&
    (run.checks ?? []).every((check) => typeof check?.id === 'string')
  )
}

function isAccessReviewRunHead(value: unknown): value is AccessReviewRunHead {
  const run = value as Partial<AccessReviewRunHead>
  return (
    (run.schema === reviewSchema
      ? run.kind === 'access-review'
      : run.schema === outcomesSchema &&
        run.kind === 'access-review-outcomes' &&
        typeof run.outcomesOf?.id === 'string') &&
    typeof run.id === 'string' &&
    typeof run.organizationId === 'string' &&
    Array.isArray(run.systems) &&
    run.systems.every((each) => typeof each?.connectionId === 'string' && Array.isArray(each.lists)) &&
    typeof run.summary === 'object' &&
    (run.checks ?? []).every((check) => typeof check?.id === 'string')
  )
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
