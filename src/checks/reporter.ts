import type {
  AnyConnector,
  CannotTell,
  Check,
  FailInput,
  LogEntry,
  LogFields,
  Resource,
  ResultInput,
  ResultRecord,
  ResultStatus,
  RunEvent,
  Severity,
  Waived,
} from '../define/index.ts'
import { CheckError } from '../errors/index.ts'
import type { Redactor } from '../http/redact.ts'
import type { RequestScope } from '../http/vendor-request.ts'
import { CannotTellError } from './cannot-tell.ts'
import { findingId } from './finding-id.ts'

export interface ReporterOptions {
  readonly connector: AnyConnector
  readonly check: Check
  readonly connectionId: string | undefined
  readonly redactor: Redactor
  /** The waiver of a failing result, where there is one. */
  readonly waiverFor?: ((resource: Resource) => Waived | undefined) | undefined
  /** Time of a log entry, epoch ms. */
  readonly nowMs: () => number
  readonly emit: (event: RunEvent) => void
}

/** Takes what a check says and does, held to its form and redacted, until the check has ended. */
export class Reporter {
  readonly #options: ReporterOptions
  readonly #results: ResultRecord[] = []
  readonly #logs: LogEntry[] = []
  readonly #incomplete: string[] = []
  readonly #exchanges: number[] = []
  #requests = 0
  #retries = 0
  #doubt: CannotTellError | undefined
  #closed = false

  constructor(options: ReporterOptions) {
    this.#options = options
  }

  get results(): readonly ResultRecord[] {
    return this.#results
  }

  get logs(): readonly LogEntry[] {
    return this.#logs
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

  /** Why the check has not seen everything; empty when it has. */
  get incompleteReasons(): readonly string[] {
    return this.#incomplete
  }

  /** What the check said first about having no answer, whether it went on afterwards or not. */
  get doubt(): CannotTellError | undefined {
    return this.#doubt
  }

  /** @throws CheckError `CHECK_RESULT_INVALID` for a result that lacks something, or comes too late */
  report(status: ResultStatus, input: ResultInput | FailInput): void {
    const { connector, check, connectionId, redactor, waiverFor, emit } = this.#options
    if (this.#closed)
      throw new CheckError(`Check "${check.id}" reported a result after it had ended. Await all its work.`, {
        code: 'CHECK_RESULT_INVALID',
      })
    this.#demandForm(status, input)
    const { title, description, evidence } = input
    const resource = shown(input.resource, redactor)
    const fail = status === 'fail' ? (input as FailInput) : undefined
    const waived = fail && waiverFor?.(resource)
    const result: ResultRecord = {
      status,
      resource,
      title: redactor.text(title),
      ...(description !== undefined && { description: redactor.text(description) }),
      ...(fail && {
        severity: fail.severity ?? check.severity ?? 'medium',
        remediation: redactor.text(fail.remediation),
      }),
      evidence: evidence === undefined ? null : redactor.json(evidence),
      findingId: findingId({ connectorId: connector.id, connectionId, checkId: check.id, resource }),
      ...(waived && { waived }),
    }
    this.#results.push(result)
    emit({ type: 'result', checkId: check.id, result })
  }

  /** Remembers the doubt, so that a check which catches it cannot end as anything else. @throws CannotTellError always */
  cannotTell(reason: CannotTell): never {
    const error = new CannotTellError(reason)
    this.#doubt ??= error
    throw error
  }

  incomplete(reason: string): void {
    this.#incomplete.push(this.#options.redactor.text(reason))
  }

  log(level: LogEntry['level'], message: string, fields?: LogFields): void {
    const { check, redactor, nowMs, emit } = this.#options
    if (this.#closed) return
    const entry: LogEntry = {
      level,
      message: redactor.text(String(message)),
      ...(fields && { fields: redactor.json(fields) }),
      time: new Date(nowMs()).toISOString(),
    }
    this.#logs.push(entry)
    emit({ type: 'log', checkId: check.id, entry })
  }

  request({ method, url, status, attempt, exchange }: Parameters<RequestScope['onRequest']>[0]): void {
    if (this.#closed) return
    this.#requests++
    if (attempt > 1) this.#retries++
    this.#exchanges.push(exchange)
    const checkId = this.#options.check.id
    this.#options.emit({ type: 'request', checkId, method, url, attempt, ...(status !== undefined && { status }) })
  }

  /** An answer that was sent for another check is evidence of this one as well. */
  shared(exchange: number): void {
    if (!this.#closed) this.#exchanges.push(exchange)
  }

  wait(reason: 'rate_limit' | 'retry', delayMs: number): void {
    if (this.#closed) return
    this.#options.emit({ type: 'wait', checkId: this.#options.check.id, reason, delayMs })
  }

  /** Nothing counts after this: the check has its verdict. */
  close(): void {
    this.#closed = true
  }

  /** TypeScript demands all this of its users; checks in JavaScript, and values from vendors, are held to it here. */
  #demandForm(status: ResultStatus, input: ResultInput | FailInput | undefined): void {
    const { check } = this.#options
    const fail = status === 'fail' ? (input as FailInput | undefined) : undefined
    const wrong = [
      ...(isText(input?.resource?.type) ? [] : ['resource.type']),
      ...(isText(input?.resource?.id) ? [] : ['resource.id']),
      ...(isOptionalText(input?.resource?.name) ? [] : ['resource.name']),
      ...(isText(input?.title) ? [] : ['title']),
      ...(isOptionalText(input?.description) ? [] : ['description']),
      ...(status !== 'fail' || isText(fail?.remediation) ? [] : ['remediation']),
    ]
    const refuse = (what: string) =>
      new CheckError(`A ${status} result of check "${check.id}" ${what}.`, { code: 'CHECK_RESULT_INVALID' })
    if (wrong.length > 0) throw refuse(`lacks ${wrong.join(', ')} (text that is not empty)`)
    if (fail?.severity !== undefined && !Object.hasOwn(severities, fail.severity))
      throw refuse(`has a severity that is none of ${Object.keys(severities).join(', ')}`)
  }
}

const severities: Readonly<Record<Severity, true>> = { critical: true, high: true, medium: true, low: true, info: true }

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}

function shown({ type, id, name }: Resource, redactor: Redactor): Resource {
  return { type: redactor.text(type), id: redactor.text(id), ...(name !== undefined && { name: redactor.text(name) }) }
}
