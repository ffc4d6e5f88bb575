import type { RunRecord } from '../../../checks/runs/run-store.ts'
import type { Severity } from '../../../define/index.ts'
import { useTexts } from '../../all-texts/use-texts.ts'

export type ShownRunStatus = RunRecord['status'] | 'queued'

const tones: Readonly<Record<ShownRunStatus, string>> = {
  pass: 'pass',
  fail: 'fail',
  manual: 'manual',
  not_applicable: 'plain',
  error: 'error',
  queued: 'plain',
  running: 'plain',
  cancelled: 'plain',
}

/** Strokes in a box of 16 by 16: the shape shows the status without the colour. */
const marks: Readonly<Record<ShownRunStatus, string>> = {
  pass: 'm3.5 8.5 3 3 6-7',
  fail: 'm4 4 8 8m0-8-8 8',
  manual: 'M8 3v6m0 3.5v.01',
  not_applicable: 'M4 8h8',
  error: 'M5.6 6a2.4 2.4 0 1 1 3.4 2.2c-.7.3-1 .8-1 1.5m0 2.8v.01',
  queued: 'M8 4v4l2.5 1.5',
  running: 'M8 3a5 5 0 1 1-5 5',
  cancelled: 'M4.5 4.5h7v7h-7z',
}

interface StatusProps {
  readonly of: ShownRunStatus
  /** Replaces the status's own label. */
  readonly children?: string | undefined
}

/** A status as a mark and a label. */
export function StatusBadge({ of, children }: StatusProps) {
  const texts = useTexts()
  return (
    <span class={`badge ${tones[of]}`}>
      <svg class={`mark mark-${of}`} viewBox="0 0 16 16" aria-hidden="true">
        <path d={marks[of]} />
      </svg>
      {children ?? texts.states.run[of]}
    </span>
  )
}

export function SeverityBadge({ of }: { readonly of: Severity }) {
  const texts = useTexts()
  return <span class={`severity ${of}`}>{texts.states.severity[of]}</span>
}
