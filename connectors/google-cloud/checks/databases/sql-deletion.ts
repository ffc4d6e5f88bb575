import { gcloud } from '../../connector.ts'
import { judgeSql } from '../../judge-sql.ts'
import { ProtectedSql } from '../../settings.ts'

export const sqlDeletion = gcloud.check({
  id: 'sql-deletion',
  title: 'Databases cannot be deleted by mistake',
  description:
    'Checks for every primary instance of Cloud SQL whether protection from deletion is on. Without it, one command ends the database, and in most cases its automatic backups. Not judged: replicas, and who may turn the protection off.',
  severity: 'medium',
  controls: ['soc2:A1.2', 'iso27001:A.8.13', 'hipaa:164.308(a)(7)(ii)(A)', 'gdpr:32(1)(c)'],
  states: ['deletion-protected'],
  scopes: ['cloudsql.instances.list'],
  tags: ['databases', 'backup'],
  onEmpty: 'not_applicable',
  run: (ctx) =>
    judgeSql(ctx, ProtectedSql, ({ name, instanceType }, { deletionProtectionEnabled = false }) =>
      instanceType !== 'CLOUD_SQL_INSTANCE'
        ? `${name} is a replica`
        : {
            evidence: { deletionProtectionEnabled },
            holds: deletionProtectionEnabled,
            good: `${name} is protected from deletion`,
            bad: `${name} can be deleted at once`,
            remediation: `Open Cloud SQL → ${name} → Edit → Data protection in the Google Cloud console. Turn on "Prevent instance deletion".`,
          },
    ),
})
