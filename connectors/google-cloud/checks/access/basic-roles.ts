import { boundControls } from 'checkwright'
import { gcloud } from '../../connector.ts'
import { demandWholePolicy, fetchProjectPolicy, toProjectResource } from '../../services.ts'

/** Owner and admin, editor and writer are two names of nearly the same. https://docs.cloud.google.com/iam/docs/roles-overview#basic */
const ofOwners: readonly string[] = ['roles/owner', 'roles/admin']
const basic: readonly string[] = [...ofOwners, 'roles/editor', 'roles/writer']

export const basicRoles = gcloud.check({
  id: 'basic-roles',
  title: 'Nobody works in the project as owner or editor',
  description:
    'Checks who has the basic roles owner and editor in the policy of the project, or admin and writer, by which Google replaces them. They allow thousands of actions in every service, so one stolen session or key is enough for all of them. A group counts as one. Not judged: conditions of a grant other than its end, custom roles, and rights from folders and the organization.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.3', 'iso27001:A.5.15', 'iso27001:A.8.2', 'hipaa:164.308(a)(4)'], {
    max_owners: { max: 2 },
    judge_service_accounts: { oneOf: [true] },
  }),
  states: [{ 'few-administrators': { most: 'max_owners' } }, 'rights-narrow'],
  scopes: ['resourcemanager.projects.getIamPolicy'],
  tags: ['least-privilege', 'administrators'],
  variables: [
    { id: 'judge_service_accounts', label: 'Judge service accounts too', type: 'boolean', default: true },
    { id: 'max_owners', label: 'Owners that are accepted', type: 'number', default: 0, min: 0 },
  ],
  async run(ctx) {
    const { judge_service_accounts: judgesAccounts, max_owners: accepted } = ctx.variables
    const policy = await fetchProjectPolicy(ctx)
    const { grants } = policy
    const held = grants.filter(({ role, member }) => basic.includes(role) && !member.startsWith('deleted:'))
    const owners = new Set(held.flatMap(({ role, member }) => (ofOwners.includes(role) ? [member] : [])))
    const judged = held.filter(({ role, member }) => {
      if (isGoogles(role, member) || (member.startsWith('serviceAccount:') && !judgesAccounts)) return false
      return !ofOwners.includes(role) || owners.size > accepted
    })
    for (const { role, member } of judged) {
      ctx.fail({
        resource: { type: 'grant', id: `${ctx.credentials.project_id}/${role}/${member}`, name: member },
        title: `${member} has ${role}`,
        remediation: `Open IAM & Admin → IAM in the Google Cloud console. Give ${member} the predefined roles that the work needs (the recommendations shown there help), then remove ${role}.`,
        evidence: { member, role },
      })
    }
    demandWholePolicy(ctx, policy)
    if (judged.length === 0)
      ctx.pass({
        resource: toProjectResource(ctx),
        title: 'Nobody has a basic role that is not accepted',
        evidence: { owners: [...owners].sort() },
      })
  },
})

/** Google's own agent, which has to be an editor of every project. */
function isGoogles(role: string, member: string): boolean {
  return role === 'roles/editor' && /^serviceAccount:\d+@cloudservices\.gserviceaccount\.com$/.test(member)
}
