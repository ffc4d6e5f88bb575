import { chooseLesserRole, mayReadPeople, type Role } from '../../../service/rights/permissions.ts'

/** What somebody may do, as far as it can change while an answer is on its way. */
export interface Rights {
  readonly organizationId: string
  /** @default the role limits nothing */
  readonly role?: Role | undefined
  readonly periodFrom?: string | null | undefined
  readonly periodTo?: string | null | undefined
  /** @default false */
  readonly readsPeople?: boolean | undefined
}

/** Whether somebody still has every right that they had before. */
export function keepsRights(before: Rights, now: Rights): boolean {
  return (
    now.organizationId === before.organizationId &&
    keepsRole(before.role, now.role) &&
    keepsDay(before.periodFrom, now.periodFrom) &&
    keepsDay(before.periodTo, now.periodTo) &&
    keepsPeople(before, now)
  )
}

/** Whoever is a member from now on may not read what a viewer was granted. */
function keepsPeople({ readsPeople }: Rights, { role, ...now }: Rights): boolean {
  return readsPeople !== true || (role !== undefined && mayReadPeople({ role, readsPeople: now.readsPeople }))
}

/** A role that is gone gives nothing. */
function keepsRole(before: Role | undefined, now: Role | undefined): boolean {
  if (before === undefined || now === undefined) return before === now
  return chooseLesserRole(before, now) === before
}

function keepsDay(before: string | null | undefined, now: string | null | undefined): boolean {
  return !now || now === before
}
