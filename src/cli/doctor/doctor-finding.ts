/** `note`: nothing is wrong, and one should know; `warning`: it works, and will not for ever or not for all. */
export type DoctorLevel = 'ok' | 'note' | 'warning' | 'problem'

/** One thing that was looked at. */
export interface DoctorFinding {
  /** Stable: `store.schema`. */
  readonly id: string
  readonly level: DoctorLevel
  /** What it is and what that means. */
  readonly says: string
  /** What to do; of anything but `ok` and most notes. */
  readonly advice?: string
}

/** What is looked at, and by what eyes. */
export interface ExaminedService {
  readonly storeUrl: string
  readonly env: NodeJS.ProcessEnv
  /** Where the service is, or is to be, reached. */
  readonly publicUrl: string | undefined
  /** Files of connectors beside the shipped ones. */
  readonly connectorFiles: readonly string[]
  readonly nowMs: number
}
