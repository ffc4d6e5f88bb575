import { boundControls } from 'checkwright'
import { aws } from '../../connector.ts'
import { clusterScopes, judgeEachStore } from '../../databases.ts'
import { everyRegion, reportInRegion } from '../../regions.ts'
import { dbDeletionProtection } from '../../responses.ts'

export const databaseDeletion = aws.check({
  id: 'database-deletion',
  title: 'Databases cannot be deleted by one mistake',
  description:
    'Checks whether every RDS instance and cluster is protected against deletion. The protection has to be turned off before a deletion, so one wrong command is not enough. Its cluster protects an instance of a cluster. Not judged: read replicas, because their data is at the source.',
  severity: 'medium',
  controls: boundControls(['soc2:A1.2', 'iso27001:A.8.13', 'hipaa:164.308(a)(7)(ii)(A)'], everyRegion),
  states: ['deletion-protected'],
  scopes: clusterScopes,
  tags: ['backup', 'databases'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    await judgeEachStore(ctx, dbDeletionProtection, ({ name, resource, isOn }, place) =>
      reportInRegion(ctx, place, {
        isGood: isOn,
        resource,
        title: isOn ? `${name} is protected against deletion` : `${name} can be deleted at once`,
        remedy: `open RDS → Databases → ${name} → Modify → Deletion protection. Enable it, and apply it immediately.`,
        evidence: { deletionProtection: isOn },
      }),
    )
  },
})
