import {
  type AnyConnector,
  type CannotTell,
  type Check,
  type FailInput,
  type Fix,
  fillFix,
  type Judged,
  type LogEntry,
  type LogFields,
  listSecretIds,
  type Resource,
  type ResultInput,
  type ResultRecord,
  type ResultStatus,
  type RunEvent,
  type UndecidedInput,
  type Waived,
} from '../../define/index.ts'
import { CheckError } from '../../errors/index.ts'
import type { Redactor } from '../../http/redact/redact.ts'
import type { RequestWait } from '../../http/requests/shared-gets.ts'
import type { RequestScope } from '../../http/requests/vendor-request.ts'
import { formatTime } from '../../text/format-time.ts'
import type { JudgeableResult } from '../judgements/open-judgements.ts'
import { CannotTellError } from './cannot-tell.ts'
import { CheckLog } from './check-log.ts'
import { type CheckNotice, Notices } from './check-notices.ts'
import { boundJson, clipText } from './clip-text.ts'
import { copyJson } from './copy-json.ts'
import { Doubts } from './doubts.ts'
import { FindingIds } from './finding-id.ts'
import { listExchangesHere } from './provenance.ts'
import { demandResultForm, demandUndecidedForm, findCannotTellProblem } from './result-form.ts'
import {
  evidenceBytesMax,
  logFieldsBytesMax,
  logMessageLengthMax,
  textLengthMax,
  titleLengthMax,
} from './result-limits.ts'
import type { ResultLog } from './result-log.ts'
import { SeenFindings } from './seen-findings.ts'
import { UndecidedList } from './undecided-list.ts'

export interface ReporterOptions {
  readonly connector: AnyConnector
  readonly check: Check
  readonly connectionId: string | undefined
  readonly redactor: Redactor
  /** What the connection is made of: a command that mends takes what of it is no secret. @default nothing */
  readonly credentials?: Readonly<Record<string, unknown>> | undefined
  /** Values of the check's variables, for the same. @default none */
  readonly variables?: (() => Readonly<Record<string, unknown>>) | undefined
  /** The target for results. */
  readonly results: Pick<ResultLog, 'add'>
  /** The waiver of a failing result, if there is one. */
  readonly waiverFor?: ((resource: Resource) => Waived | undefined) | undefined
  /** The judgement of a result that needs review, if there is one. */
  readonly judgementFor?: ((result: JudgeableResult) => Judged | undefined) | undefined
  /** Time of a log entry, epoch ms. */
  readonly nowMs: () => number
  /** Undefined if nobody listens. */
  readonly emit: ((event: RunEvent) => void) | undefined
}

/** Results of a check, counted. */
export type ResultCounts = { readonly [count in ResultStatus | 'waived' | Judged['decision']]: number }

/** Receives results and log entries of a check, validated and redacted, until the check has ended. */
export class Reporter {
  readonly #options: ReporterOptions
  readonly #counts = { pass: 0, fail: 0, manual: 0, not_applicable: 0, waived: 0, accepted: 0, refused: 0 }
  // Each is made with the first of its kind, because most checks have none.
  #log: CheckLog | undefined
  #notices: Notices | undefined
  #undecided: UndecidedList | undefined
  readonly #seen = new SeenFindings()
  readonly #findingIds: FindingIds
  readonly #incomplete: string[] = []
  readonly #exchanges: number[] = []
  #requests = 0
  #retries = 0
  readonly #doubts = new Doubts()
  #closed = false

  constructor(options: ReporterOptions) {
    this.#options = options
    const { connector, connectionId, check } = options
    this.#findingIds = new FindingIds({ connectorId: connector.id, connectionId, checkId: check.id })
  }

  get counts(): ResultCounts {
    return this.#counts
  }

  get logs(): readonly LogEntry[] {
    return this.#log?.entries ?? []
  }

  /** Numbers of the exchanges of the check. */
  get exchanges(): readonly number[] {
    return this.#exchanges
  }

  get requests(): number {
    return this.#requests
  }

  get retries(): number {
    return this.#retries
  }

  /** Why the check has not seen everything; empty if it has. */
  get incompleteReasons(): readonly string[] {
    return this.#incomplete
  }

