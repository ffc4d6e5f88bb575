import { gcloud } from '../../connector.ts'
import { demandWholePolicy, fetchProjectPolicy, isEverybody, toProjectResource } from '../../services.ts'

export const projectNotPublic = gcloud.check({
  id: 'project-not-public',
  title: 'The project grants nothing to everybody',
  description:
    'Checks the policy of the project for grants to allUsers and allAuthenticatedUsers. allAuthenticatedUsers means everybody with any Google account, not only people of the organization. Not judged: conditions of a grant other than its end, rights from folders and the organization, and grants of single resources.',
  severity: 'critical',
  controls: ['soc2:CC6.1', 'iso27001:A.5.15', 'iso27001:A.8.3', 'hipaa:164.312(a)(1)', 'gdpr:32'],
  states: ['storage-not-public'],
  scopes: ['resourcemanager.projects.getIamPolicy'],
  tags: ['exposure'],
  async run(ctx) {
    const policy = await fetchProjectPolicy(ctx)
    const { grants } = policy
    const open = grants.filter(({ member }) => isEverybody(member))
    for (const { role, member } of open) {
      ctx.fail({
        resource: { type: 'grant', id: `${ctx.credentials.project_id}/${role}/${member}`, name: member },
        title: `${member} has ${role}`,
        remediation: `Open IAM & Admin → IAM in the Google Cloud console. Remove ${member}, and grant ${role} to the people or groups who need it.`,
        evidence: { member, role },
      })
    }
    demandWholePolicy(ctx, policy)
    if (open.length === 0)
      ctx.pass({
        resource: toProjectResource(ctx),
        title: 'The project grants nothing to everybody',
        evidence: { grants: grants.length },
      })
  },
})
