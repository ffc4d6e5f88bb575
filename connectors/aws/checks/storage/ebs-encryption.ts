import { boundControls } from 'checkwright'
import { aws } from '../../connector.ts'
import { ask, createQueryCall } from '../../operations.ts'
import { everyRegion, judgeEachRegion } from '../../regions.ts'
import { EbsEncryption } from '../../responses.ts'

export const ebsEncryption = aws.check({
  id: 'ebs-encryption',
  title: 'New volumes are encrypted in every region',
  description:
    'Checks in every region whether EC2 encrypts new volumes and copies of snapshots by default. Without that, encryption depends on the person who makes the next volume. Not judged: existing volumes.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.8.24', 'hipaa:164.312(a)(2)(iv)', 'gdpr:32'], everyRegion),
  states: ['storage-encrypted'],
  scopes: ['ec2:GetEbsEncryptionByDefault', 'ec2:DescribeRegions'],
  tags: ['encryption', 'storage'],
  async run(ctx) {
    await judgeEachRegion(ctx, async (region) => {
      const encrypts = await ask(ctx, createQueryCall('ec2', region, 'GetEbsEncryptionByDefault'), EbsEncryption)
      return {
        isGood: encrypts,
        title: encrypts ? `${region} encrypts new volumes` : `${region} makes volumes that are not encrypted`,
        remedy:
          'open EC2 → Settings → Data protection and security → EBS encryption → Manage. Enable "Always encrypt new EBS volumes".',
        evidence: { ebsEncryptionByDefault: encrypts },
      }
    })
  },
})