  /** The first reason why the check has no answer, whether it continued or not. */
  get doubt(): CheckError | undefined {
    return this.#doubts.first
  }

  /** An error of which the check said something by `undecided`: it is no reason any more why the check as a whole has no answer. */
  settle(thrown: unknown): void {
    if (thrown instanceof CannotTellError) this.#doubts.remove(thrown)
  }

  /**
   * Keeps a result. A result after the end is dropped: the check has its verdict, and an error thrown then would only
   * reach the process.
   * @throws CheckError `CHECK_RESULT_INVALID` for a result that lacks something, `RESULTS_NOT_KEPT`
   */
  report(status: ResultStatus, input: ResultInput | FailInput): void {
    const { check, results, emit } = this.#options
    if (this.#closed) return
    demandResultForm(check.id, status, input)
    const result = this.#recordOf(status, input)
    try {
      results.add(check.id, result)
    } catch (error) {
      if (error instanceof CheckError) this.#doubts.add(error)
      throw error
    }
    this.#counts[status]++
    if (result.waived) this.#counts.waived++
    if (result.judged) this.#counts[result.judged.decision]++
    this.#noteRepeated(result)
    emit?.({ type: 'result', checkId: check.id, result: copyJson(result) })
  }

  #recordOf(status: ResultStatus, input: ResultInput | FailInput): ResultRecord {
    const { check, redactor, waiverFor, judgementFor } = this.#options
    const { title, description } = input
    const fail = status === 'fail' ? (input as FailInput) : undefined
    const resource = this.#shownResource(input.resource)
    const waived = fail && waiverFor?.(resource)
    const exchanges = listExchangesHere()
    const shown: ResultRecord = {
      status,
      resource,
      title: clipText(this.#shown('title', title), titleLengthMax),
      description:
        description === undefined ? undefined : clipText(this.#shown('description', description), textLengthMax),
      severity: fail && (fail.severity ?? check.severity ?? 'medium'),
      remediation: fail && clipText(redactor.text(fail.remediation), textLengthMax),
      evidence: this.#shownEvidence(input.evidence, resource),
      findingId: this.#findingIds.create(resource),
    }
    const judged = judgementFor?.(shown)
    const fix = fail && check.fix && this.#fill(check.fix, shown)
    if (!waived && !judged && !exchanges && fix === undefined) return shown
    return { ...shown, fix, waived, judged, exchanges }
  }

  /** With what is shown of the result, so that it holds no secret. */
  #fill(fix: Fix, { resource, evidence }: ResultRecord): string | undefined {
    const { connector, redactor, credentials = {}, variables = () => ({}) } = this.#options
    const secrets = listSecretIds(connector.definition)
    const connection = Object.fromEntries(Object.entries(credentials).filter(([id]) => !secrets.has(id)))
    const command = fillFix(fix, { resource, evidence, connection, variables: variables() })
    return command !== undefined && redactor.text(command) === command ? command : undefined
  }

  #shown(place: string, text: string): string {
    const shown = this.#options.redactor.text(text)
    if (shown !== text) this.#note('secret', place)
    return shown
  }

  #shownResource({ type, id, name }: Resource): Resource {
    return {
      type: this.#shown('resource.type', type),
      id: this.#shown('resource.id', id),
      name: name === undefined ? undefined : clipText(this.#shown('resource.name', name), titleLengthMax),
    }
  }

