import { boundControls } from 'checkwright'
import { aws } from '../../connector.ts'
import { ask, createQueryCall } from '../../operations.ts'
import { everyRegion, judgeEachRegion } from '../../regions.ts'
import { SnapshotSharing } from '../../responses.ts'

export const snapshotSharing = aws.check({
  id: 'snapshot-sharing',
  title: 'No snapshot of a disk can be shared with everybody',
  description:
    'Checks in every region whether EC2 blocks all public sharing of snapshots. A public snapshot gives everybody a copy of a whole disk. If only new sharing is blocked, snapshots that are public stay so. Not judged: snapshots that are shared with single accounts, and those of databases.',
  severity: 'high',
  controls: boundControls(
    ['soc2:CC6.1', 'iso27001:A.8.3', 'iso27001:A.8.12', 'hipaa:164.312(a)(1)', 'gdpr:32'],
    everyRegion,
  ),
  states: ['storage-not-public'],
  scopes: ['ec2:GetSnapshotBlockPublicAccessState', 'ec2:DescribeRegions'],
  tags: ['storage', 'exposure'],
  async run(ctx) {
    await judgeEachRegion(ctx, async (region) => {
      const state = await ask(ctx, createQueryCall('ec2', region, 'GetSnapshotBlockPublicAccessState'), SnapshotSharing)
      const isGood = state === 'block-all-sharing'
      const gap = state === 'unblocked' ? 'lets snapshots be shared with everybody' : 'leaves public snapshots public'
      return {
        isGood,
        title: isGood ? `${region} shares no snapshot with everybody` : `${region} ${gap}`,
        remedy:
          'open EC2 → Settings → Data protection and security → Block public access for EBS snapshots → Manage. Choose "Block all public access". Where a declarative policy of the organization sets it, change that.',
        evidence: { state },
      }
    })
  },
})
