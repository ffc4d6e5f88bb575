import { gcloud } from '../../connector.ts'
import { AuditedPolicy } from '../../responses.ts'
import { fetchPolicyAs, toProjectResource } from '../../services.ts'

const types = ['ADMIN_READ', 'DATA_READ', 'DATA_WRITE']

export const auditLog = gcloud.check({
  id: 'audit-log',
  title: 'Access to data is written to the audit log, without exemptions',
  description:
    'Checks in the policy of the project whether the data access audit logs of all services are on, for reading and writing, without exemptions. Without them, you cannot see who has read which data. Not judged: settings of folders and the organization.',
  severity: 'medium',
  controls: ['soc2:CC7.2', 'iso27001:A.8.15', 'hipaa:164.312(b)'],
  states: ['activity-logged'],
  scopes: ['resourcemanager.projects.getIamPolicy'],
  tags: ['logging'],
  async run(ctx) {
    const auditConfigs = await fetchPolicyAs(ctx, AuditedPolicy)
    const forAll = auditConfigs.flatMap(({ service, auditLogConfigs }) =>
      service === 'allServices' ? auditLogConfigs : [],
    )
    const missing = types.filter((type) => !forAll.some(({ logType }) => logType === type))
    // An exemption for one service also exempts from a setting for all of them.
    const exempted = new Set(
      auditConfigs.flatMap(({ auditLogConfigs }) =>
        auditLogConfigs.flatMap(({ exemptedMembers = [] }) => exemptedMembers),
      ),
    )
    const resource = toProjectResource(ctx)
    const evidence = { missing, exempted: [...exempted].sort() }
    if (exempted.size > 0) {
      ctx.fail({
        resource,
        title: `Exempted from the audit log: ${exempted.size}`,
        remediation:
          'Open IAM & Admin → Audit Logs in the Google Cloud console. Remove the exempted principals, of the default configuration and of every service.',
        evidence,
      })
    } else if (missing.length > 0) {
      ctx.manual({
        resource,
        title: `The project does not turn on ${missing.join(', ')}`,
        description:
          'Show that a folder or the organization turns them on, or turn them on under IAM & Admin → Audit Logs → Set default configuration in the Google Cloud console. They are charged by volume.',
        evidence,
      })
    } else ctx.pass({ resource, title: 'Access to data is written to the audit log', evidence })
  },
})
