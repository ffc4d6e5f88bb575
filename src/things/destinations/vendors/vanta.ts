import * as z from 'zod/mini'
import type { Converted, DestinationVendor, PushedRecord } from './destination-vendor.ts'

const origins = { us: 'https://api.vanta.com', gov: 'https://api.vanta-gov.com' } as const

const Success = z.object({ success: z.literal(true) })

/**
 * A private integration of Vanta. Each request replaces all resources of its kind: what it leaves out is deleted there. Source: the
 * description of Vanta's Build Integrations API, version 0.0.1, and "Authorize using OAuth" of developer.vanta.com.
 */
export const vanta: DestinationVendor = {
  name: 'Vanta',
  findProblems: ({ region, resource }) => [
    ...(region in origins ? [] : [{ path: 'region', message: 'must be us or gov: Vanta has no other' }]),
    ...(/^[\w-]{1,100}$/.test(resource)
      ? []
      : [{ path: 'resource', message: 'must be the id of a resource, as the developer console shows it' }]),
  ],
  readOrigin: ({ region }) => origins[region === 'gov' ? 'gov' : 'us'],
  planToken: (clientId, secret) => ({
    method: 'POST',
    path: '/oauth/token',
    body: JSON.stringify({
      client_id: clientId,
      client_secret: secret,
      scope: 'connectors.self:write-resource',
      grant_type: 'client_credentials',
    }),
  }),
  convert: ({ list }, record) => (list === 'account' ? toUserAccount(record) : toCustomResource(record)),
  plan: (settings, resources) => [
    {
      method: 'PUT',
      path: `/v1/resources/${settings.list === 'account' ? 'user_account' : 'custom_resource'}`,
      body: JSON.stringify({ resourceId: settings.resource, resources }),
    },
  ],
  findRefusal: (answer) => (Success.safeParse(answer).success ? undefined : 'Vanta did not say that it took the list.'),
}

/** A resource of our own form has these members alone. Others would need a schema that the customer makes there. */
function toCustomResource({ id, name, url }: PushedRecord): Converted {
  return { kind: 'resource', resource: { displayName: name, uniqueId: id, externalUrl: url } }
}

/** Vanta requires each of these members. One that nobody could tell is not made up, so the list is not pushed. */
function toUserAccount({ id, name, url, members }: PushedRecord): Converted {
  const { status, administrator, createdAt, secondFactor, singleSignOnOnly, email } = members
  if (status === 'invited') return { kind: 'left out', reason: 'invited' }
  if (status !== 'active' && status !== 'suspended' && status !== 'deleted')
    return { kind: 'unknown', member: 'status' }
  if (email === undefined) return { kind: 'unknown', member: 'email' }
  if (typeof administrator !== 'boolean') return { kind: 'unknown', member: 'administrator' }
  if (typeof createdAt !== 'string') return { kind: 'unknown', member: 'createdAt' }
  if (typeof singleSignOnOnly !== 'boolean') return { kind: 'unknown', member: 'singleSignOnOnly' }
  // "This value is ignored if authMethod is SSO."
  if (!singleSignOnOnly && typeof secondFactor !== 'boolean') return { kind: 'unknown', member: 'secondFactor' }
  const mfaEnabled = secondFactor === true
  return {
    kind: 'resource',
    resource: {
      displayName: name,
      uniqueId: id,
      externalUrl: url,
      fullName: name,
      accountName: name,
      // null: the vendor says that there is none.
      email: email ?? '',
      permissionLevel: administrator ? 'ADMIN' : 'BASE',
      createdTimestamp: createdAt,
      status: status === 'active' ? 'ACTIVE' : 'DEACTIVATED',
      mfaEnabled,
      // Which method it is, no inventory says.
      mfaMethods: mfaEnabled || singleSignOnOnly ? [] : ['DISABLED'],
      authMethod: singleSignOnOnly ? 'SSO' : 'PASSWORD',
    },
  }
}
