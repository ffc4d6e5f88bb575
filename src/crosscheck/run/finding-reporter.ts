import { CheckLog } from '../../checks/check-log.ts'
import { boundJson, clipText } from '../../checks/clip-text.ts'
import { DeferredFindings } from '../../checks/findings/deferred-findings.ts'
import { FindingIds } from '../../checks/findings/finding-id.ts'
import type { Judgements } from '../../checks/judgements/open-judgements.ts'
import { demandResultForm, demandUndecidedForm } from '../../checks/results/result-form.ts'
import {
  evidenceBytesMax,
  logFieldsBytesMax,
  logMessageLengthMax,
  textLengthMax,
  titleLengthMax,
} from '../../checks/results/result-limits.ts'
import type { ResultLog } from '../../checks/results/result-log.ts'
import { UndecidedList } from '../../checks/results/undecided-list.ts'
import {
  type CheckData,
  crossCheckConnectorId,
  type FailInput,
  type JsonValue,
  type LogEntry,
  type LogFields,
  type Resource,
  type ResultInput,
  type ResultRecord,
  type ResultStatus,
  type UndecidedInput,
  type Waived,
} from '../../define/index.ts'
import { findWrittenRest } from './written-rest.ts'

export interface FindingReporterOptions {
  readonly check: CheckData
  readonly organizationId: string
  readonly results: Pick<ResultLog, 'addJson'>
  readonly waiverFor: ((resource: Resource) => Waived | undefined) | undefined
  readonly judgements?: Judgements | undefined
  /** Time of log entries, ISO 8601: a replay has the same. */
  readonly now: string
}

/**
 * Receives results of a cross-check until it has ended. Nothing is redacted here: records were when their lists were read, and a
 * cross-check has no credentials.
 */
export class FindingReporter {
  readonly #options: FindingReporterOptions
  readonly #counts = { pass: 0, fail: 0, manual: 0, not_applicable: 0, waived: 0 }
  readonly #judged = { accepted: 0, refused: 0 }
  readonly #log = new CheckLog()
  readonly #seen = new DeferredFindings()
  readonly undecidedList = new UndecidedList()
  readonly #ids: FindingIds
  #closed = false

  constructor(options: FindingReporterOptions) {
    this.#options = options
    const { organizationId, check } = options
    this.#ids = new FindingIds({ connectorId: crossCheckConnectorId, connectionId: organizationId, checkId: check.id })
  }

  get counts(): { readonly [count in ResultStatus | 'waived']: number } {
    return this.#counts
  }

  /** Results that people have judged; undefined: none. */
  get judged(): { readonly accepted: number; readonly refused: number } | undefined {
    return this.#judged.accepted + this.#judged.refused > 0 ? { ...this.#judged } : undefined
  }

  get logs(): readonly LogEntry[] {
    return this.#log.entries
  }

  /** @throws CheckError `CHECK_RESULT_INVALID`, `RESULTS_NOT_KEPT` */
  report(status: ResultStatus, input: ResultInput | FailInput): void {
    if (this.#closed) return
    const { check, results, waiverFor } = this.#options
    demandResultForm(check.id, status, input)
    const resource = toResource(input.resource)
    const findingId = this.#ids.create(resource)
    const fail = status === 'fail' ? (input as FailInput) : undefined
    const waived = fail && waiverFor?.(resource)
    const { evidence = null, description, title } = input
    const head = { status, resource, title: clipText(title, titleLengthMax), evidence: evidence as JsonValue }
    // Most results have no more members, and copying an object for each of the others takes longer than judging.
    const rest =
      fail || description !== undefined
        ? {
            ...(description !== undefined && { description: clipText(description, textLengthMax) }),
            ...(fail && {
              severity: fail.severity ?? check.severity ?? 'medium',
              remediation: clipText(fail.remediation, textLengthMax),
            }),
            ...(waived && { waived }),
          }
        : undefined
    const json = formatResult(head, findingId, rest)
    results.addJson(check.id, status === 'manual' ? this.#addJudged(json) : json)
    this.#counts[status]++
    if (waived) this.#counts.waived++
    this.#seen.add(findingId)
    if (this.undecidedList.has(findingId)) this.undecidedList.contradict()
  }

  /** A judgement is bound to the evidence as it is kept. */
  #addJudged(json: string): string {
    const { check, judgements } = this.#options
    if (!judgements) return json
    const result = JSON.parse(json) as ResultRecord
    const judged = judgements.judgementFor(result, check)
    if (!judged) return json
    this.#judged[judged.decision]++
    return JSON.stringify({ ...result, judged })
  }

  /** @throws CheckError `CHECK_RESULT_INVALID` */
  undecided(input: UndecidedInput): void {
    if (this.#closed) return
    demandUndecidedForm(this.#options.check.id, input)
    const resource = toResource(input.resource)
    const findingId = this.#ids.create(resource)
    const because = clipText(input.because, titleLengthMax)
    this.undecidedList.add({ resource, because, kind: input.kind ?? 'incomplete_data' }, findingId)
    if (this.#seen.has(findingId)) this.undecidedList.contradict()
  }

  log(level: LogEntry['level'], message: string, fields?: LogFields): void {
    if (this.#closed) return
    this.#log.add({
      level,
      message: clipText(String(message), logMessageLengthMax),
      ...(fields && { fields: boundJson(fields as JsonValue, logFieldsBytesMax).kept }),
      time: this.#options.now,
    })
  }

  /** Nothing counts after this. */
  close(): void {
    this.#closed = true
  }
}

type ResultHead = Pick<ResultRecord, 'status' | 'resource' | 'title' | 'evidence'>

/** Written once; only what may be too large is looked at again. Every character has one to three bytes. */
function formatResult(head: ResultHead, findingId: string, rest: object | undefined): string {
  const json = JSON.stringify(head)
  const written = findWrittenRest(head.evidence)
  // Ids of findings have hexadecimal digits and hyphens alone. One text is made of all parts at once, because each is copied.
  const end = `,"findingId":"${findingId}"${rest === undefined ? '}' : `,${JSON.stringify(rest).slice(1)}`}`
  if ((json.length + (written?.length ?? 0)) * 3 > evidenceBytesMax)
    return `${boundEvidence(json, written).slice(0, -1)}${end}`
  // The evidence is the last member, and it has others before.
  return written === undefined ? `${json.slice(0, -1)}${end}` : `${json.slice(0, -2)},${written}}${end}`
}

function boundEvidence(json: string, written: string | undefined): string {
  const head: ResultHead = JSON.parse(written === undefined ? json : `${json.slice(0, -2)},${written}}}`)
  return JSON.stringify({ ...head, evidence: boundJson(head.evidence, evidenceBytesMax).kept })
}

function toResource({ type, id, name }: Resource): Resource {
  return name === undefined ? { type, id } : { type, id, name: clipText(name, titleLengthMax) }
}
