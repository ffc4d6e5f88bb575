import type { Framework } from '../../../checks/controls/frameworks/framework.ts'
import type { ObjectStore } from '../../../service/files/objects.ts'

/** What a package is to be about, and where it goes. */
export interface PackageOrder {
  readonly organizationId: string
  readonly framework: Framework
  /** First and last day, in UTC: `2026-07-01`. */
  readonly from: string
  readonly to: string
  /** Ids. @default the whole organization, with cross-checks, access reviews and obligations */
  readonly connections?: readonly string[] | undefined
  readonly staleAfterMs?: number | undefined
  /** Refuses gaps. @default false */
  readonly requireEvidence?: boolean | undefined
  /** A folder that is not there or empty, or a file with a name that ends in `.zip`. */
  readonly target: string
  /** Whether bundles are whole where they have people. @default true */
  readonly mayReadPeople?: boolean | undefined
  /** Whether connections are named. @default true */
  readonly isNamed?: boolean | undefined
  /** Runs that were asked for before are not known to the reader, epoch ms. @default all are */
  readonly knownFromMs?: number | undefined
  /** The place of uploads. @default the runtime's */
  readonly uploads?: ObjectStore | undefined
}
