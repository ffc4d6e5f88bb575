import { readMember } from '../../text/read-member.ts'
import { readJsonParts } from '../json/json-parts.ts'
import type { ReceivedFormat, ReceivedItem, ReceivedStatus } from '../received-item.ts'
import { createRefusal } from '../refuse-file.ts'
import { readList, readNumber, readSeverity, readStatus, readText, readTime } from './read-values.ts'

const statuses: Readonly<Record<string, ReceivedStatus>> = {
  ok: 'pass',
  alarm: 'fail',
  info: 'manual',
  skip: 'manual',
  error: 'undecided',
}

const patterns = [
  ['**', 'controls', '*'],
  ['summary'],
  ['start_time'],
  ['group_id'],
  ['schema_version'],
  ['panels', '*'],
]

/**
 * The JSON of `powerpipe benchmark run` and of `steampipe check`: controls within groups within groups, which nobody dates. A snapshot
 * (`--output snapshot`) has the same in panels, with a version and a time.
 */
export const powerpipe: ReceivedFormat = {
  id: 'powerpipe',
  name: 'Powerpipe, Steampipe',
  async *parse(read) {
    const seen = new Map<string, number>()
    let summary: unknown
    let startTime: unknown
    let isKnown = false
    for await (const parts of readJsonParts(read(), patterns)) {
      const items: ReceivedItem[] = []
      for (const { pattern, value } of parts) {
        if (pattern === 0 || (pattern === 5 && isControlPanel(value)))
          for (const item of listItems(pattern === 0 ? value : toControl(value))) {
            seen.set(item.word, (seen.get(item.word) ?? 0) + 1)
            items.push(item)
          }
        isKnown ||= pattern === 0 || pattern === 3 || pattern === 4
        if (pattern === 1) summary = value
        if (pattern === 2) startTime = value
        if (pattern === 4) demandVersion(value)
      }
      yield items
    }
    if (!isKnown) throw createRefusal('The file has no controls of Powerpipe or Steampipe.')
    return {
      tool: { name: 'Powerpipe' },
      cutOff: findShortfall(summary, seen),
      atMs: readTime({ startTime }, 'startTime'),
    }
  },
}

/** @throws CheckwrightError `IMPORT_REFUSED` */
function demandVersion(version: unknown): void {
  if (!/^202[2-6]\d{4}$/.test(String(version)))
    throw createRefusal(`The file is a snapshot of version "${String(version).slice(0, 40)}", which is not known.`)
}

function isControlPanel(panel: unknown): boolean {
  return readText(panel, 'panel_type') === 'control'
}

/** A control in a snapshot, as the other form has it. */
function toControl(panel: unknown): object {
  return {
    control_id: readText(panel, 'name'),
    title: readText(panel, 'title'),
    description: readText(panel, 'description'),
    severity: readText(panel, 'properties.severity') ?? readText(panel, 'severity'),
    run_error: readText(panel, 'error'),
    results: readList(panel, 'data.rows'),
  }
}

function* listItems(control: unknown): Generator<ReceivedItem> {
  const id = readText(control, 'control_id') ?? readText(control, 'name') ?? ''
  const title = readText(control, 'title') ?? id
  const severity = readSeverity(readText(control, 'severity'))
  const check = { id: id.replace(/^(?:[\w-]+\.)?control\./, ''), title, severity }
  const failure = readText(control, 'run_error')
  const results = readList(control, 'results')
  if (failure !== undefined)
    yield {
      check,
      resource: { type: 'control', id: check.id },
      status: 'undecided',
      word: 'error',
      title: failure,
      atMs: undefined,
    }
  for (const result of results) {
    const word = readText(result, 'status') ?? 'none'
    const dimensions = readList(result, 'dimensions').map((each) => [readText(each, 'key'), readText(each, 'value')])
    const resource = readText(result, 'resource')
    yield {
      check,
      resource: resource === undefined ? undefined : { type: 'resource', id: resource },
      status: readStatus(statuses, word),
      word,
      title: readText(result, 'reason') ?? title,
      description: readText(control, 'description'),
      severity,
      atMs: readTime(result, 'timestamp'),
      evidence: Object.fromEntries(dimensions.filter(([key]) => key !== undefined)),
    }
  }
}

/** The numbers of the whole benchmark, which the file has beside the results. */
function findShortfall(summary: unknown, seen: ReadonlyMap<string, number>): string | undefined {
  const counts = readMember(summary, 'status') ?? summary
  for (const word of Object.keys(statuses)) {
    const declared = readNumber(counts, word)
    const found = seen.get(word) ?? 0
    if (declared !== undefined && declared > found)
      return `The file counts ${declared} results that are "${word}", and has ${found} of them.`
  }
  return undefined
}
