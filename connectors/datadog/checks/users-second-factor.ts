import { datadog } from '../connector.ts'
import { pageSize, pages } from '../pages.ts'
import { Organizations, User } from '../responses.ts'

export const usersSecondFactor = datadog.check({
  id: 'users-second-factor',
  title: 'Everybody signs in with a second factor or by SAML only',
  description:
    'Checks for every user whether a second factor is set up. With SAML strict mode, nobody signs in by password, and the identity provider decides. If it is on in some of several organizations alone, people without a second factor cannot be judged. Not judged: the requirements of the identity provider, and people with another permitted way to sign in.',
  severity: 'high',
  controls: ['soc2:CC6.1', 'iso27001:A.8.5', 'hipaa:164.312(d)', 'gdpr:32'],
  states: ['second-factor-used'],
  scopes: ['user_access_read', 'org_management'],
  tags: ['mfa', 'authentication'],
  async run(ctx) {
    const { orgs } = await ctx.get('/api/v1/org', { schema: Organizations })
    const strict = orgs.filter(
      ({ settings }) => settings.saml?.enabled !== false && settings.saml_strict_mode?.enabled === true,
    )
    const isStrict = strict.length > 0 && strict.length === orgs.length
    const users = ctx.paginate('/api/v2/users', {
      query: pageSize,
      schema: User,
      resource: { type: 'user', id: 'id', name: 'attributes.handle' },
      ...pages,
    })
    await ctx.each(
      users,
      async ({ id, handle: name, isDisabled, isPending, isServiceAccount, hasSecondFactor }) => {
        const resource = { type: 'user', id, name }
        const evidence = {
          secondFactor: hasSecondFactor ?? null,
          samlStrictMode: isStrict,
          serviceAccount: isServiceAccount,
        }
        if (isDisabled) ctx.notApplicable({ resource, title: `${name} is disabled`, evidence })
        else if (isServiceAccount) ctx.notApplicable({ resource, title: `${name} is a service account`, evidence })
        else if (isStrict) ctx.pass({ resource, title: `${name} signs in by SAML only`, evidence })
        else if (isPending) ctx.notApplicable({ resource, title: `${name} has not accepted the invitation`, evidence })
        else if (hasSecondFactor === undefined)
          ctx.cannotTell({
            kind: 'incomplete_data',
            message: "Datadog's answer does not show who has a second factor.",
          })
        else if (hasSecondFactor) ctx.pass({ resource, title: `${name} has a second factor`, evidence })
        // Datadog lists child organizations too, and does not say which one the users are of.
        else if (strict.length > 0)
          ctx.cannotTell({
            kind: 'incomplete_data',
            message: 'Datadog lists several organizations, of which some are in SAML strict mode.',
          })
        else {
          ctx.fail({
            resource,
            title: `${name} has no second factor`,
            remediation: `Ask ${name} to set one up under Personal Settings → Password & Authentication. Or turn on SAML strict mode under Organization Settings → Login Methods.`,
            evidence,
          })
        }
      },
      { resource: ({ id, handle: name }) => ({ type: 'user', id, name }) },
    )
  },
})
