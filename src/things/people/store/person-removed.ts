import type { Hook } from '../../../service/store/sql/hook.ts'

/** Somebody has no role in the organization from now on. */
export interface PersonRemoval {
  readonly organizationId: string
  readonly userId: string
  readonly atMs: number
}

export interface PersonHooks {
  readonly 'person.removed': Hook<PersonRemoval>
}
