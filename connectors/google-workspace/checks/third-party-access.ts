import { workspace } from '../connector.ts'
import { findExemption, listTokens, listUsers } from '../directory.ts'
import { User } from '../responses.ts'

// All mail or all files, by scope. https://developers.google.com/identity/protocols/oauth2/scopes
const full = [
  'https://mail.google.com/',
  'https://www.googleapis.com/auth/gmail.modify',
  'https://www.googleapis.com/auth/drive',
  // The forms of older applications, which Google still accepts.
  'https://docs.google.com/feeds/',
  'https://docs.googleusercontent.com/',
].map(normalizeScope)
const reading = [
  'https://www.googleapis.com/auth/gmail.readonly',
  'https://www.googleapis.com/auth/drive.readonly',
].map(normalizeScope)

export const thirdPartyAccess = workspace.check({
  id: 'third-party-access',
  title: 'No third-party application has full access to mail or files without a review',
  description:
    'Lists the applications that people have given access to all of their mail or all of their files, to read or change them. Such an application reads everything without a password or second factor, until somebody removes the access. Applications of Google itself count as well, because Google does not mark them. Not judged: partial access, such as headers of mail or files that the application made itself, and access that an administrator has delegated to an application for the whole domain.',
  severity: 'medium',
  controls: ['soc2:CC9.2', 'iso27001:A.5.19'],
  states: ['applications-reviewed', 'consent-limited'],
  scopes: [
    'https://www.googleapis.com/auth/admin.directory.user.readonly',
    'https://www.googleapis.com/auth/admin.directory.user.security',
  ],
  tags: ['third-party', 'applications'],
  variables: [
    {
      id: 'accepted_apps',
      label: 'Client IDs of applications that may',
      type: 'text',
      helpText: 'Separated by commas: the applications that you have reviewed.',
    },
  ],
  async run(ctx) {
    const accepted = (ctx.variables.accepted_apps ?? '').split(',').map((id) => id.trim())
    const users = listUsers(ctx, User)
    await ctx.each(
      users,
      async (user) => {
        const { id, primaryEmail: name } = user
        const resource = { type: 'user', id, name }
        const exemption = findExemption(user)
        if (exemption) return ctx.notApplicable({ resource, ...exemption })
        const applications: { readonly clientId: string; readonly name: string; readonly scopes: readonly string[] }[] =
          []
        const unsaid: string[] = []
        for await (const { clientId, displayText, scopes } of listTokens(ctx, id)) {
          if (accepted.includes(clientId)) continue
          const found = scopes?.filter((scope) => [...full, ...reading].includes(normalizeScope(scope))) ?? []
          if (scopes === undefined) unsaid.push(clientId)
          if (found.length > 0) applications.push({ clientId, name: displayText ?? clientId, scopes: found })
        }
        if (applications.length === 0 && unsaid.length > 0)
          ctx.cannotTell({
            kind: 'schema_drift',
            message: `Google's answer does not show the access of ${unsaid.join(', ')}.`,
          })
        const evidence = { applications }
        if (applications.length === 0) ctx.pass({ resource, title: `${name} has given no such access`, evidence })
        else {
          const isFull = applications.some(({ scopes }) => scopes.some((scope) => full.includes(normalizeScope(scope))))
          const names = applications.map((each) => each.name).join(', ')
          ctx.fail({
            resource,
            title: isFull
              ? `${name} has given full access to ${names}`
              : `${name} lets ${names} read all mail or files`,
            remediation: `Review ${names}. If you accept the access, add the client ID to accepted_apps. If not, block it under Security → Access and data control → API controls in the Admin console, and ask ${name} to remove it under https://myaccount.google.com/connections.`,
            evidence,
          })
        }
      },
      { resource: ({ id, primaryEmail: name }) => ({ type: 'user', id, name }) },
    )
  },
})

/** A final slash, and the scheme, do not change the meaning of an older scope. */
function normalizeScope(scope: string): string {
  return scope.replace(/^https?:\/\//, '').replace(/\/$/, '')
}
