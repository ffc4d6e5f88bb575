import { boundControls } from 'checkwright'
import { gcloud } from '../../connector.ts'
import { judgeSql } from '../../judge-sql.ts'
import { PasswordSql } from '../../settings.ts'

export const sqlPasswords = gcloud.check({
  id: 'sql-passwords',
  title: 'Databases refuse short passwords',
  description:
    'Checks for every primary instance of Cloud SQL for MySQL and PostgreSQL whether its password policy is on and demands a length. Users of the database are outside of single sign-on, so nothing else stops a password such as "test". Not judged: SQL Server, replicas, and passwords that were set before.',
  severity: 'low',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.5.17', 'hipaa:164.308(a)(5)(ii)(D)'], {
    min_password_length: { min: 8 },
  }),
  states: [{ 'passwords-strong': { least: 'min_password_length' } }],
  scopes: ['cloudsql.instances.list'],
  tags: ['databases', 'passwords'],
  onEmpty: 'not_applicable',
  variables: [
    { id: 'min_password_length', label: 'Shortest password, characters', type: 'number', default: 12, min: 1 },
  ],
  run(ctx) {
    const { min_password_length: shortest } = ctx.variables
    return judgeSql(ctx, PasswordSql, ({ name, instanceType, databaseVersion }, { passwordValidationPolicy = {} }) => {
      if (databaseVersion.startsWith('SQLSERVER')) return `${name} is a SQL Server, which has its own policy`
      if (instanceType !== 'CLOUD_SQL_INSTANCE') return `${name} is a replica`
      const { enablePasswordPolicy = false, minLength = 0 } = passwordValidationPolicy
      return {
        evidence: { enablePasswordPolicy, minLength },
        holds: enablePasswordPolicy && minLength >= shortest,
        good: `${name} demands ${minLength} characters`,
        bad: enablePasswordPolicy
          ? `${name} demands ${minLength} characters, ${shortest} or more are wanted`
          : `${name} has no password policy`,
        remediation: `Open Cloud SQL → ${name} → Users → Password policy in the Google Cloud console. Enable it with a length of ${shortest} or more.`,
      }
    })
  },
})
