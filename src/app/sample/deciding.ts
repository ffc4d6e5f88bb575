import type { Runtime } from '../../things/runtime/runtime.ts'
import type { SampleSystem } from './connect-systems.ts'

/** What the people of the sample need to decide about something. */
export interface Deciding {
  readonly runtime: Runtime
  readonly organizationId: string
  readonly systems: readonly SampleSystem[]
  /** When the first day began, epoch ms. */
  readonly startMs: number
}
