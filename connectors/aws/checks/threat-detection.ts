import { boundControls } from 'checkwright'
import { aws } from '../connector.ts'
import { eachRegion, everyRegion, readAccount } from '../regions.ts'
import { Detector, DetectorId } from '../responses.ts'

export const threatDetection = aws.check({
  id: 'threat-detection',
  title: 'GuardDuty watches every region',
  description:
    'Checks in every region whether GuardDuty has a detector and is enabled. Intruders prefer regions that nobody uses, because nobody looks there. Not judged: the sources and protection plans of a detector.',
  severity: 'high',
  controls: boundControls(['soc2:CC7.2', 'iso27001:A.8.16', 'hipaa:164.308(a)(1)(ii)(D)'], everyRegion),
  scopes: ['guardduty:ListDetectors', 'guardduty:GetDetector', 'ec2:DescribeRegions'],
  tags: ['monitoring', 'detection'],
  async run(ctx) {
    const account = await readAccount(ctx)
    await eachRegion(ctx, async (region, place) => {
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
      const resource = { type: 'region', id: `${account}/${region}`, name: region }
      const evidence = { ...place, detectors: statuses }
      if (statuses.includes('ENABLED')) ctx.pass({ resource, title: `GuardDuty watches ${region}`, evidence })
      else {
        ctx.fail({
          resource,
          title: statuses.length === 0 ? `GuardDuty is not set up in ${region}` : `GuardDuty is suspended in ${region}`,
          remediation: `Choose the region ${region} in the console, and open GuardDuty → Get started → Enable GuardDuty, or Settings → Re-enable. An organization enables it everywhere by its delegated administrator under GuardDuty → Accounts.`,
          evidence,
        })
      }
    })
  },
})
