import type { ItemReason, VendorClient } from 'checkwright'
import { aws } from '../../connector.ts'
import { ask, createJsonCall } from '../../operations.ts'
import { readAccount } from '../../regions.ts'
import { EventSelectors, type Trail, TrailStatus } from '../../responses.ts'
import { fetchTrails } from '../../trails.ts'

export const auditTrail = aws.check({
  id: 'audit-trail',
  title: 'CloudTrail records every region, and its files show when they are changed',
  description:
    'Checks whether at least one trail records management events of all regions, is logging, delivers without error, and delivers the digests by which its files are validated. Selectors of one trail add up, but those of several trails do not. A trail that leaves out the events of a service does not record everything. Without it you cannot see afterwards what an intruder did, or whether the record was changed. Not judged: whether its bucket is protected, and event data stores of CloudTrail Lake.',
  severity: 'critical',
  controls: ['soc2:CC7.2', 'iso27001:A.8.15', 'hipaa:164.312(b)'],
  states: ['activity-logged', 'logs-protected'],
  scopes: ['cloudtrail:DescribeTrails', 'cloudtrail:GetTrailStatus', 'cloudtrail:GetEventSelectors'],
  tags: ['logging'],
  async run(ctx) {
    const account = await readAccount(ctx)
    const judged: { readonly trail: string; readonly gaps: readonly string[] }[] = []
    const { trails, odd } = await fetchTrails(ctx)
    const doubts: ItemReason[] = odd.map(({ unreadable }) => ({ because: unreadable, kind: 'schema_drift' }))
    const judgeTrail = async (trail: Trail) => void judged.push({ trail: trail.arn, gaps: await listGaps(ctx, trail) })
    await ctx.each(trails, judgeTrail, { failed: (_trail, reason) => void doubts.push(reason) })
    judged.sort((a, b) => (a.trail < b.trail ? -1 : 1))

    const resource = { type: 'account', id: account }
    const evidence = { trails: judged }
    const good = judged.filter(({ gaps }) => gaps.length === 0)
    if (good.length > 0) {
      ctx.pass({ resource, title: `Trails that record everything: ${good.length}`, evidence })
      return
    }
    const [doubt] = doubts
    if (doubt !== undefined) {
      const because = `No trail that can be read records everything, and one cannot be read: ${doubt.because}`
      ctx.undecided({ ...doubt, resource, because })
      return
    }
    const [only] = judged
    ctx.fail({
      resource,
      title:
        only === undefined
          ? 'There is no trail'
          : judged.length === 1
            ? `The only trail ${only.gaps.join(' and ')}`
            : `None of ${judged.length} trails records everything`,
      remediation:
        'Open CloudTrail → Trails in the console. Create a trail, or edit one, so that it is a multi-region trail, records management events of reads and writes, is logging, can write to its bucket, and has log file validation enabled. A trail of the organization is edited in its management account.',
      evidence,
    })
  },
})

/** The missing properties of a trail. Only the trail's own region knows whether it is logging. */
async function listGaps(ctx: VendorClient, trail: Trail): Promise<string[]> {
  if (!trail.multiRegion) return ['records one region']
  const status = await ask(
    ctx,
    createJsonCall('cloudtrail', trail.homeRegion, 'GetTrailStatus', { Name: trail.arn }),
    TrailStatus,
  )
  // A trail without its own selectors records all management events.
  const { reads, writes } = trail.mayHaveSelectors
    ? await ask(
        ctx,
        createJsonCall('cloudtrail', trail.homeRegion, 'GetEventSelectors', { TrailName: trail.arn }),
        EventSelectors,
      )
    : { reads: true, writes: true }
  return [
    ...(status.logging ? [] : ['is not logging']),
    ...(status.deliveryError === undefined ? [] : ['cannot deliver its files']),
    ...(trail.validated ? [] : ['does not validate its files']),
    ...(trail.validated && status.digestError !== undefined ? ['cannot deliver the digests of its files'] : []),
    ...(trail.globalEvents ? [] : ['leaves global services out']),
    ...(reads && writes ? [] : ['leaves management events out']),
  ]
}
