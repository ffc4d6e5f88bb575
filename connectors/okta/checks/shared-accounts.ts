import { parseWord } from 'checkwright'
import { okta } from '../connector.ts'
import { Application } from '../responses.ts'

// They enter a password: https://developer.okta.com/docs/api/openapi/okta-management/management/tag/Application/
const withPassword = ['AUTO_LOGIN', 'BASIC_AUTH', 'BROWSER_PLUGIN', 'SECURE_PASSWORD_STORE']

const schemes = [
  'ADMIN_SETS_CREDENTIALS',
  'EDIT_PASSWORD_ONLY',
  'EDIT_USERNAME_AND_PASSWORD',
  'EXTERNAL_PASSWORD_SYNC',
  'SHARED_USERNAME_AND_PASSWORD',
] as const

export const sharedAccounts = okta.check({
  id: 'shared-accounts',
  title: 'No application is used with one password for all',
  description:
    'Checks for every active application into which Okta enters a password whether all people share one account there. Nobody can tell afterwards who did something, and whoever leaves may know the password. Not listed: applications that Okta signs in to by SAML, OpenID Connect or WS-Federation, and bookmarks.',
  severity: 'medium',
  controls: ['soc2:CC6.1', 'iso27001:A.5.16', 'hipaa:164.312(a)(2)(i)'],
  states: ['accounts-have-owners'],
  scopes: ['okta.apps.read'],
  tags: ['accounts', 'password'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    const listed = ctx.paginate('/api/v1/apps', {
      query: { limit: 200 },
      schema: Application,
      resource: { type: 'application', id: 'id', name: 'label' },
      next: 'link',
    })
    await ctx.each(
      listed,
      async ({ id, label, status, signOnMode, credentials }) => {
        // An integration of a directory has neither a mode nor a scheme, because nobody signs in there.
        const isBare = signOnMode === null && credentials?.scheme === undefined
        if (status !== 'ACTIVE' || isBare || (signOnMode !== null && !withPassword.includes(signOnMode))) return
        const scheme = parseWord(ctx, credentials?.scheme, schemes, 'scheme')
        const resource = { type: 'application', id, name: label }
        const evidence = { signOnMode, scheme }
        if (scheme !== 'SHARED_USERNAME_AND_PASSWORD')
          ctx.pass({ resource, title: `People have accounts of their own in ${label}`, evidence })
        else {
          ctx.fail({
            resource,
            title: `All people share one account in ${label}`,
            remediation: `Open Applications → ${label} → Sign On in the Admin Console. Sign people in by SAML or OpenID Connect if the application can do that. Otherwise give each person an account, and choose that the user sets username and password.`,
            evidence,
          })
        }
      },
      { resource: ({ id, label }) => ({ type: 'application', id, name: label }) },
    )
  },
})
