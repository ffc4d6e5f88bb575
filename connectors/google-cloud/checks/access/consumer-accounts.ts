import { gcloud } from '../../connector.ts'
import { reportGrants } from '../../report-grants.ts'

export const consumerAccounts = gcloud.check({
  id: 'consumer-accounts',
  title: 'Nobody works in the project with a private Google account',
  description:
    'Checks whether the policy of the project grants a role to an address of gmail.com or googlemail.com. Your company cannot demand a second factor of such an account, and cannot close it when somebody leaves. Not judged: conditions of a grant other than its end, private accounts with addresses of other domains, members of groups, and rights from folders and the organization.',
  severity: 'high',
  controls: ['soc2:CC6.1', 'soc2:CC6.2', 'iso27001:A.5.16', 'hipaa:164.312(a)(2)(i)'],
  states: ['accounts-of-known-domains'],
  scopes: ['resourcemanager.projects.getIamPolicy'],
  tags: ['accounts', 'leavers'],
  run: (ctx) =>
    reportGrants(ctx, {
      isBad: ({ member }) => /^(?:user|group):.*@(?:gmail|googlemail)\.com$/i.test(member),
      good: 'No private Google account has a role',
      remediation: ({ member, role }) =>
        `Open IAM & Admin → IAM in the Google Cloud console. Give ${role} to the company account of that person if it is needed, then remove ${member}.`,
    }),
})