  #shownEvidence(evidence: object | undefined, resource: Resource): ResultRecord['evidence'] {
    if (evidence === undefined) return null
    const shown = this.#options.redactor.json(evidence, (path) => this.#note('secret', `evidence${path}`))
    const { value: bounded, isWhole } = boundJson(shown, evidenceBytesMax)
    if (!isWhole) this.#note('too large', formatResourceName(resource))
    return bounded
  }

  /**
   * One resource has one result. Two are no error, because a list that changes while it is read can contain an item
   * twice. The worse one counts, as among results of several resources.
   */
  #noteRepeated({ findingId, status, resource }: ResultRecord): void {
    const before = this.#seen.note(findingId, status)
    if (this.#undecided?.has(findingId)) {
      this.#undecided.contradict()
      this.#note('contradicted', `${formatResourceName(resource)} as undecided and as ${status}`)
    }
    if (before === undefined) return
    if (before === status) this.#note('repeated', formatResourceName(resource))
    else this.#note('contradicted', `${formatResourceName(resource)} as ${before} and as ${status}`)
  }

  /** Remembers the reason, so that a check that catches the error still ends with it. @throws CheckError always */
  cannotTell(reason: CannotTell): never {
    const error = findCannotTellProblem(this.#options.check.id, reason) ?? new CannotTellError(reason)
    this.#doubts.add(error)
    throw error
  }

  /**
   * Keeps that one resource could not be told. No waiver covers it: nobody knows what there is to accept.
   * @throws CheckError `CHECK_RESULT_INVALID` for what lacks its resource or reason
   */
  undecided(input: UndecidedInput): void {
    const { check, redactor } = this.#options
    if (this.#closed) return
    demandUndecidedForm(check.id, input)
    const { because, kind = 'incomplete_data', missingScopes } = input
    const resource = this.#shownResource(input.resource)
    const findingId = this.#findingIds.create(resource)
    const undecided = {
      resource,
      because: clipText(redactor.text(because), titleLengthMax),
      kind,
      missingScopes: missingScopes?.map((scope) => redactor.text(scope)),
    }
    this.#undecided ??= new UndecidedList()
    this.#undecided.add(undecided, findingId)
    const before = this.#seen.find(findingId)
    if (!before) return
    this.#undecided.contradict()
    this.#note('contradicted', `${formatResourceName(resource)} as ${before} and as undecided`)
  }

  #note(notice: CheckNotice, place: string): void {
    this.#notices ??= new Notices()
    this.#notices.note(notice, place)
  }

  /** Resources that the check could not tell; undefined if there are none. */
  get undecidedList(): UndecidedList | undefined {
    return this.#undecided
  }

  incomplete(reason: string): void {
    this.#incomplete.push(this.#options.redactor.text(reason))
  }

  log(level: LogEntry['level'], message: string, fields?: LogFields): void {
    const { check, redactor, emit } = this.#options
    if (this.#closed) return
    const entry: LogEntry = {
      level,
      message: clipText(redactor.text(String(message)), logMessageLengthMax),
      fields: fields && boundJson(redactor.json(fields), logFieldsBytesMax).value,
      time: this.#time(),
    }
    this.#log ??= new CheckLog()
    if (this.#log.add(entry)) emit?.({ type: 'log', checkId: check.id, entry })
  }

  #time(): string {
    return formatTime(this.#options.nowMs())
  }

  request(request: Parameters<RequestScope['onRequest']>[0]): void {
    if (this.#closed) return
    const { attempt, exchange } = request
    this.#requests++
    if (attempt > 1) this.#retries++
    this.#exchanges.push(exchange)
    const { emit } = this.#options
    if (!emit) return
    const { method, url, status, durationMs, anonymous } = request
    const checkId = this.#options.check.id
    const answered = status === undefined ? {} : { status }
    const bare = anonymous && { anonymous }
    emit({ type: 'request', checkId, method, url, attempt, durationMs, ...answered, ...bare })
  }

  /** An answer to another check's request is evidence of this one as well. */
  recordSharedExchange(exchange: number): void {
    if (!this.#closed) this.#exchanges.push(exchange)
  }

  wait({ status, ...wait }: RequestWait): void {
    if (this.#closed) return
    this.#options.emit?.({
      type: 'wait',
      checkId: this.#options.check.id,
      ...wait,
      status,
    })
  }

  /** Nothing counts after this, because the check has its verdict. Notices for its author go to the end of its log. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    const { check, redactor, emit } = this.#options
    const dropped = this.#log?.dropped ?? 0
    const sentences = this.#notices ? [...this.#notices.sentences(check.id)] : []
    if (dropped > 0) sentences.push(`${dropped} more log entries of check "${check.id}" were not kept.`)
    for (const sentence of sentences) {
      const message = clipText(redactor.text(sentence), logMessageLengthMax)
      const entry: LogEntry = { level: 'warn', message, time: this.#time() }
      this.#log ??= new CheckLog()
      this.#log.append(entry)
      emit?.({ type: 'log', checkId: check.id, entry })
    }
  }
}

function formatResourceName({ type, id }: Resource): string {
  return `${type} "${clipText(id, 100)}"`
}
