import type { Severity } from '../../define/index.ts'
import { readMember } from '../../text/read-member.ts'
import type { ReceivedStatus, ReceivedTool } from '../received-item.ts'
import { createRefusal } from '../refuse-file.ts'

/** A text that is not empty; a number as its text. */
export function readText(value: unknown, path: string): string | undefined {
  const found = readMember(value, path)
  if (typeof found === 'number' && Number.isFinite(found)) return String(found)
  return typeof found === 'string' && found.trim() !== '' ? found : undefined
}

export function readNumber(value: unknown, path: string): number | undefined {
  const found = readMember(value, path)
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined
}

export function readList(value: unknown, path: string): readonly unknown[] {
  const found = readMember(value, path)
  return Array.isArray(found) ? found : []
}

/** A time as ISO 8601 with a date and a time; undefined for anything else. A time without a zone is UTC. */
export function readTime(value: unknown, path: string): number | undefined {
  const text = readText(value, path)
  const [, day, time, zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)\s*(Z|[+-]\d\d:?\d\d)?$/i.exec(text?.trim() ?? '') ?? []
  if (day === undefined || time === undefined) return undefined
  const offset = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone
  // More than three digits of a second are cut: no clock of a tool is that exact.
  const atMs = Date.parse(`${day}T${time.replace(',', '.').replace(/(\.\d{3})\d+/, '$1')}${offset}`)
  return Number.isNaN(atMs) ? undefined : atMs
}

/** The oldest of the times that are known. */
export function findOldest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.flatMap((time) => time ?? [])
  return known.length === 0 ? undefined : known.reduce((oldest, time) => Math.min(oldest, time))
}

const severityWords: Readonly<Record<string, Severity>> = {
  critical: 'critical',
  fatal: 'critical',
  high: 'high',
  important: 'high',
  error: 'high',
  medium: 'medium',
  moderate: 'medium',
  warning: 'medium',
  low: 'low',
  minor: 'low',
  note: 'low',
  info: 'info',
  informational: 'info',
  negligible: 'info',
  none: 'info',
}

/** undefined for a word that nobody knows. */
export function readSeverity(word: string | undefined): Severity | undefined {
  const key = word?.toLowerCase() ?? ''
  return Object.hasOwn(severityWords, key) ? severityWords[key] : undefined
}

/** What a word of a tool says. @param otherwise for a word that nobody knows */
export function readStatus(
  statuses: Readonly<Record<string, ReceivedStatus>>,
  word: string,
  otherwise: ReceivedStatus = 'undecided',
): ReceivedStatus {
  return Object.hasOwn(statuses, word) ? (statuses[word] ?? otherwise) : otherwise
}

/** A number from 0 to 10, as CVSS has it. */
export function rateScore(score: number): Severity {
  if (score >= 9) return 'critical'
  if (score >= 7) return 'high'
  if (score >= 4) return 'medium'
  return score > 0 ? 'low' : 'info'
}

/** The one tool of a file: results of two have no common age and no common ids. */
export class OneTool {
  #tool: ReceivedTool | undefined

  /** @throws CheckwrightError `IMPORT_REFUSED` for a second one */
  note(tool: ReceivedTool): void {
    if (this.#tool && this.#tool.name !== tool.name)
      throw createRefusal(
        `The file has results of two tools: "${this.#tool.name.slice(0, 80)}" and "${tool.name.slice(0, 80)}". Import a file for each.`,
      )
    this.#tool ??= tool
  }

  get tool(): ReceivedTool | undefined {
    return this.#tool
  }
}
