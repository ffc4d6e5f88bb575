import { workspace } from '../connector.ts'
import { exemptionOf, pagesOf, usersOf } from '../directory.ts'
import { Token } from '../responses.ts'

// Full access to mail and files, in the words of the scopes. https://developers.google.com/identity/protocols/oauth2/scopes
const wide = [
  'https://mail.google.com/',
  'https://www.googleapis.com/auth/gmail.modify',
  'https://www.googleapis.com/auth/drive',
]

export const thirdPartyAccess = workspace.check({
  id: 'third-party-access',
  title: 'No third-party application has full access to mail or files unseen',
  description:
    'Lists the applications that people have given full access to their mail or their files. Such an application reads everything without a password and a second factor, until somebody takes the access back.',
  severity: 'medium',
  controls: ['soc2:CC9.2', 'iso27001:A.5.19'],
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
      helpText: 'Separated by commas: those that were reviewed.',
    },
  ],
  async run(ctx) {
    const accepted = (ctx.variables.accepted_apps ?? '').split(',').map((id) => id.trim())
    const users = usersOf(ctx)
    await ctx.each(users, async (user) => {
      const { id, primaryEmail: name } = user
      const resource = { type: 'user', id, name }
      const exemption = exemptionOf(user)
      if (exemption) return ctx.notApplicable({ resource, ...exemption })
      const applications: { readonly clientId: string; readonly name: string; readonly scopes: readonly string[] }[] =
        []
      const tokens = ctx.paginate(`/admin/directory/v1/users/${encodeURIComponent(id)}/tokens`, {
        schema: Token,
        ...pagesOf('items'),
      })
      for await (const { clientId, displayText, scopes = [] } of tokens) {
        const found = scopes.filter((scope) => wide.includes(scope))
        if (found.length > 0 && !accepted.includes(clientId))
          applications.push({ clientId, name: displayText ?? clientId, scopes: found })
      }
      const evidence = { applications }
      if (applications.length === 0) ctx.pass({ resource, title: `${name} has given no such access`, evidence })
      else {
        const names = applications.map((each) => each.name).join(', ')
        ctx.fail({
          resource,
          title: `${name} has given full access to ${names}`,
          remediation: `Review ${names}. If it may, add its client ID to accepted_apps; else in the Admin console under Security → Access and data control → API controls block it, and have ${name} remove it under https://myaccount.google.com/connections.`,
          evidence,
        })
      }
    })
  },
})
