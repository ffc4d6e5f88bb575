import { boundControls } from 'checkwright'
import { aws } from '../../connector.ts'
import { databaseScopes, judgeEachDatabase, toDatabaseResource } from '../../databases.ts'
import { everyRegion } from '../../regions.ts'

export const databaseEncryption = aws.check({
  id: 'database-encryption',
  title: 'Databases are encrypted at rest',
  description:
    'Checks whether the storage of every RDS instance is encrypted. Its backups, snapshots and replicas then are encrypted too.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.8.24', 'hipaa:164.312(a)(2)(iv)', 'gdpr:32'], everyRegion),
  scopes: databaseScopes,
  tags: ['encryption', 'databases'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    await judgeEachDatabase(ctx, (database, place) => {
      const { name, engine, region, encrypted } = database
      const resource = toDatabaseResource(database)
      const evidence = { ...place, engine, storageEncrypted: encrypted }
      if (encrypted) ctx.pass({ resource, title: `${name} is encrypted`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${name} is not encrypted`,
          remediation: `An instance cannot be encrypted afterwards. Choose the region ${region} in the console, and open RDS → Databases → ${name} → Actions → Take snapshot. Copy the snapshot with encryption enabled, and restore it as a new instance. Move the application there and delete the old one with its snapshots.`,
          evidence,
        })
      }
    })
  },
})
