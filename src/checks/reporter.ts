import type {
  AnyConnector,
  Check,
  FailInput,
  JsonValue,
  LogEntry,
  LogFields,
  ResultInput,
  ResultRecord,
  ResultStatus,
  RunEvent,
} from '../define/index.ts'
import { CheckError } from '../errors/index.ts'
import type { Redactor } from '../http/redact.ts'
import { findingId } from './finding-id.ts'

export interface ReporterOptions {
  readonly connector: AnyConnector
  readonly check: Check
  readonly connectionId: string | undefined
  readonly redactor: Redactor
  /** Time of a log entry, epoch ms. */
  readonly nowMs: () => number
  readonly emit: (event: RunEvent) => void
}

/** Takes what a check says, held to its form and redacted. */
export class Reporter {
  readonly #options: ReporterOptions
  readonly #results: ResultRecord[] = []
  readonly #logs: LogEntry[] = []
  readonly #incomplete: string[] = []
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

  /** Why the check has not seen everything; empty when it has. */
  get incompleteReasons(): readonly string[] {
    return this.#incomplete
  }

  report(status: ResultStatus, input: ResultInput | FailInput): void {
    const { connector, check, connectionId, redactor, emit } = this.#options
    if (this.#closed)
      throw new CheckError(`Check "${check.id}" reported a result after it had ended. Await all its work.`, {
        code: 'CHECK_RESULT_INVALID',
      })
    this.#demandForm(status, input)
    const { resource, title, description, evidence } = input
    const fail = status === 'fail' ? (input as FailInput) : undefined
    const severity = fail && (fail.severity ?? check.severity ?? 'medium')
    const result: ResultRecord = {
      status,
      resource: redactor.json(resource) as unknown as ResultRecord['resource'],
      title: redactor.text(title),
      ...(description !== undefined && { description: redactor.text(description) }),
      ...(severity && { severity }),
      ...(fail && { remediation: redactor.text(fail.remediation) }),
      evidence: this.#evidence(evidence),
      findingId: findingId({ connectorId: connector.id, connectionId, checkId: check.id, resource }),
    }
    this.#results.push(result)
    emit({ type: 'result', checkId: check.id, result })
  }

  log(level: LogEntry['level'], message: string, fields?: LogFields): void {
    const { check, redactor, nowMs, emit } = this.#options
    const entry: LogEntry = {
      level,
      message: redactor.text(String(message)),
      ...(fields && { fields: redactor.json(fields) }),
      time: new Date(nowMs()).toISOString(),
    }
    this.#logs.push(entry)
    emit({ type: 'log', checkId: check.id, entry })
  }

  incomplete(reason: string): void {
    this.#incomplete.push(this.#options.redactor.text(reason))
  }

  /** No result counts after this: the check has its verdict. */
  close(): void {
    this.#closed = true
  }

  #evidence(evidence: object | undefined): JsonValue {
    return evidence === undefined ? null : this.#options.redactor.json(evidence)
  }

  /** TypeScript demands all this of its users; checks in JavaScript, and values from vendors, are held to it here. */
  #demandForm(status: ResultStatus, input: ResultInput | FailInput | undefined): void {
    const { check } = this.#options
    const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''
    const missing = [
      ...(isText(input?.resource?.type) ? [] : ['resource.type']),
      ...(isText(input?.resource?.id) ? [] : ['resource.id']),
      ...(isText(input?.title) ? [] : ['title']),
      ...(status !== 'fail' || isText((input as FailInput | undefined)?.remediation) ? [] : ['remediation']),
    ]
    if (missing.length === 0) return
    throw new CheckError(
      `A ${status} result of check "${check.id}" lacks ${missing.join(', ')} (text that is not empty).`,
      { code: 'CHECK_RESULT_INVALID' },
    )
  }
}
