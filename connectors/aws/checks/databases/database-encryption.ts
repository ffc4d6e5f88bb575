import { boundControls } from 'checkwright'
import { aws } from '../../connector.ts'
import { databaseScopes, judgeEachDatabase, toDatabaseResource } from '../../databases.ts'
import { everyRegion } from '../../regions.ts'
import { DbEncryption } from '../../responses.ts'

export const databaseEncryption = aws.check({
  id: 'database-encryption',
  title: 'Databases are encrypted at rest',
  description:
    'Checks whether the storage of every RDS instance is encrypted, by a KMS key or by a key that AWS owns. Its backups, snapshots and replicas then are encrypted too. Not judged: whose key it is, and clusters that have no instance.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.8.24', 'hipaa:164.312(a)(2)(iv)', 'gdpr:32'], everyRegion),
  states: ['storage-encrypted'],
  scopes: databaseScopes,
  tags: ['encryption', 'databases'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    await judgeEachDatabase(ctx, DbEncryption, (database, place) => {
      const { name, engine, region, encryptedByKms, encryptionType = 'none', cluster } = database
      // The flag alone misses the key of AWS, which encrypts new Aurora clusters:
      // https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/Overview.Encryption.html
      const encrypted = encryptedByKms || encryptionType !== 'none'
      const resource = toDatabaseResource(database)
      const evidence = {
        ...place,
        engine,
        storageEncrypted: encryptedByKms,
        storageEncryptionType: database.encryptionType,
      }
      if (encrypted) ctx.pass({ resource, title: `${name} is encrypted`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${name} is not encrypted`,
          remediation: `An instance cannot be encrypted afterwards. Choose the region ${region} in the console, and open RDS → Databases → ${cluster ?? name} → Actions → Take snapshot. ${cluster === undefined ? 'Copy the snapshot with encryption enabled, and restore it as a new instance' : 'Restore the snapshot as a new cluster, with encryption enabled'}. Move the application there and delete the old one with its snapshots.`,
          evidence,
        })
      }
    })
  },
})
