import { isGlob } from '../../checks/waivers/glob.ts'
import { toPatterns } from '../../checks/waivers/limits.ts'
import type { RunResult, Waiver, WaiverUse } from '../../define/index.ts'
import { cleanLine } from '../../report/pieces/safe-text.ts'
import { wrapHanging } from '../../report/pieces/wrap-text.ts'
import { countNoun } from '../../text/count-noun.ts'
import { findNearest } from '../../text/find-nearest.ts'
import type { Terminal } from './terminal.ts'

/** Prints the state of waivers: one line for what was waived, then a line for each that needs a person. */
export function tellWaivers(
  waivers: readonly Waiver[],
  runs: readonly Pick<RunResult, 'waivers'>[],
  knownConnectors: readonly string[],
  { err }: Pick<Terminal, 'err'>,
): void {
  const uses = mergeWaiverUses(runs.flatMap((run) => run.waivers ?? []))
  const applied = uses.filter(({ state }) => state === 'applied')
  const waived = applied.reduce((sum, { results }) => sum + results, 0)
  err.line(
    applied.length === 0
      ? 'Waivers: none applied'
      : `Waivers: ${applied.length} applied, to ${countNoun(waived, 'failing result')}`,
  )
  const notes = [
    ...uses.flatMap((use) => listAttention(use).map((text) => ({ source: use.source, text }))),
    ...waivers.flatMap((waiver) =>
      findMisspelt(waiver, knownConnectors).map((text) => ({ source: waiver.source, text })),
    ),
  ]
  for (const { source = 'a waiver', text } of notes) {
    for (const line of wrapHanging(`  ! ${cleanLine(`${source} ${text}`, 600)}`, err.width, 4)) err.line(line)
  }
}

/** The action that a waiver needs; empty if it did its work. */
function listAttention({ state, expires, results, note }: WaiverUse): string[] {
  const odd = note === undefined ? '' : ` (${note})`
  switch (state) {
    case 'expired':
      return [
        `expired after ${expires}: ${results === 0 ? 'no failing result matches it; remove it' : `${countNoun(results, 'failing result')} that it matches count${results === 1 ? 's' : ''} again`}${odd}`,
      ]
    case 'unused':
      return [`matches no failing result; remove or correct it${odd}`]
    case 'undetermined':
      return [`matches no failing result, and a check that it is for could not tell${odd}`]
    case 'applied':
      return note === undefined ? [] : [note]
  }
}

/** A waiver of several runs counts in all of them together. */
function mergeWaiverUses(uses: readonly WaiverUse[]): WaiverUse[] {
  const bySource = new Map<string, WaiverUse>()
  for (const use of uses) {
    const key = JSON.stringify([use.source, use.connector, use.check, use.resource, use.resourceType, use.tag])
    const before = bySource.get(key)
    bySource.set(
      key,
      before
        ? { ...(weight[before.state] > weight[use.state] ? before : use), results: before.results + use.results }
        : use,
    )
  }
  return [...bySource.values()]
}

const weight: Readonly<Record<WaiverUse['state'], number>> = { unused: 0, undetermined: 1, applied: 2, expired: 3 }

/** An unknown connector belongs to another file, unless its name is similar to one of ours. */
function findMisspelt({ connector }: Waiver, known: readonly string[]): string[] {
  return toPatterns(connector)
    .filter((id) => !isGlob(id) && !known.includes(id))
    .flatMap((id) => {
      const near = findNearest(id, known)
      return near === undefined ? [] : [`names the unknown connector "${id}"; did you mean "${near}"?`]
    })
}
