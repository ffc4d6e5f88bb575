import { boundControls } from 'checkwright'
import { aws } from '../../connector.ts'
import { ask, createQueryCall } from '../../operations.ts'
import { everyRegion, judgeEachRegion } from '../../regions.ts'
import { ImageSharing } from '../../responses.ts'

export const imageSharing = aws.check({
  id: 'image-sharing',
  title: 'No image of a machine can be made public',
  description:
    'Checks in every region whether EC2 blocks the public sharing of images (AMIs). Images hold programs, settings and often keys. Not judged: images that were public before the block, which stay public, and images that are shared with single accounts.',
  severity: 'medium',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.8.3', 'iso27001:A.8.12'], everyRegion),
  states: ['storage-not-public'],
  scopes: ['ec2:GetImageBlockPublicAccessState', 'ec2:DescribeRegions'],
  tags: ['servers', 'exposure'],
  async run(ctx) {
    await judgeEachRegion(ctx, async (region) => {
      const state = await ask(ctx, createQueryCall('ec2', region, 'GetImageBlockPublicAccessState'), ImageSharing)
      const isGood = state === 'block-new-sharing'
      return {
        isGood,
        title: isGood ? `${region} makes no image public` : `${region} lets images be made public`,
        remedy:
          'open EC2 → Settings → Data protection and security → Block public access for AMIs → Manage. Enable "Block new public sharing". Where a declarative policy of the organization sets it, change that.',
        evidence: { state },
      }
    })
  },
})
