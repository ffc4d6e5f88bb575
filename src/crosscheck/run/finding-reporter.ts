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
    // Most results have the first members alone, and copying an object for each of the others takes longer than judging.
    const result: { -readonly [Member in keyof ResultRecord]: ResultRecord[Member] } = {
      status,
      resource,
      title: clipText(input.title, titleLengthMax),
      evidence: (input.evidence ?? null) as JsonValue,
      findingId,
    }
    if (input.description !== undefined) result.description = clipText(input.description, textLengthMax)
    if (fail) {
      result.severity = fail.severity ?? check.severity ?? 'medium'
      result.remediation = clipText(fail.remediation, textLengthMax)
    }
    if (waived) result.waived = waived
    const json = formatResult(result)
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

/** Written once; only what may be too large is looked at again. Every character has one to three bytes. */
function formatResult(result: ResultRecord): string {
  const json = JSON.stringify(result)
  if (json.length * 3 <= evidenceBytesMax) return json
  return JSON.stringify({ ...result, evidence: boundJson(result.evidence, evidenceBytesMax).kept })
}

function toResource({ type, id, name }: Resource): Resource {
  return name === undefined ? { type, id } : { type, id, name: clipText(name, titleLengthMax) }
}
