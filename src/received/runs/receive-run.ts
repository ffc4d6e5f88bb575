import { aheadMsMax } from '../../checks/controls/judge.ts'
import type { Judgements } from '../../checks/judgements/open-judgements.ts'
import { describeCode } from '../../checks/results/describe-code.ts'
import { Reporter } from '../../checks/results/reporter.ts'
import { ResultLog } from '../../checks/results/result-log.ts'
import type { EndedCheck } from '../../checks/run-check.ts'
import type { RunHead } from '../../checks/runs/recorded-run.ts'
import { summarizeRun } from '../../checks/summarize-run.ts'
import { decideVerdict, findWorstStatus } from '../../checks/verdict.ts'
import { openRunWaivers, type RunWaivers } from '../../checks/waivers/run-waivers.ts'
import {
  type AnyConnector,
  type Check,
  type CheckFailure,
  idLengthMax,
  nameConnector,
  type ReceivedPart,
  type Resource,
  receivedConnectorId,
  resultStatuses,
  type Waiver,
} from '../../define/index.ts'
import { Redactor } from '../../http/redact/redact.ts'
import { createTimeId } from '../../text/create-time-id.ts'
import { formatTime } from '../../text/format-time.ts'
import { formats } from '../formats/formats.ts'
import type { ParsedFile } from '../parsing/parse-file.ts'
import type { ReceivedItem } from '../received-item.ts'
import { createImportConnector } from './import-connector.ts'
import { nameCheck } from './name-check.ts'
import type { ReceivedRun } from './received-run.ts'

export interface ReceiveOptions {
  /** The file as it came. */
  readonly file: ReceivedPart['file']
  readonly original: ReceivedRun['original']
  /** The time of the import. */
  readonly now: Date
  readonly nowMs: () => number
  /** @default a new UUIDv7 */
  readonly id?: string | undefined
  /** The source that it is for. @default none: its results stand for themselves */
  readonly connectionId?: string | undefined
  readonly organizationId?: string | undefined
  /** When the source's newest results are of, epoch ms. @default there are none */
  readonly newestAtMs?: number | undefined
  readonly waivers?: readonly Waiver[] | undefined
  readonly judgements?: Judgements | undefined
  /** Whether a bundle will have the file. @default false */
  readonly isOriginalStored?: boolean | undefined
}

/**
 * Makes a run of the results in a file. None of its checks is complete: what the file does not list was not looked at.
 * @throws CheckwrightError `IMPORT_REFUSED`, of the parser
 */
export async function receiveRun(
  batches: AsyncGenerator<readonly ReceivedItem[], ParsedFile, undefined>,
  options: ReceiveOptions,
): Promise<ReceivedRun> {
  const taken = new ReceivedChecks(options)
  try {
    for (;;) {
      const next = await batches.next()
      if (next.done) return await taken.end(next.value)
      for (const item of next.value) taken.take(item)
    }
  } catch (error) {
    taken.close()
    throw error
  } finally {
    await batches.return?.(undefined as never)
  }
}

interface ReceivedCheck {
  readonly check: Check
  readonly reporter: Reporter
}

