import type { RunEvent } from '../../define/index.ts'
import { cleanLine } from '../../report/pieces/safe-text.ts'
import { countNoun } from '../../text/count-noun.ts'
import { formatSeconds } from '../../text/format-seconds.ts'
import { formatColumns } from './format-columns.ts'
import type { ProgressDisplay } from './progress.ts'
import type { Terminal } from './terminal.ts'

/** The details of a run that a person wants to see beside its progress. */
export interface NarrationOptions {
  /** Log entries of checks (`ctx.log`). */
  readonly verbose?: boolean | undefined
  /** Each request. */
  readonly trace?: boolean | undefined
}

type RequestEvent = RunEvent & { readonly type: 'request' }
type WaitEvent = RunEvent & { readonly type: 'wait' }

interface NarratedRequest {
  readonly request: RequestEvent
  /** Its wait since the previous request. */
  readonly waits: readonly WaitEvent[]
}

const requestLineLengthMax = 500
const rowsMax = 200

/** Prints the events of a run on stderr, line by line; at its end each request once more, in a table. */
export function createNarration({ verbose, trace }: NarrationOptions, { err }: Pick<Terminal, 'err'>): ProgressDisplay {
  const traced: NarratedRequest[] = []
  const waiting = new Map<string, WaitEvent[]>()
  const say = (line: string) => {
    // Over the progress line, which draws itself again.
    err.draw()
    err.line(line)
  }
  let requests = 0
  /** By what the checks came to. */
  let sent = 0
  return {
    onEvent(event) {
      if (event.type === 'log' && verbose) say(formatLogLine(event))
      if (!trace) return
      if (event.type === 'wait') {
        const key = formatRequestKey(event)
        waiting.set(key, [...(waiting.get(key) ?? []), event])
        say(`  ${err.paint('yellow', formatWait(event))}`)
      } else if (event.type === 'request') {
        const key = formatRequestKey(event)
        requests++
        if (traced.length < rowsMax) traced.push({ request: event, waits: waiting.get(key) ?? [] })
        waiting.delete(key)
        say(`  ${formatRequest(event)}`)
      } else if (event.type === 'check.finished') sent += event.outcome.requests
    },
    end() {
      if (!trace) return
      if (requests === 0) {
        err.line(sent === 0 ? 'No request was sent.' : describeUnlisted(sent))
        return
      }
      err.write(`\n${formatColumns([tableHead, ...traced.map(toRequestCells)], err)}`)
      const left = Math.max(requests, sent) - traced.length
      if (left > 0) err.line(`… and ${countNoun(left, 'more request')}`)
      err.line()
    },
  }
}

/** Another process has executed the run, and it was over before that told of its requests. */
function describeUnlisted(count: number): string {
  return `${countNoun(count, 'request')} ${count === 1 ? 'was' : 'were'} sent by another process, which did not list them.`
}

const tableHead = ['check', 'status', 'time', 'waited', 'request'] as const

function toRequestCells({ request: { checkId, method, url, status, attempt, durationMs }, waits }: NarratedRequest) {
  const waitedMs = waits.reduce((sum, { delayMs }) => sum + delayMs, 0)
  const why = [...new Set(waits.map(explainWait))].join(', ')
  return [
    checkId,
    formatHttpStatus(status),
    formatMs(durationMs),
    waitedMs > 0 ? `${formatMs(waitedMs)}: ${why}` : '',
    cleanLine(`${method} ${url}${attempt > 1 ? ` (attempt ${attempt})` : ''}`, requestLineLengthMax),
  ]
}

function formatRequest({ checkId, method, url, status, attempt, durationMs }: RequestEvent): string {
  const again = attempt > 1 ? `, attempt ${attempt}` : ''
  return cleanLine(
    `${checkId}: ${method} ${url} → ${formatHttpStatus(status)}, ${formatMs(durationMs)}${again}`,
    requestLineLengthMax,
  )
}

function formatWait(event: WaitEvent): string {
  const { checkId, delayMs, method, url } = event
  const what = method === undefined || url === undefined ? '' : ` before ${method} ${url}`
  return cleanLine(`${checkId}: waits ${formatMs(delayMs)}${what} (${explainWait(event)})`, requestLineLengthMax)
}

function explainWait({ reason, status }: WaitEvent): string {
  if (reason === 'rate_limit') return 'rate limit'
  return status === undefined ? 'retry after no answer' : `retry after ${status}`
}

function formatLogLine({ checkId, entry: { level, message, fields } }: RunEvent & { readonly type: 'log' }): string {
  const more = fields === undefined ? '' : ` ${JSON.stringify(fields)}`
  return cleanLine(`  ${checkId}: ${level === 'info' ? '' : `${level}: `}${message}${more}`, 2000).replace(/^/, '  ')
}

/** A wait belongs to the request after it. */
function formatRequestKey({ checkId, method, url }: RequestEvent | WaitEvent): string {
  return `${checkId} ${method} ${url}`
}

function formatHttpStatus(status: number | undefined): string {
  return status === undefined ? 'no answer' : String(status)
}

function formatMs(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : formatSeconds(ms)
}
