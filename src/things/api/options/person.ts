import type { Role } from '../../../service/rights/permissions.ts'

/** A person who uses a browser. */
export interface SessionPerson {
  /** The host's own id of the person, unique within the organization. */
  readonly userId: string
  readonly organizationId: string
  /**
   * `viewer` reads runs and results. `member` also connects and runs. `admin` runs the organization. `operator` may do
   * all that an admin may, and sets OAuth apps and connectors of the whole platform: give it to the people who run the
   * service.
   */
  readonly role: Role
  /** For a viewer: first and last day, in UTC, of the runs that they may see. @default all */
  readonly periodFrom?: string | null | undefined
  readonly periodTo?: string | null | undefined
  /** Whether a viewer may read evidence that names people: lists of them, exchanges that list them, whole bundles. @default false */
  readonly readsPeople?: boolean | undefined
  /**
   * When they proved their identity, epoch ms. Changes to the platform require that this is at most an hour ago.
   * @default not checked
   */
  readonly signedInAtMs?: number | undefined
}