/** The checks of a file while it is read, and their results. */
class ReceivedChecks {
  readonly #options: ReceiveOptions
  readonly #redactor = new Redactor()
  readonly #log = new ResultLog({
    redactor: this.#redactor,
    redactAgain: (_checkId, result) => result,
    bufferLengthMax,
  })
  /** By the id of the tool. */
  readonly #open = new Map<string, ReceivedCheck>()
  readonly #checks: Check[] = []
  readonly #connector: AnyConnector = createImportConnector(this.#checks)
  readonly #waivers: RunWaivers | undefined
  readonly #words = new Map<string, number>()
  readonly #counts = { entries: 0, pass: 0, fail: 0, manual: 0, not_applicable: 0, undecided: 0, muted: 0 }
  #undated = 0
  #oldestMs = Number.POSITIVE_INFINITY
  #newestMs = Number.NEGATIVE_INFINITY

  constructor(options: ReceiveOptions) {
    this.#options = options
    const { waivers, now, connectionId } = options
    this.#waivers = waivers && openRunWaivers(waivers, this.#connector, now, connectionId)
  }

  take(item: ReceivedItem): void {
    const number = ++this.#counts.entries
    const { reporter, check } = this.#checkOf(item)
    if (item.isMuted) this.#counts.muted++
    const word = item.word.slice(0, 60)
    if (this.#words.has(word) || this.#words.size < wordsMax) this.#words.set(word, (this.#words.get(word) ?? 0) + 1)
    if (item.status !== 'undecided' || item.atMs !== undefined) this.#noteTime(item.atMs)
    const because = this.#findDoubt(item)
    const evidence = { ...item.evidence, status: item.word, muted: item.isMuted || undefined, at: toTime(item.atMs) }
    if (because !== undefined || item.status === 'undecided' || item.resource === undefined) {
      this.#counts.undecided++
      const resource = isUsable(item.resource) ? item.resource : { type: 'entry', id: `entry ${number}` }
      const why = because ?? `The tool says "${word}": ${item.title}`
      reporter.undecided({ resource, because: why, kind: 'incomplete_data' })
      return
    }
    // What somebody silenced was not found to be well.
    const status = item.isMuted && item.status === 'pass' ? 'manual' : item.status
    this.#counts[status]++
    const { resource, description, severity } = item
    const title = item.title.trim() === '' ? check.title : item.title
    const remediation = item.remediation ?? defaultRemediation
    reporter.report(status, { resource, title, description, evidence, severity, remediation })
  }

  async end(file: ParsedFile): Promise<ReceivedRun> {
    const options = this.#options
    const { format, formatVersion, tool, cutOff } = file
    const ended = this.#endChecks(cutOff)
    const { now, id = createTimeId(), connectionId, organizationId, isOriginalStored = false, original } = options
    const age = this.#dateFile(file)
    const setAside = this.#findSetAside(age.oldestMs)
    const checks = ended.map(({ head }) => head)
    const head: RunHead = {
      schema: 'checkwright.run/v1',
      kind: 'import',
      id,
      connector: nameConnector(this.#connector),
      code: describeCode({ files: undefined }, await formats[format]()),
      connectionId,
      organizationId,
      scoped: setAside === undefined ? undefined : true,
      startedAt: formatTime(now.getTime()),
      finishedAt: formatTime(Math.max(now.getTime(), options.nowMs())),
      status: findWorstStatus([
        ...checks.map(({ status }) => status),
        ...(cutOff === undefined ? [] : (['error'] as const)),
      ]),
      received: {
        format,
        formatVersion,
        tool,
        file: options.file,
        oldestAt: toTime(age.oldestMs),
        newestAt: toTime(age.newestMs),
        counts: this.#counts,
        words: Object.fromEntries([...this.#words].toSorted(([a], [b]) => (a < b ? -1 : 1))),
        cutOff,
        setAside,
      },
      replayable: isOriginalStored,
      notReplayableBecause: isOriginalStored ? undefined : 'The file was not kept.',
      inputs: { now: formatTime(now.getTime()), variables: {}, settings: {}, credentials: {}, stateBefore: {} },
      checks,
      waivers: this.#waivers?.uses(checks),
      summary: summarizeRun(ended, []),
    }
    const close = async () => this.close()
    const log = this.#log
    return { head, results: (checkId) => log.read(checkId), original, close, [Symbol.asyncDispose]: close }
  }

  close(): void {
    this.#log.close()
  }

  #endChecks(cutOff: string | undefined): readonly EndedCheck[] {
    const failure: CheckFailure | undefined =
      cutOff === undefined
        ? undefined
        : { kind: 'incomplete_data', code: 'CHECK_INCOMPLETE', message: cutOff, retryable: false }
    return [...this.#open.values()].map(({ check, reporter }): EndedCheck => {
      reporter.close()
      const { counts, logs } = reporter
      const list = reporter.undecidedList
      const error = failure ?? list?.failure
      const present = resultStatuses.filter((status) => counts[status] > 0)
      return {
        head: {
          id: check.id,
          title: check.title,
          severity: check.severity ?? 'medium',
          // Its controls are for an admin to say, and not for the file.
          controls: [],
          tags: check.tags ?? [],
          status: error ? 'error' : (decideVerdict(present, undefined) ?? 'error'),
          error,
          complete: false,
          exchanges: [],
          requests: 0,
          retries: 0,
          durationMs: 0,
          logs,
          undecided: list?.entries,
        },
        counts,
      }
    })
  }

  #checkOf({ check: { id, title, severity } }: ReceivedItem): ReceivedCheck {
    const known = this.#open.get(id)
    if (known) return known
    const check: Check = {
      connectorId: receivedConnectorId,
      id: nameCheck(id),
      title: title.trim() === '' ? nameCheck(id) : title.slice(0, titleMax),
      severity,
      tags: id.trim() === '' ? [] : [id.slice(0, titleMax)],
      run: () => undefined,
    }
    const { connectionId, judgements, nowMs } = this.#options
    const reporter = new Reporter({
      connector: this.#connector,
      check,
      connectionId,
      redactor: this.#redactor,
      results: this.#log,
      waiverFor: this.#waivers && ((resource) => this.#waivers?.waiverFor(check, resource)),
      judgementFor: judgements && ((result) => judgements.judgementFor(result, check)),
      nowMs,
      emit: undefined,
    })
    const open = { check, reporter }
    this.#checks.push(check)
    this.#open.set(id, open)
    return open
  }

  /** Why a result says nothing, whatever it says. */
  #findDoubt({ check, resource, atMs }: ReceivedItem): string | undefined {
    if (check.id.trim() === '') return 'The file does not say which rule the result follows.'
    if (resource === undefined) return 'The file does not say what the result is about.'
    if (!isUsable(resource)) return 'What the result is about has an id that is too long, or no text.'
    if (this.#isAhead(atMs)) return 'The result is dated in the future.'
    return undefined
  }

  #isAhead(atMs: number | undefined): boolean {
    return atMs !== undefined && atMs > this.#options.now.getTime() + aheadMsMax
  }

  #noteTime(atMs: number | undefined): void {
    if (atMs === undefined) this.#undated++
    // It would make the file newer than all that come after it.
    else if (!this.#isAhead(atMs)) {
      this.#oldestMs = Math.min(this.#oldestMs, atMs)
      this.#newestMs = Math.max(this.#newestMs, atMs)
    }
  }

  /** As old as its oldest result. One that nobody dates leaves the file without a date. */
  #dateFile(file: ParsedFile): { readonly oldestMs?: number | undefined; readonly newestMs?: number | undefined } {
    const atMs = this.#isAhead(file.atMs) ? undefined : file.atMs
    if (this.#undated > 0 && atMs === undefined) return {}
    const times = [this.#oldestMs, this.#newestMs, atMs].filter((time) => time !== undefined && Number.isFinite(time))
    if (times.length === 0) return {}
    return { oldestMs: Math.min(...(times as number[])), newestMs: Math.max(...(times as number[])) }
  }

  #findSetAside(oldestMs: number | undefined): ReceivedPart['setAside'] {
    if (oldestMs === undefined) return 'undated'
    const { newestAtMs } = this.#options
    return newestAtMs !== undefined && oldestMs < newestAtMs ? 'older' : undefined
  }
}

/** A file has hundreds of checks, side by side: with less, each would be read in very many small pieces. */
const bufferLengthMax = 8 * 1024 * 1024
const wordsMax = 50
const titleMax = 500
const defaultRemediation = 'Follow what the tool that reported it says about this rule.'

function isUsable(resource: Resource | undefined): resource is Resource {
  const { type = '', id = '' } = resource ?? {}
  return [type, id].every((text) => text.trim() !== '' && text.length <= idLengthMax && text.isWellFormed())
}

function toTime(atMs: number | undefined): string | undefined {
  return atMs === undefined || Math.abs(atMs) > 8.64e15 ? undefined : formatTime(atMs)
}
