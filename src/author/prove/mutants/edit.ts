import type { NoneEntry } from '../../../data/format/values.ts'

import { isObject } from '../../../text/is-object.ts'
import { listExpressionMutants } from './expression-mutants.ts'
import type { MutantKind } from './mutant.ts'
import type { Vocabulary } from './vocabulary.ts'

export type EditPath = readonly (string | number)[]

/** One deliberate mistake in an entry of a file. */
export interface Edit {
  readonly kind: MutantKind
  readonly path: EditPath
  /** Undefined takes the member out. */
  readonly value: unknown
  readonly from: string
  readonly to: string
}

/** A copy of an entry, with the mistake. */
export function applyEdit<T extends object>(entry: T, { path, value }: Edit): T {
  const copy = structuredClone(entry)
  const holder = path.slice(0, -1).reduce<unknown>((at, step) => (at as Record<string | number, unknown>)[step], copy)
  const last = path.at(-1) ?? ''
  if (value === undefined && Array.isArray(holder)) holder.splice(Number(last), 1)
  else if (value === undefined) delete (holder as Record<string | number, unknown>)[last]
  else (holder as Record<string | number, unknown>)[last] = value
  return copy
}

/** `unknown[0].when` */
export function formatEditPath(path: EditPath): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('')
}

/** The mistakes of one expression. */
export function listTextEdits(
  path: EditPath,
  text: string | undefined,
  isCondition: boolean,
  vocabulary: Vocabulary,
): readonly Edit[] {
  if (text === undefined) return []
  return listExpressionMutants(text, isCondition, vocabulary).map(({ kind, text: value, from, to }) => ({
    kind,
    path,
    value,
    from,
    to,
  }))
}

/** The rule is not there. */
export function dropRule(path: EditPath, from: string): Edit {
  return { kind: 'dropped-rule', path, value: undefined, from, to: '' }
}

/** What the vendor writes where there is none, and the unit of a time. */
export function listValueEdits(
  path: EditPath,
  { none, time }: { readonly none?: NoneEntry | undefined; readonly time?: string | undefined },
): readonly Edit[] {
  const unit = time === 'seconds' ? 'milliseconds' : time === 'milliseconds' ? 'seconds' : undefined
  const edits: Edit[] = []
  if (none) {
    const from = JSON.stringify({ values: none.values, absent: none.absent })
    edits.push({ kind: 'absent', path: [...path, 'none'], value: undefined, from, to: '' })
  }
  if (unit !== undefined) edits.push({ kind: 'unit', path: [...path, 'time'], value: unit, from: time ?? '', to: unit })
  return edits
}

/** Requests of a check or an inventory. */
export interface RequestMembers {
  readonly list?: unknown
  readonly get?: unknown
  readonly detail?: unknown
  readonly for?: Readonly<Record<string, unknown>> | undefined
  readonly let?: Readonly<Record<string, unknown>> | undefined
}

/** Only the first page is read, or a status does not mean any more that there is none. */
export function listRequestEdits(entry: RequestMembers): readonly Edit[] {
  const places: readonly (readonly [path: EditPath, request: unknown])[] = [
    [['list'], entry.list],
    [['get'], entry.get],
    [['detail'], entry.detail],
    ...Object.entries(entry.for ?? {}).map(([name, request]) => [['for', name], request] as const),
    ...Object.entries(entry.let ?? {}).map(([name, request]) => [['let', name], request] as const),
  ]
  return places.flatMap(([path, request]) => {
    if (!isObject(request)) return []
    const edits: Edit[] = []
    const { next, absent } = request
    if (hasPages(next)) {
      const value = { none: 'the first page alone' }
      edits.push({ kind: 'paging', path: [...path, 'next'], value, from: JSON.stringify(next), to: 'none' })
    }
    if (absent !== undefined)
      edits.push({ kind: 'absent', path: [...path, 'absent'], value: undefined, from: JSON.stringify(absent), to: '' })
    return edits
  })
}

function hasPages(next: unknown): boolean {
  return next !== undefined && next !== 'none' && next !== 'unknown' && !(isObject(next) && 'none' in next)
}
