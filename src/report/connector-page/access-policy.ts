import { type AnyConnector, cutUrlTemplate } from '../../define/index.ts'
import { listInventoryScopes } from './lists-section.ts'

/** What a connector needs at its vendor, in the form in which the vendor takes it. */
export interface AccessPolicy {
  readonly kind: 'aws-policy' | 'azure-role' | 'google-role' | 'scopes'
  readonly scopes: readonly string[]
  /** A document for the vendor; undefined for a list of scopes. */
  readonly document?: Readonly<Record<string, unknown>>
}

/** All scopes and permissions that a connector's sign-in, checks and lists need, each once. */
export function listNeededScopes({ definition: { auth }, checks, inventories }: AnyConnector): readonly string[] {
  const declared = auth.type === 'oauth2' ? auth.config.scopes : []
  const needed = [...checks.flatMap((check) => check.scopes ?? []), ...inventories.flatMap(listInventoryScopes)]
  return [...new Set([...declared, ...needed])]
}

/** The union of what a connector needs. A vendor is known by the host that gets the credentials. */
export function createAccessPolicy(connector: AnyConnector): AccessPolicy {
  const { id, name, baseUrl } = connector.definition
  const host = cutUrlTemplate(baseUrl)?.authority ?? ''
  // Microsoft's ".default" stands for what the app was granted.
  const scopes = listNeededScopes(connector).filter((scope) => !scope.endsWith('/.default'))
  const sorted = scopes.toSorted()
  const title = `Checkwright ${name}`
  const description = `Reads what the checks of Checkwright's connector ${id} ask, and changes nothing.`
  if (sorted.length === 0) return { kind: 'scopes', scopes: sorted }
  if (/\.amazonaws\.com$/.test(host))
    return {
      kind: 'aws-policy',
      scopes: sorted,
      document: {
        Version: '2012-10-17',
        Statement: [{ Sid: 'CheckwrightReads', Effect: 'Allow', Action: sorted, Resource: '*' }],
      },
    }
  if (host === 'management.azure.com')
    return {
      kind: 'azure-role',
      scopes: sorted,
      document: {
        Name: title,
        IsCustom: true,
        Description: description,
        Actions: sorted,
        NotActions: [],
        AssignableScopes: ['/subscriptions/00000000-0000-0000-0000-000000000000'],
      },
    }
  // Scopes of OAuth are addresses; the permissions of a role are not.
  if (/\.googleapis\.com$/.test(host) && sorted.every((scope) => !scope.includes('/')))
    return {
      kind: 'google-role',
      scopes: sorted,
      document: { title, description, stage: 'GA', includedPermissions: sorted },
    }
  return { kind: 'scopes', scopes: sorted }
}
