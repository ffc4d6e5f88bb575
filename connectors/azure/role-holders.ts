import { distinctBy, HttpError, parseWord, type VendorClient, type VendorRecord, vendorRecord } from 'checkwright'
import { listAssignments } from './lists.ts'
import { RoleAssignment } from './responses.ts'

// https://learn.microsoft.com/rest/api/authorization/role-assignments/list-for-scope#principaltype
const principalTypes = ['User', 'Group', 'ServicePrincipal', 'ForeignGroup', 'Device'] as const

/** Who holds a role on the subscription, or above it, or may activate it. Each counts once. */
export interface RoleHolders {
  readonly holders: readonly {
    readonly principalId: string
    readonly principalType: string
    readonly scope: string
    /** true for who only may activate it */
    readonly eligible: true | undefined
  }[]
  readonly groups: number
  /** How many there are at least: a group may be empty, or have those as members who hold the role themselves. */
  readonly surely: number
  /** Why an assignment cannot be read; undefined if all can. */
  readonly unreadable: string | undefined
}

/** @param isOf whether an assignment is one of the role that is asked for */
export async function fetchRoleHolders(
  ctx: VendorClient & Parameters<typeof parseWord>[0] & { readonly credentials: { readonly subscription_id: string } },
  isOf: (assignment: RoleAssignment) => boolean,
): Promise<RoleHolders> {
  const below = `/subscriptions/${ctx.credentials.subscription_id}/`.toLowerCase()
  const listed = await collectAssignments(listAssignments(ctx, vendorRecord(RoleAssignment)))
  const activated = await collectAssignments(listEligibleAssignments(ctx))
  const holds = (assignment: RoleAssignment) => isOf(assignment) && !assignment.scope.toLowerCase().startsWith(below)
  const standing = listed.assignments.filter(holds).map((each) => ({ ...each, eligible: undefined }))
  const eligible = activated.assignments.filter(holds).map((each) => ({ ...each, eligible: true as const }))
  const holders = distinctBy([...standing, ...eligible], ({ principalId }) => principalId.toLowerCase()).map(
    ({ principalId, principalType, scope, eligible }) => ({
      principalId,
      principalType: parseWord(ctx, principalType, principalTypes, 'principalType'),
      scope,
      eligible,
    }),
  )
  const groups = holders.filter(({ principalType }) => /group/i.test(principalType)).length
  const unreadable = listed.unreadable ?? activated.unreadable
  return { holders, groups, surely: holders.length - groups, unreadable }
}

/** Role assignments that can be read, and why one cannot. */
async function collectAssignments(
  list: AsyncIterable<VendorRecord<RoleAssignment>>,
): Promise<{ readonly assignments: readonly RoleAssignment[]; readonly unreadable: string | undefined }> {
  const listed = await Array.fromAsync(list)
  return {
    assignments: listed.flatMap(({ record }) => record ?? []),
    unreadable: listed.flatMap((each) => each.unreadable ?? [])[0],
  }
}

/**
 * People who may activate a role. Without Privileged Identity Management there are none, and Azure's error shows that.
 */
async function* listEligibleAssignments(ctx: VendorClient): AsyncGenerator<VendorRecord<RoleAssignment>> {
  try {
    yield* listAssignments(ctx, vendorRecord(RoleAssignment), {
      list: 'roleEligibilityScheduleInstances',
      version: '2020-10-01',
      expect: isPimMissing,
    })
  } catch (error) {
    if (!isPimMissing(error)) throw error
  }
}

/** Whether Azure's code shows that the tenant has no licence, because the status 400 alone does not. */
function isPimMissing(error: unknown): boolean {
  return error instanceof HttpError && error.status === 400 && error.code === 'HTTP_PLAN'
}
