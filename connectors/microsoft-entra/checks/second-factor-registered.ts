import { type VendorClient, vendorRecord } from 'checkwright'
import { entra } from '../connector.ts'
import { listRegistrations, listUsers } from '../directory.ts'
import { ListedUser } from '../responses.ts'

export const secondFactorRegistered = entra.check({
  id: 'second-factor-registered',
  title: 'Everybody has registered a second factor that may be used',
  description:
    'Checks for every member whether a method for a second factor is registered that the policy of methods allows. Without one, Microsoft cannot ask for it, or an attacker can register their own. Guests register with their own organization; they are judged if include_guests is set. Disabled accounts are left out, because nobody signs in with them. A person has to look at an account of Microsoft Entra Connect or Cloud Sync, a program that cannot register one.',
  severity: 'high',
  controls: ['soc2:CC6.1', 'iso27001:A.8.5', 'hipaa:164.312(d)', 'gdpr:32'],
  states: ['second-factor-used'],
  scopes: ['AuditLog.Read.All', 'User.Read.All'],
  tags: ['mfa', 'authentication'],
  variables: [{ id: 'include_guests', label: 'Judge guests as well', type: 'boolean', default: false }],
  async run(ctx) {
    let accounts: Promise<Accounts> | undefined
    const fetchOnce = () => {
      accounts ??= fetchAccounts(ctx)
      return accounts
    }
    for await (const registration of listRegistrations(ctx)) {
      const { id, userPrincipalName: name, userType, isAdmin, isMfaRegistered, isMfaCapable } = registration
      const resource = { type: 'user', id, name }
      const evidence = {
        isMfaRegistered,
        isMfaCapable,
        isAdmin: isAdmin ?? 'not told',
        userType: userType ?? 'not told',
      }
      if (userType === 'guest' && !ctx.variables.include_guests)
        ctx.notApplicable({ resource, title: `${name} is a guest`, evidence })
      else if (isMfaRegistered && isMfaCapable)
        ctx.pass({ resource, title: `${name} has registered a second factor`, evidence })
      else if ((await fetchOnce()).disabled.has(id))
        ctx.notApplicable({ resource, title: `${name} is disabled`, evidence })
      else if ((await fetchOnce()).mayBeDisabled(id))
        ctx.undecided({
          resource,
          because: 'Graph does not say whether the account is disabled.',
          kind: 'schema_drift',
        })
      else if ((await fetchOnce()).synchronizing.has(id))
        ctx.manual({
          resource,
          title: `${name} is an account that synchronizes a directory, which cannot register a second factor`,
          description:
            'Find out whether a conditional access policy limits this account to the place of the server, and whether the server can sign in as an application instead.',
          evidence,
        })
      else {
        ctx.fail({
          resource,
          severity: isAdmin ? 'critical' : 'high',
          title: `${name} has registered no second factor${isMfaRegistered ? ' that the policy of methods allows' : ''}${isAdmin ? ', and is an administrator' : ''}`,
          remediation: `Ask ${name} to register under https://aka.ms/mfasetup. To ask everybody, open Protection → Authentication methods → Registration campaign in the Entra admin center.`,
          evidence,
        })
      }
    }
  },
})

/** What the report of registrations does not tell of accounts. */
interface Accounts {
  readonly disabled: ReadonlySet<string>
  /** Accounts that Microsoft Entra Connect and Cloud Sync made for themselves. */
  readonly synchronizing: ReadonlySet<string>
  /** Whether it stands in a record that cannot be read. */
  mayBeDisabled(id: string): boolean
}

async function fetchAccounts(ctx: VendorClient): Promise<Accounts> {
  const listed = await Array.fromAsync(listUsers(ctx, vendorRecord(ListedUser, 'id')))
  const users = listed.flatMap(({ record }) => record ?? [])
  const readable = new Set(users.map(({ id }) => id))
  return {
    disabled: new Set(users.flatMap(({ id, accountEnabled }) => (accountEnabled === false ? [id] : []))),
    synchronizing: new Set(users.filter(isSynchronizing).map(({ id }) => id)),
    mayBeDisabled: (id) => users.length < listed.length && !readable.has(id),
  }
}

// https://learn.microsoft.com/entra/identity/hybrid/connect/reference-connect-accounts-permissions
// https://learn.microsoft.com/entra/identity/hybrid/cloud-sync/how-to-troubleshoot
function isSynchronizing({ displayName, userPrincipalName }: ListedUser): boolean {
  return (
    displayName === 'On-Premises Directory Synchronization Service Account' &&
    typeof userPrincipalName === 'string' &&
    /^(?:Sync_.+|ADToAADSyncServiceAccount)@[^@]+\.onmicrosoft\.com$/i.test(userPrincipalName)
  )
}
