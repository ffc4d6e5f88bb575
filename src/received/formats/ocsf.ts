import type { ResultStatus, Severity } from '../../define/index.ts'
import { readMember } from '../../text/read-member.ts'
import { type JsonPart, readJsonParts } from '../json/json-parts.ts'
import type { ReadFile, ReceivedEnd, ReceivedFormat, ReceivedItem, ReceivedStatus } from '../received-item.ts'
import { createRefusal } from '../refuse-file.ts'
import { OneTool, readList, readNumber, readSeverity, readText, readTime } from './read-values.ts'

/**
 * OCSF 1.x: Compliance Finding (2003) and Detection Finding (2004), as an array or one event a line. Prowler writes 2004 with its verdict in
 * `status_code`. https://schema.ocsf.io
 */
export const ocsf: ReceivedFormat = {
  id: 'ocsf',
  name: 'OCSF (Prowler)',
  async *parse(read) {
    const one = new OneTool()
    let formatVersion: string | undefined
    for await (const parts of readEvents(read)) {
      const items: ReceivedItem[] = []
      for (const { value } of parts) {
        formatVersion = demandEvent(value)
        one.note({
          name: readText(value, 'metadata.product.name') ?? 'unknown',
          version: readText(value, 'metadata.product.version'),
        })
        items.push(...toItems(value))
      }
      yield items
    }
    return { tool: one.tool ?? { name: 'unknown' }, formatVersion } satisfies ReceivedEnd
  },
}

/** By the first sign: an array has the events as elements, and anything else is one event after the other. */
async function* readEvents(read: ReadFile): AsyncGenerator<readonly JsonPart[], void, undefined> {
  for await (const chunk of read()) {
    const first = new TextDecoder().decode(chunk.subarray(0, 64)).trimStart()
    if (first === '') continue
    const isArray = first.startsWith('[')
    yield* readJsonParts(read(), [isArray ? ['*'] : []], { isMany: !isArray })
    return
  }
  throw createRefusal('The file is empty.')
}

/** @throws CheckwrightError `IMPORT_REFUSED` @returns its version */
function demandEvent(event: unknown): string {
  const classUid = readNumber(event, 'class_uid')
  if (classUid !== 2003 && classUid !== 2004)
    throw createRefusal(
      classUid === undefined
        ? 'An entry of the file has no class_uid, so it is no OCSF event.'
        : `The file has OCSF events of class ${classUid}. Classes 2003 and 2004 can be imported.`,
    )
  const version = readText(event, 'metadata.version') ?? 'none'
  if (!/^1\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
    throw createRefusal(`The file is OCSF of version "${version.slice(0, 40)}". Versions 1.x can be imported.`)
  return version
}

/** One for each resource: an event may name several, and each of them has to be looked after. */
function toItems(event: unknown): readonly ReceivedItem[] {
  const resources = readList(event, 'resources')
  const named = resources.length > 0 ? resources : [readMember(event, 'resource')]
  return named.map((resource) => toItem(event, resource))
}

function toItem(event: unknown, resource: unknown): ReceivedItem {
  const id =
    readText(event, 'finding_info.analytic.uid') ??
    readText(event, 'compliance.checks.0.uid') ??
    readCode(event) ??
    readText(event, 'compliance.control') ??
    readText(event, 'finding_info.title') ??
    ''
  const title = readText(event, 'finding_info.title') ?? readText(event, 'message') ?? id
  const uid = readText(resource, 'uid') ?? readText(resource, 'name')
  const isMuted = readNumber(event, 'status_id') === 3 || readText(event, 'status')?.toLowerCase() === 'suppressed'
  const { status, word } = readVerdict(event)
  const detail = readText(event, 'status_detail') ?? readText(event, 'compliance.status_details.0')
  return {
    check: { id, title: readText(event, 'finding_info.analytic.name') ?? title, severity: readOcsfSeverity(event) },
    resource:
      uid === undefined
        ? undefined
        : { type: readText(resource, 'type') ?? 'resource', id: uid, name: readText(resource, 'name') },
    status,
    word,
    isMuted,
    title: detail ?? readText(event, 'message') ?? title,
    description: readText(event, 'finding_info.desc'),
    remediation: readText(event, 'remediation.desc'),
    severity: readOcsfSeverity(event),
    atMs: readEventTime(event),
    evidence: {
      region: readText(resource, 'region') ?? readText(event, 'cloud.region'),
      account: readText(event, 'cloud.account.uid'),
      detail,
      findingUid: readText(event, 'finding_info.uid'),
    },
  }
}

/** Our own events name what they are, not the rule. */
function readCode(event: unknown): string | undefined {
  const code = readText(event, 'metadata.event_code')
  return code === 'checkwright.result' ? undefined : code
}

const severityIds: Readonly<Record<number, Severity>> = {
  1: 'info',
  2: 'low',
  3: 'medium',
  4: 'high',
  5: 'critical',
  6: 'critical',
}

function readOcsfSeverity(event: unknown): Severity | undefined {
  return severityIds[readNumber(event, 'severity_id') ?? 0] ?? readSeverity(readText(event, 'severity'))
}

const codes: Readonly<Record<string, ResultStatus>> = {
  PASS: 'pass',
  FAIL: 'fail',
  MANUAL: 'manual',
  NOT_APPLICABLE: 'not_applicable',
}

interface Verdict {
  readonly status: ReceivedStatus
  readonly word: string
}

/** `compliance.status_id` 2 is "no result because of missing information". */
const complianceIds: Readonly<Record<number, ReceivedStatus>> = { 1: 'pass', 2: 'undecided', 3: 'fail' }

function readVerdict(event: unknown): Verdict {
  return readNumber(event, 'class_uid') === 2003 ? readCompliance(event) : readDetection(event)
}

function readCompliance(event: unknown): Verdict {
  const id = readNumber(event, 'compliance.status_id')
  const code = readText(event, 'compliance.status_code')?.toUpperCase()
  const word = code ?? readText(event, 'compliance.status') ?? String(id ?? 'none')
  const byId = complianceIds[id ?? 0]
  // Pass and fail are the id's to say. What it cannot say, manual and not applicable, the code says.
  if (byId === 'pass' || byId === 'fail') {
    const byCode = codes[code ?? '']
    return { status: byCode !== undefined && byCode !== byId ? 'undecided' : byId, word }
  }
  const byCode = codes[code ?? '']
  return { status: byCode === 'manual' || byCode === 'not_applicable' ? byCode : 'undecided', word }
}

/** A detection without a verdict of its own is something that was found. */
function readDetection(event: unknown): Verdict {
  const code = readText(event, 'status_code')
  if (code !== undefined) return { status: codes[code.toUpperCase()] ?? 'undecided', word: code }
  const id = readNumber(event, 'status_id')
  const word = readText(event, 'status') ?? String(id ?? 'none')
  if (id === 1 || id === 2 || id === 3) return { status: 'fail', word }
  // Resolved and archived: somebody says so, and nobody has looked again.
  return { status: id === 4 || id === 5 ? 'manual' : 'undecided', word }
}

/** `time` is epoch ms; Prowler writes seconds, which are a thousand times fewer. */
function readEventTime(event: unknown): number | undefined {
  const written = readTime(event, 'time_dt')
  if (written !== undefined) return written
  const time = readNumber(event, 'time')
  if (time === undefined || time <= 0) return undefined
  return time < 100_000_000_000 ? time * 1_000 : time
}
