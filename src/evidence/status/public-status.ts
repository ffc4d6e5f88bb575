import type { ControlState } from '../../checks/controls/evaluate-controls.ts'
import type { ScopeExclusion } from '../../checks/controls/scope.ts'
import { addDays } from '../../text/calendar-day.ts'
import type {
  ControlSpan,
  DaySpan,
  EarlierMapping,
  LastMapping,
  PackageHead,
  StatementCount,
} from '../package/package-content.ts'
import type { PackageLine } from '../package/read-controls.ts'

export const statusSchema = 'checkwright.status/v1'

/** How one control stands, by signed evidence alone and without a word about whom or what it is about. */
export interface PublicControl {
  readonly id: string
  readonly title: string
  /** As the framework groups its controls. */
  readonly group?: string | undefined
  /** On the last day. */
  readonly state: ControlState
  /** Of the statements that count for it, those that were observed on the last day. Left out where none counts, or evidence is missing. */
  readonly statements?: StatementCount | undefined
  /** Why it is out of scope on the last day, without the reason. Left out where it is in scope. */
  readonly leftOut?: 'category' | 'not applicable' | undefined
  /** The oldest first, without gaps. */
  readonly history: readonly ControlSpan[]
  /** Checks whose evidence the state of the last day rests on, and when the oldest and the newest of it was read; ISO 8601. */
  readonly evidence: {
    readonly checks: number
    readonly oldest?: string | undefined
    readonly newest?: string | undefined
  }
  /** SHA-256 of their bundles, hexadecimal, in order. */
  readonly proofs: readonly string[]
}

/** `status.json` */
export interface PublicStatus extends Pick<PackageHead, 'framework' | 'organization' | 'period' | 'writtenBy'> {
  readonly schema: typeof statusSchema
  /** The package that it was made of. */
  readonly package: { readonly madeAt: string; readonly manifestSha256: string }
  /** Of the mapping of statements to controls. Its text is in the package, because it names controls that are not shown. */
  readonly mapping?: Omit<LastMapping, 'text'> | undefined
  /** Those of earlier days of the period, the oldest first. Left out where it never changed. */
  readonly earlierMappings?: readonly Omit<EarlierMapping, 'text'>[] | undefined
  readonly controls: readonly PublicControl[]
  /** Controls of the framework that are not shown. */
  readonly hidden: number
  /** The key that signed the page; SPKI in base64. */
  readonly signer: { readonly fingerprint: string; readonly publicKey: string }
}

/**
 * What may be public of the controls of a package. A control counts as satisfied on the days on which signed evidence is there for all of
 * its checks; on others nobody can tell. A control that is not satisfied needs no proof.
 * @param isPublic by the id of a control
 */
export async function gatherPublicControls(
  lines: AsyncIterable<PackageLine>,
  isPublic: (id: string) => boolean,
): Promise<{ readonly controls: readonly PublicControl[]; readonly hidden: number }> {
  const gathered: Gathered[] = []
  let hidden = 0
  let current: Gathered | undefined
  for await (const line of lines) {
    if ('check' in line) {
      if (current) addCheck(current, line.check)
      continue
    }
    const { id, title, group, history } = line.control
    current = isPublic(id)
      ? { id, title, group, history, unproven: new Map(), checks: 0, readAt: new Set(), proofs: new Set() }
      : undefined
    if (current) gathered.push(current)
    else hidden++
  }
  return { controls: gathered.map(toPublic), hidden }
}

interface Gathered extends Pick<PublicControl, 'id' | 'title' | 'group' | 'history'> {
  /** Days on which a check counts as satisfied without signed evidence. */
  readonly unproven: Map<string, DaySpan>
  checks: number
  readonly readAt: Set<string>
  readonly proofs: Set<string>
}

function addCheck(control: Gathered, { history }: Extract<PackageLine, { readonly check: unknown }>['check']): void {
  for (const { from, to, state, evidence } of history)
    if (evidence !== 'kept' && (state === 'satisfied' || state === 'not_applicable'))
      control.unproven.set(`${from} ${to}`, { from, to })
  const { evidence, at, digest } = history.at(-1) ?? {}
  if (evidence !== 'kept' || digest === undefined) return
  control.checks++
  if (at !== undefined) control.readAt.add(at)
  control.proofs.add(digest)
}

function toPublic({ id, title, group, history, unproven, checks, readAt, proofs }: Gathered): PublicControl {
  const shown = withoutUnproven(history, [...unproven.values()])
  const sorted = [...readAt].toSorted()
  const newest = history.at(-1)
  const isProven = newest?.state === shown.at(-1)?.state
  return {
    id,
    title,
    group,
    state: shown.at(-1)?.state ?? 'undetermined',
    statements: isProven ? newest?.statements : undefined,
    leftOut: newest?.leftOut && (isByChoice(newest.leftOut) ? 'category' : 'not applicable'),
    history: shown,
    evidence: { checks, oldest: sorted[0], newest: sorted.at(-1) },
    proofs: [...proofs].toSorted(),
  }
}

/** The same days, with `undetermined` in place of `satisfied` on those that are not proven. */
export function withoutUnproven(history: readonly ControlSpan[], unproven: readonly DaySpan[]): readonly ControlSpan[] {
  // A span begins where one of these begins, or after the end of one.
  const edges = new Set(unproven.flatMap(({ from, to }) => [from, addDays(to, 1)]))
  const spans: ControlSpan[] = []
  for (const { from, to, state } of history) {
    const starts = [from, ...[...edges].filter((edge) => edge > from && edge <= to).toSorted()]
    for (const [index, start] of starts.entries()) {
      const next = starts[index + 1]
      const isUnproven = unproven.some((each) => each.from <= start && start <= each.to)
      const span = {
        from: start,
        to: next === undefined ? to : addDays(next, -1),
        state: state === 'satisfied' && isUnproven ? 'undetermined' : state,
      } as const
      const before = spans.at(-1)
      if (before?.state === span.state) spans[spans.length - 1] = { ...before, to: span.to }
      else spans.push(span)
    }
  }
  return spans
}

/** Whether a whole category or group was left out, and not the control alone. */
function isByChoice({ category, group }: ScopeExclusion): boolean {
  return (category ?? group) !== undefined
}
