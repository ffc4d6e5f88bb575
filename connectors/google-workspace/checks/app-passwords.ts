import { reportSetting } from '../../_settings/report-setting.ts'
import { workspace } from '../connector.ts'
import { findExemption, listUsers, ofPerson } from '../directory.ts'
import { User } from '../responses.ts'
import { ApplicationPassword } from '../settings.ts'

export const appPasswords = workspace.check({
  id: 'app-passwords',
  title: 'Nobody has application passwords',
  description:
    'Checks for everybody who can sign in whether they made passwords for single applications. Such a password opens mail and files without a second factor, and stays until somebody removes it. Not judged: suspended and archived accounts.',
  severity: 'high',
  controls: ['soc2:CC6.1', 'iso27001:A.5.17', 'iso27001:A.8.5', 'hipaa:164.312(d)'],
  states: ['weak-factors-refused'],
  scopes: [
    'https://www.googleapis.com/auth/admin.directory.user.readonly',
    'https://www.googleapis.com/auth/admin.directory.user.security',
  ],
  tags: ['mfa', 'tokens'],
  async run(ctx) {
    await ctx.each(
      listUsers(ctx, User),
      async (user) => {
        const { id, primaryEmail: name } = user
        const resource = { type: 'user', id, name }
        const exemption = findExemption(user)
        if (exemption) return ctx.notApplicable({ resource, ...exemption })
        const passwords = await Array.fromAsync(
          ctx.paginate(`/admin/directory/v1/users/${encodeURIComponent(id)}/asps`, {
            schema: ApplicationPassword,
            ...ofPerson,
          }),
        )
        reportSetting(ctx, {
          resource,
          evidence: { passwords: passwords.map(({ codeId }) => codeId) },
          holds: passwords.length === 0,
          good: `${name} has no application password`,
          bad: `${name} has application passwords: ${passwords.length}`,
          remediation: `Open Directory → Users → ${name} → Security → Application-specific passwords in the Admin console and revoke them, after moving those programs to sign-in with Google.`,
        })
      },
      { resource: ({ id, primaryEmail: name }) => ({ type: 'user', id, name }) },
    )
  },
})
