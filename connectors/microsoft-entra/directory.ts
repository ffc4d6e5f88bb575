import { HttpError, type PaginateOptions, type VendorClient } from 'checkwright'
import * as z from 'zod/mini'
import { pages } from './conditional-access.ts'
import { Registration } from './responses.ts'

type Schema<T> = PaginateOptions<T>['schema']

const userMembers =
  'id,displayName,userPrincipalName,mail,proxyAddresses,accountEnabled,createdDateTime,userType,externalUserState'

/**
 * All users with their sign-ins, with the same request for the check and the list.
 * @param signIns false for a tenant whose licence has no sign-in reports: Graph refuses the request then
 */
export function listUsers<T>(
  ctx: VendorClient,
  schema: Schema<T>,
  { signIns = true }: { readonly signIns?: boolean } = {},
): AsyncIterable<T> {
  const $select = signIns ? `${userMembers},signInActivity` : userMembers
  const resource = { type: 'user', id: 'id', name: 'userPrincipalName' }
  return ctx.paginate('/users', { query: { $select, $top: 500 }, schema, resource, ...pages })
}

/** Which methods users have registered, for those who have signed in or were asked to. */
export function listRegistrations(ctx: VendorClient) {
  return ctx.paginate('/reports/authenticationMethods/userRegistrationDetails', {
    schema: Registration,
    resource: { type: 'user', id: 'id', name: 'userPrincipalName' },
    ...pages,
  })
}

/** All devices in Intune, with the same request for the check and the list. */
export function listDevices<T>(ctx: VendorClient, schema: Schema<T>): AsyncIterable<T> {
  const $select =
    'id,deviceName,userPrincipalName,emailAddress,serialNumber,operatingSystem,osVersion,managementState,complianceState,isEncrypted,manufacturer,model,lastSyncDateTime'
  const resource = { type: 'device', id: 'id', name: 'deviceName' }
  return ctx.paginate('/deviceManagement/managedDevices', { query: { $select }, schema, resource, ...pages })
}

/**
 * Whether the tenant's licence has sign-in reports (Entra ID P1). It asks for users who signed in after the last day of the
 * calendar, so that a licensed tenant answers with nobody.
 */
export function hasSignInReports(ctx: VendorClient): Promise<boolean> {
  return isLicensed(ctx, '/users', 'signInActivity/lastSignInDateTime ge 9999-12-31T00:00:00Z')
}

/** Whether the licence has what a filter that fits nothing asks about. */
export async function isLicensed(ctx: VendorClient, path: string, $filter: string): Promise<boolean> {
  try {
    await ctx.get(path, { query: { $filter, $select: 'id' }, schema: Nothing, expect: isUnlicensed })
    return true
  } catch (error) {
    if (isUnlicensed(error)) return false
    throw error
  }
}

const Nothing = z.object({ value: z.array(z.unknown()).check(z.maxLength(0)) })

function isUnlicensed(error: unknown): boolean {
  return error instanceof HttpError && error.code === 'HTTP_PLAN'
}
