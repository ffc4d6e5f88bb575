import type { RunRecord } from '../../checks/run-store.ts'

type Run = Pick<RunRecord, 'scoped'>

/** In lists of runs: this one speaks for itself alone. */
export function ScopedMark({ run: { scoped } }: { readonly run: Run }) {
  if (!scoped) return null
  return (
    <span class="badge plain" title="Started with waivers or variables of its own">
      Scoped
    </span>
  )
}

/** The same on the page of the run, in full. */
export function ScopedNotice({ run: { scoped } }: { readonly run: Run }) {
  if (!scoped) return null
  return (
    <p class="notice">
      This run was started with waivers or variables of its own, so it does not change findings, controls or trends.
    </p>
  )
}
