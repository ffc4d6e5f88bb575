import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { relative } from 'node:path'
import type { Check } from '../../define/index.ts'
import { escapePattern } from '../../text/escape-pattern.ts'

export interface SourcePlace {
  /** As a person would type it in the working directory. */
  readonly file: string
  /** From 1. */
  readonly line: number
  /** From 1; of a file of data, whose line may hold many members. */
  readonly column?: number | undefined
}

/** The files of a connector, to find the place of a text. */
export interface SourceIndex {
  /** The place of a text in quotes: the only one, or the first after another place. */
  findQuoted(text: string, below?: SourcePlace): SourcePlace | undefined
  /** The place where the member `id` has this value. */
  findId(id: string): SourcePlace | undefined
  /** The place of a character of a check's code. */
  findCode(check: Check, index: number): SourcePlace | undefined
}

interface SourceText {
  readonly file: string
  /** Whether texts need no quotes, as in YAML. */
  readonly isData: boolean
  /** As Node runs it: types become blanks, so that lines keep their numbers and functions are found by their text. */
  readonly text: string
}

/** @param files absolute paths; files that are neither programs nor connectors as data are skipped */
export function indexSources(files: readonly string[]): SourceIndex {
  const sources = files.flatMap(readSource)
  const places = (program: RegExp, data: RegExp) =>
    sources.flatMap(({ file, text, isData }) =>
      [...text.matchAll(isData ? data : program)].map(({ index }) => ({
        file,
        line: countLines(text, index),
        column: isData ? index - text.lastIndexOf('\n', index - 1) : undefined,
      })),
    )
  return {
    findQuoted: (text, below) => {
      const escaped = escapePattern(text)
      const all = places(
        new RegExp(`(['"\`])${escaped}\\1`, 'g'),
        new RegExp(`(?<=[\\s[{,"'])${escaped}(?=[\\s\\]},"']|$)`, 'g'),
      )
      if (all.length === 1) return all[0]
      return below && all.find(({ file, line }) => file === below.file && line >= below.line)
    },
    findId: (id) => {
      const escaped = escapePattern(id)
      const [first, second] = places(
        new RegExp(`\\bid:\\s*(['"\`])${escaped}\\1`, 'g'),
        new RegExp(`\\bid["']?:\\s*(["']?)${escaped}\\1(?=[\\s,}]|$)`, 'g'),
      )
      return second === undefined ? first : undefined
    },
    findCode: (check, index) => {
      const code = String(check.run)
      const found = sources.find(({ text }) => text.includes(code))
      return found && { file: found.file, line: countLines(found.text, found.text.indexOf(code) + index) }
    },
  }
}

function readSource(path: string): SourceText[] {
  const isData = /\.(?:ya?ml|json)$/.test(path)
  if (!isData && !/\.[cm]?[jt]s$/.test(path)) return []
  try {
    const text = readFileSync(path, 'utf8')
    const shown = relative(process.cwd(), path)
    return [
      {
        file: shown.startsWith('..') ? path : shown,
        isData,
        text: /ts$/.test(path) ? stripTypeScriptTypes(text) : text,
      },
    ]
  } catch {
    // Deleted since it was loaded, or compiled by another loader: its lines are then unknown.
    return []
  }
}

function countLines(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
