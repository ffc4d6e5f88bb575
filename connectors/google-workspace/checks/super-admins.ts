import { boundControls, distinctBy } from 'checkwright'
import { workspace } from '../connector.ts'
import { findExemption, listUsers } from '../directory.ts'
import { User } from '../responses.ts'

export const superAdmins = workspace.check({
  id: 'super-admins',
  title: 'There are few super administrators, and more than one',
  description:
    'Counts the accounts with super administrator rights. Each of them can read and change everything, including mail; with a single one, the account depends on one person. Not judged: suspended and archived accounts, and holders of narrower roles.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.3', 'iso27001:A.8.2', 'hipaa:164.308(a)(4)'], {
    max_super_admins: { max: 5 },
    min_super_admins: { min: 1 },
  }),
  scopes: ['https://www.googleapis.com/auth/admin.directory.user.readonly'],
  tags: ['least-privilege', 'administrators'],
  variables: [
    { id: 'max_super_admins', label: 'Most super administrators', type: 'number', default: 4, min: 1 },
    { id: 'min_super_admins', label: 'Fewest super administrators', type: 'number', default: 2, min: 1 },
  ],
  async run(ctx) {
    const { max_super_admins: most, min_super_admins: fewest } = ctx.variables
    const admins: User[] = []
    let seen = 0
    for await (const user of listUsers(ctx, User)) {
      seen++
      if (user.isAdmin && !findExemption(user)) admins.push(user)
    }
    if (seen === 0)
      ctx.cannotTell({
        kind: 'incomplete_data',
        message: "Google's answer lists no account, not even that of the person who connected.",
      })
    const found = distinctBy(admins, ({ id }) => id)
    const resource = { type: 'account', id: 'my_customer' }
    const evidence = { superAdministrators: found.map(({ primaryEmail }) => primaryEmail).sort() }
    if (found.length >= fewest && found.length <= most)
      ctx.pass({ resource, title: `Super administrators: ${found.length}`, evidence })
    else {
      ctx.fail({
        resource,
        title: `Super administrators: ${found.length}; ${fewest} to ${most} are allowed`,
        remediation:
          found.length > most
            ? 'In the Admin console under Account → Admin roles → Super Admin take the role from those who can do their work with a narrower one.'
            : 'In the Admin console under Account → Admin roles → Super Admin give the role to a second account, for the day on which the first cannot sign in.',
        evidence,
      })
    }
  },
})
