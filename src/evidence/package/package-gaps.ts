import type { CheckHistory, CheckSpan, DaySpan, PackageContent } from './package-content.ts'

export type GapKind = 'no check' | 'no run' | 'could not tell' | 'not kept' | 'deleted' | 'upload deleted'

/** Something that a package cannot prove. */
export interface PackageGap
  extends Partial<DaySpan>,
    Partial<Pick<CheckHistory, 'connector' | 'connectionId' | 'taskId'>>,
    Pick<CheckSpan, 'runId' | 'reviewId'> {
  readonly kind: GapKind
  readonly control?: string | undefined
  readonly check?: string | undefined
  /** Of an upload. */
  readonly sha256?: string | undefined
  readonly because: string
}

/** Whether evidence is missing that there could have been. Nobody can keep any of a control that no check covers. */
export function lacksEvidence({ kind }: { readonly kind: string }): boolean {
  return kind !== 'no check'
}

/** All gaps of a package, by control and check. */
export async function* listGaps({
  controls,
  uploads,
}: Pick<PackageContent, 'controls' | 'uploads'>): AsyncGenerator<PackageGap> {
  for (const control of controls) {
    for (const { state, from, to, leftOut } of control.history)
      if (state === 'uncovered' && leftOut === undefined)
        yield { kind: 'no check', control: control.id, from, to, because: 'no check of these connections covers it' }
    for await (const check of control.checks())
      for (const span of check.history) yield* listSpanGaps(control.id, check, span)
  }
  for (const { sha256, name, size } of uploads)
    if (size === undefined) yield { kind: 'upload deleted', sha256, because: `the bytes of "${name}" are gone` }
}

function* listSpanGaps(control: string, check: CheckHistory, span: CheckSpan): Generator<PackageGap> {
  const { connector, connectionId, taskId, id } = check
  const { from, to, because, runId, reviewId, basis = [] } = span
  const of = {
    control,
    connector,
    connectionId,
    taskId,
    check: id,
    runId,
    reviewId,
    from,
    to,
  }
  yield* listBundleGaps(of, span)
  for (const each of basis) {
    const { runId, reviewId } = each
    yield* listBundleGaps({ ...of, runId: runId ?? of.runId, reviewId: reviewId ?? of.reviewId }, each)
  }
  if (span.state !== 'undetermined' || taskId !== undefined) return
  const isRun = runId !== undefined || reviewId !== undefined
  if (!isRun || because.startsWith('its evidence is ')) yield { kind: 'no run', ...of, because }
  else yield { kind: 'could not tell', ...of, because }
}

function* listBundleGaps(
  of: Omit<PackageGap, 'kind' | 'because'>,
  { reviewId, evidence, outcomes }: Pick<CheckSpan, 'reviewId' | 'evidence' | 'outcomes'>,
): Generator<PackageGap> {
  const what = reviewId === undefined ? 'run' : 'access review'
  if (evidence === 'deleted') yield { kind: 'deleted', ...of, because: `the evidence of the ${what} was deleted` }
  if (evidence === 'not kept') yield { kind: 'not kept', ...of, because: `the ${what} kept no evidence` }
  if (outcomes?.evidence === 'deleted')
    yield { kind: 'deleted', ...of, because: 'what became of its removals was deleted' }
  if (outcomes?.evidence === 'not kept')
    yield { kind: 'not kept', ...of, because: 'what became of its removals was signed after the period' }
}
