import type { Judgements } from '../../checks/judgements/open-judgements.ts'
import { CheckLog } from '../../checks/results/check-log.ts'
import { boundJson, clipText } from '../../checks/results/clip-text.ts'
import { FindingIds } from '../../checks/results/finding-id.ts'
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
import { NamedResources } from './named-resources.ts'
import { findWrittenRest } from './written-rest.ts'

/** A result as it is kept while the run goes on: the id of its finding follows from its resource. */
export type ResultDraft = Omit<ResultRecord, 'findingId'>

export interface FindingReporterOptions {
  readonly check: CheckData
  readonly organizationId: string
  readonly results: Pick<ResultLog<ResultDraft>, 'addJson' | 'read'>
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
  readonly #reported = new NamedResources()
  readonly #undecided = new NamedResources()
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
    const { check, results, waiverFor, judgements } = this.#options
    demandResultForm(check.id, status, input)
    const resource = toResource(input.resource)
    const fail = status === 'fail' ? (input as FailInput) : undefined
    const waived = fail && waiverFor?.(resource)
    const { evidence = null, description, title } = input
    const head = { status, resource, title: clipText(title, titleLengthMax), evidence: evidence as JsonValue }
    // Most results have no more members, and copying an object for each of the others takes longer than judging.
    const rest =
      fail || description !== undefined
        ? {
            description: description === undefined ? undefined : clipText(description, textLengthMax),
            severity: fail && (fail.severity ?? check.severity ?? 'medium'),
            remediation: fail && clipText(fail.remediation, textLengthMax),
            waived,
          }
        : undefined
    if (status === 'manual' && judgements)
      results.addJson(check.id, this.#formatJudged(formatResult(head, rest).join(''), judgements))
    else results.addJson(check.id, ...formatResult(head, rest))
    this.#counts[status]++
    if (waived) this.#counts.waived++
    this.#reported.add(resource)
    if (this.undecidedList.count > 0 && this.#undecided.has(resource)) this.undecidedList.contradict()
  }

  /**
   * Results in the order in which they were reported. You can read them more than once.
   * @throws CheckError `RESULTS_NOT_KEPT`
   */
  async *read(checkId: string): AsyncGenerator<ResultRecord, void, undefined> {
    for await (const result of this.#options.results.read(checkId)) yield this.#complete(result)
  }

  #complete(result: ResultDraft): ResultRecord {
    return { ...result, findingId: this.#ids.create(result.resource) }
  }

  /** A judgement is bound to the evidence as it is kept. */
  #formatJudged(json: string, judgements: Judgements): string {
    const result = this.#complete(JSON.parse(json))
    const judged = judgements.judgementFor(result, this.#options.check)
    if (!judged) return json
    this.#judged[judged.decision]++
    return `${json.slice(0, -1)},"judged":${JSON.stringify(judged)}}`
  }

  /** @throws CheckError `CHECK_RESULT_INVALID` */
  undecided(input: UndecidedInput): void {
    if (this.#closed) return
    demandUndecidedForm(this.#options.check.id, input)
    const resource = toResource(input.resource)
    const findingId = this.#ids.create(resource)
    const because = clipText(input.because, titleLengthMax)
    this.undecidedList.add({ resource, because, kind: input.kind ?? 'incomplete_data' }, findingId)
    this.#undecided.add(resource)
    if (this.#reported.has(resource)) this.undecidedList.contradict()
  }

  log(level: LogEntry['level'], message: string, fields?: LogFields): void {
    if (this.#closed) return
    this.#log.add({
      level,
      message: clipText(String(message), logMessageLengthMax),
      fields: fields && boundJson(fields as JsonValue, logFieldsBytesMax).value,
      time: this.#options.now,
    })
  }

  /** Nothing counts after this. */
  close(): void {
    this.#closed = true
  }
}

type ResultHead = Pick<ResultRecord, 'status' | 'resource' | 'title' | 'evidence'>

/** Written once, as parts of one line; only what may be too large is looked at again. Every character has one to three bytes. */
function formatResult(head: ResultHead, rest: object | undefined): readonly string[] {
  const json = JSON.stringify(head)
  const written = findWrittenRest(head.evidence)
  const end = rest === undefined ? '}' : `,${JSON.stringify(rest).slice(1)}`
  if ((json.length + (written?.length ?? 0)) * 3 > evidenceBytesMax)
    return [boundEvidence(json, written).slice(0, -1), end]
  // The evidence is the last member, and it has others before.
  return written === undefined ? [json.slice(0, -1), end] : [json.slice(0, -2), written, end]
}

function boundEvidence(json: string, written: string | undefined): string {
  const head: ResultHead = JSON.parse(written === undefined ? json : `${json.slice(0, -2)}${written}}`)
  return JSON.stringify({ ...head, evidence: boundJson(head.evidence, evidenceBytesMax).value })
}

function toResource({ type, id, name }: Resource): Resource {
  return name === undefined ? { type, id } : { type, id, name: clipText(name, titleLengthMax) }
}
