import type { ConnectorDefinition, Inventory } from '../../define/index.ts'
import type { DescribedApi } from '../described/described-api.ts'
import type { ProblemReport } from './report.ts'

/** What requests of a file may ask. */
export interface RequestRules {
  readonly definition: ConnectorDefinition
  /** Paths that may get a POST. */
  readonly posts: ReadonlySet<string>
  /** Of these, the ones that a list sends. */
  readonly sentPosts: Set<string>
  readonly report: ProblemReport
  /** The vendor's own description, if the file is held to it. */
  readonly described?: DescribedApi | undefined
  /** Inventories whose `roles` read nothing of an answer. They say what a list is of, and no question may count them. */
  readonly constantRoles: Set<Inventory>
}
