import type { RunRecord } from '../../checks/run-store.ts'

type Run = Pick<RunRecord, 'scoped'>

/** In lists of runs: this one speaks for itself alone. */
export function ScopedMark({ run: { scoped } }: { readonly run: Run }) {
  if (!scoped) return null
  return (
    <span class="badge plain" title="Asked for with waivers or variables of its own">
      Scoped
    </span>
  )
}

/** The same on the page of the run, in full. */
export function ScopedNotice({ run: { scoped } }: { readonly run: Run }) {
  if (!scoped) return null
  return (
    <p class="notice">
      This run was asked for with waivers or variables of its own, so it changes no finding, control or trend.
    </p>
  )
}
