import { boundControls } from 'checkwright'
import { aws } from '../../connector.ts'
import { everyRegion, judgeEachRegion } from '../../regions.ts'
import { Detector, DetectorId } from '../../responses.ts'

export const threatDetection = aws.check({
  id: 'threat-detection',
  title: 'GuardDuty watches every region',
  description:
    'Checks in every region whether GuardDuty has a detector and is enabled. Intruders prefer regions that nobody uses, because nobody looks there. Not judged: the sources and protection plans of a detector.',
  severity: 'high',
  controls: boundControls(['soc2:CC7.2', 'iso27001:A.8.16', 'hipaa:164.308(a)(1)(ii)(D)'], everyRegion),
  states: ['threats-watched'],
  scopes: ['guardduty:ListDetectors', 'guardduty:GetDetector', 'ec2:DescribeRegions'],
  tags: ['monitoring', 'detection'],
  async run(ctx) {
    await judgeEachRegion(ctx, async (region) => {
      const detectors = `https://guardduty.${region}.amazonaws.com/detector`
      const ids = await Array.fromAsync(
        ctx.paginate(detectors, {
          items: 'detectorIds',
          schema: DetectorId,
          next: { cursor: 'nextToken', param: 'nextToken' },
        }),
      )
      const statuses: string[] = []
      for (const id of ids)
        statuses.push((await ctx.get(`${detectors}/${encodeURIComponent(id)}`, { schema: Detector })).status)
      const isGood = statuses.includes('ENABLED')
      const gap = statuses.length === 0 ? 'not set up' : 'suspended'
      return {
        isGood,
        title: isGood ? `GuardDuty watches ${region}` : `GuardDuty is ${gap} in ${region}`,
        remedy:
          'open GuardDuty → Get started → Enable GuardDuty, or Settings → Re-enable. An organization enables it everywhere by its delegated administrator under GuardDuty → Accounts.',
        evidence: { detectors: statuses },
      }
    })
  },
})
