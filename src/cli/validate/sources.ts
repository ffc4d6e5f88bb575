import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { relative } from 'node:path'
import type { Check } from '../../define/index.ts'

export interface SourcePlace {
  /** As a person would type it from the folder that they are in. */
  readonly file: string
  /** From 1. */
  readonly line: number
}

/** The files that a connector was loaded from, as far as they tell where something is said. */
export interface SourceIndex {
  /** Where a text stands in quotes: the only place, or the first below another one. */
  findQuoted(text: string, below?: SourcePlace): SourcePlace | undefined
  /** Where the member `id` has this value. */
  findId(id: string): SourcePlace | undefined
  /** Where a character of a check's code stands. */
  findCode(check: Check, index: number): SourcePlace | undefined
}

interface SourceText {
  readonly file: string
  /** As Node runs it: types are blanks, so that lines stay where they are and functions are found by their text. */
  readonly text: string
}

/** @param files absolute paths; those that are no programs are passed over */
export function indexSources(files: readonly string[]): SourceIndex {
  const sources = files.flatMap(readSource)
  const places = (pattern: RegExp) =>
    sources.flatMap(({ file, text }) =>
      [...text.matchAll(pattern)].map(({ index }) => ({ file, line: countLines(text, index) })),
    )
  return {
    findQuoted: (text, below) => {
      const all = places(new RegExp(`(['"\`])${escapeForPattern(text)}\\1`, 'g'))
      if (all.length === 1) return all[0]
      return below && all.find(({ file, line }) => file === below.file && line >= below.line)
    },
    findId: (id) => {
      const [first, second] = places(new RegExp(`\\bid:\\s*(['"\`])${escapeForPattern(id)}\\1`, 'g'))
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
  if (!/\.[cm]?[jt]s$/.test(path)) return []
  try {
    const text = readFileSync(path, 'utf8')
    const shown = relative(process.cwd(), path)
    return [{ file: shown.startsWith('..') ? path : shown, text: /ts$/.test(path) ? stripTypeScriptTypes(text) : text }]
  } catch {
    // Gone since it was loaded, or compiled by somebody else's loader: then nothing is known of its lines.
    return []
  }
}

function countLines(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

function escapeForPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
