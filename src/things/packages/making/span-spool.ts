import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { CheckHistory, CheckSpan, DayVerdict } from '../../../evidence/package/package-content.ts'
import { toCanonicalJson } from '../../../inventory/canonical-json.ts'
import { addDays } from '../../../text/calendar-day.ts'
import { readLines } from '../../../text/read-lines.ts'

/** A check of a connection, for one control. */
type HistorySubject = Omit<CheckHistory, 'history'>

interface OpenSpan {
  subject: HistorySubject
  /** The span that the last day belongs to. */
  open: CheckSpan | undefined
}

/** Checks whose histories are in memory at once. */
const batch = 200

/** The histories of a control's checks: spans that are over wait in a file, so that memory does not grow with days. */
export class SpanSpool {
  readonly #path: string
  readonly #file: FileHandle
  readonly #entries = new Map<string, OpenSpan>()

  private constructor(path: string, file: FileHandle) {
    this.#path = path
    this.#file = file
  }

  static async open(path: string): Promise<SpanSpool> {
    return new SpanSpool(path, await open(path, 'wx', 0o600))
  }

  /** Takes the verdict of a day. Days come in order. */
  async add(day: string, subject: HistorySubject, verdict: DayVerdict): Promise<void> {
    const key = toKey(subject)
    const entry = this.#entries.get(key) ?? { subject, open: undefined }
    this.#entries.set(key, entry)
    entry.subject = subject
    const { open } = entry
    const isSame = open && addDays(open.to, 1) === day && toText(open) === toText(verdict)
    if (open && !isSame) await this.#close(key, open)
    entry.open = isSame ? { ...open, to: day } : { from: day, to: day, ...verdict }
  }

  /** Ends every span; call it once, before reading. */
  async end(): Promise<void> {
    for (const [key, { open }] of this.#entries) if (open) await this.#close(key, open)
    await this.#file.close()
  }

  /** By connector, connection and check. */
  async *read(): AsyncGenerator<CheckHistory> {
    const sorted = [...this.#entries].toSorted(([a], [b]) => (a < b ? -1 : 1))
    for (let from = 0; from < sorted.length; from += batch) {
      const wanted = sorted.slice(from, from + batch)
      const spans = new Map<string, CheckSpan[]>(wanted.map(([key]) => [key, []]))
      for await (const { text } of readLines(createReadStream(this.#path))) {
        const [key, span]: [string, CheckSpan] = JSON.parse(text)
        spans.get(key)?.push(span)
      }
      for (const [key, { subject }] of wanted) {
        const [first, ...rest] = spans.get(key) ?? []
        if (first) yield { ...subject, history: [first, ...rest] }
      }
    }
  }

  async #close(key: string, span: CheckSpan): Promise<void> {
    await this.#file.write(`${JSON.stringify([key, span])}\n`)
  }
}

function toKey({ connector, connectionId = '', taskId = '', id }: HistorySubject): string {
  return JSON.stringify([connector, connectionId, taskId, id])
}

/** The verdict as a text that is the same for the same. */
function toText({ from: _from, to: _to, ...verdict }: DayVerdict & Partial<CheckSpan>): string {
  return toCanonicalJson(verdict)
}
