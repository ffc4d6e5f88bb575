import type { RunRecord } from '../../../checks/runs/run-store.ts'
import { useTexts } from '../../all-texts/use-texts.ts'

type Run = Pick<RunRecord, 'scoped'>

/** In lists of runs: this one speaks for itself alone. */
export function ScopedMark({ run: { scoped } }: { readonly run: Run }) {
  const texts = useTexts()
  if (!scoped) return null
  return (
    <span class="badge plain" title={texts.shared.scopedRun.hint}>
      {texts.shared.scopedRun.badge}
    </span>
  )
}

/** The same on the page of the run, in full. */
export function ScopedNotice({ run: { scoped } }: { readonly run: Run }) {
  const texts = useTexts()
  if (!scoped) return null
  return <p class="notice">{texts.shared.scopedRun.notice}</p>
}
