import { readMember } from '../../text/read-member.ts'
import { readJsonParts } from '../json/json-parts.ts'
import { namedMax } from '../limits.ts'
import type { ReadFile, ReceivedFormat, ReceivedItem, ReceivedStatus } from '../received-item.ts'
import { createRefusal } from '../refuse-file.ts'
import { findOldest, OneTool, readNumber, readStatus, readText, readTime } from './read-values.ts'
import { noRules, readSarifResult, readSarifRules, type SarifRules } from './sarif-results.ts'

/** SARIF 2.1.0. Its rules may stand behind its results, so the file is read twice. https://docs.oasis-open.org/sarif/sarif/v2.1.0 */
export const sarif: ReceivedFormat = {
  id: 'sarif',
  name: 'SARIF 2.1.0',
  async *parse(read) {
    const log = await readLog(read)
    for await (const parts of readJsonParts(read(), [['runs', '*', 'results', '*']]))
      yield parts.map(({ path, value }) => toItem(value, log.runs.get(Number(path[1])) ?? noRun))
    const times = [...log.runs.values()].map(({ atMs }) => atMs)
    const cutOff = [...log.runs.values()].find((run) => run.cutOff !== undefined)?.cutOff
    return { tool: log.tool, formatVersion: '2.1.0', cutOff, atMs: findOldest(times) }
  },
}

interface SarifRun {
  rules: SarifRules
  atMs: number | undefined
  cutOff: string | undefined
}

const noRun: Readonly<SarifRun> = { rules: noRules, atMs: undefined, cutOff: undefined }

async function readLog(read: ReadFile) {
  const one = new OneTool()
  const runs = new Map<number, SarifRun>()
  let version: string | undefined
  let rules = 0
  const patterns = [['version'], ['runs', '*', 'tool'], ['runs', '*', 'invocations', '*']]
  for await (const parts of readJsonParts(read(), patterns))
    for (const { pattern, path, value } of parts) {
      if (pattern === 0) {
        version = String(value)
        continue
      }
      const index = Number(path[1])
      const run = runs.get(index) ?? { ...noRun }
      runs.set(index, run)
      if (pattern === 1) {
        one.note({
          name: readText(value, 'driver.name') ?? 'unknown',
          version: readText(value, 'driver.semanticVersion') ?? readText(value, 'driver.version'),
        })
        run.rules = readSarifRules(value)
        rules += run.rules.ids.length
        if (rules > namedMax) throw createRefusal(`The file has more than ${namedMax} rules.`)
      } else noteInvocation(run, value)
    }
  if (version !== '2.1.0')
    throw createRefusal(
      `The file is SARIF of version "${String(version).slice(0, 40)}". Version 2.1.0 can be imported.`,
    )
  return { tool: one.tool ?? { name: 'unknown' }, runs }
}

function noteInvocation(run: SarifRun, invocation: unknown): void {
  const atMs = readTime(invocation, 'startTimeUtc') ?? readTime(invocation, 'endTimeUtc')
  run.atMs = findOldest([run.atMs, atMs])
  if (readMember(invocation, 'executionSuccessful') === false)
    run.cutOff = 'The tool says that it did not run to its end (executionSuccessful is false).'
}

/** `informational` says nothing about right and wrong. */
const kinds: Readonly<Record<string, ReceivedStatus>> = {
  pass: 'pass',
  fail: 'fail',
  review: 'manual',
  open: 'manual',
  informational: 'not_applicable',
  notApplicable: 'not_applicable',
}

function toItem(result: unknown, run: SarifRun): ReceivedItem {
  const {
    ruleId: id,
    rule,
    kind,
    level,
    message,
    severity,
    uri,
    suppressions,
    isSuppressed,
    isAbsent,
  } = readSarifResult(result, run.rules)
  const title = rule?.shortDescription ?? rule?.name ?? id
  return {
    check: { id, title, severity: rule?.severity },
    resource: toResource(result, uri),
    status: isAbsent ? 'not_applicable' : readStatus(kinds, kind),
    word: isAbsent ? `${kind}, absent` : kind,
    isMuted: isSuppressed,
    title: message ?? title,
    description: rule?.description,
    remediation: rule?.help,
    severity,
    atMs: run.atMs,
    evidence: {
      level,
      location: uri,
      region: readMember(result, 'locations.0.physicalLocation.region'),
      suppressions: suppressions.length > 0 ? suppressions.slice(0, 10) : undefined,
    },
  }
}

/** A fingerprint outlives moved lines. Without one, the line is all that tells two results of a file apart. */
function toResource(result: unknown, uri: string | undefined): ReceivedItem['resource'] {
  const location = readMember(result, 'locations.0')
  const logical = readText(location, 'logicalLocations.0.fullyQualifiedName')
  if (logical !== undefined)
    return { type: readText(location, 'logicalLocations.0.kind') ?? 'resource', id: logical, name: undefined }
  if (uri === undefined) return undefined
  const prints = readMember(result, 'partialFingerprints')
  const [print] = typeof prints === 'object' && prints !== null ? Object.values(prints).filter(isText) : []
  const line = readNumber(location, 'physicalLocation.region.startLine')
  const column = readNumber(location, 'physicalLocation.region.startColumn')
  const place = print ?? (line === undefined ? '' : `${line}${column === undefined ? '' : `:${column}`}`)
  return { type: 'file', id: place === '' ? uri : `${uri}#${place}`, name: uri }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
