import { boundControls } from 'checkwright'
import { aws } from '../../connector.ts'
import { listOfEc2 } from '../../lists.ts'
import { eachRegion, everyRegion, nameInRegion, reportInRegion } from '../../regions.ts'
import { Volume } from '../../responses.ts'

export const volumeEncryption = aws.check({
  id: 'volume-encryption',
  title: 'Volumes are encrypted at rest',
  description:
    'Checks whether every EBS volume is encrypted. Its snapshots then are encrypted too. The check of ebs-encryption asks about new volumes.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.8.24', 'hipaa:164.312(a)(2)(iv)', 'gdpr:32'], everyRegion),
  states: ['storage-encrypted'],
  scopes: ['ec2:DescribeVolumes', 'ec2:DescribeRegions'],
  tags: ['encryption', 'storage'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    await eachRegion(ctx, async (region, place) => {
      const volumes = listOfEc2(ctx, {
        region,
        operation: 'DescribeVolumes',
        list: 'volumeSet',
        schema: Volume,
        resource: nameInRegion('volume', region, 'volumeId'),
      })
      await ctx.each(
        volumes,
        async ({ volumeId: id, ...volume }) => {
          const message = `AWS does not tell whether ${id} is encrypted.`
          const encrypted = ctx.known(volume.encrypted, { kind: 'schema_drift', message })
          reportInRegion(ctx, place, {
            isGood: encrypted,
            resource: { type: 'volume', id: `${region}/${id}`, name: `${id} (${region})` },
            title: encrypted ? `${id} is encrypted` : `${id} in ${region} is not encrypted`,
            remedy: `open EC2 → Volumes → ${id} → Actions → Create snapshot. A volume cannot be encrypted afterwards: make an encrypted volume of the snapshot, attach it in place of the old one, and delete the old one with its snapshots.`,
            evidence: { encrypted },
          })
        },
        { resource: ({ volumeId: id }) => ({ type: 'volume', id: `${region}/${id}`, name: `${id} (${region})` }) },
      )
    })
  },
})
