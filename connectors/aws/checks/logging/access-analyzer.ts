import { boundControls, vendorRecord } from 'checkwright'
import { aws } from '../../connector.ts'
import { everyRegion, judgeEachRegion } from '../../regions.ts'
import { Analyzer } from '../../responses.ts'

const external = ['ACCOUNT', 'ORGANIZATION']

export const accessAnalyzer = aws.check({
  id: 'access-analyzer',
  title: 'An analyzer of external access is active in every region of the account',
  description:
    'Checks in every region whether an analyzer of external access is active. It reports buckets, keys, roles and other resources that somebody outside can use. Not judged: its findings and archive rules, analyzers of unused or internal access, and an analyzer of the organization that another account has: AWS shows it to that account alone.',
  severity: 'medium',
  controls: boundControls(
    ['soc2:CC6.1', 'iso27001:A.5.15', 'iso27001:A.8.16', 'hipaa:164.308(a)(1)(ii)(D)'],
    everyRegion,
  ),
  states: ['threats-watched'],
  scopes: ['access-analyzer:ListAnalyzers', 'ec2:DescribeRegions'],
  tags: ['monitoring', 'access'],
  async run(ctx) {
    await judgeEachRegion(ctx, async (region) => {
      const listed = ctx.paginate(`https://access-analyzer.${region}.amazonaws.com/analyzer`, {
        items: 'analyzers',
        schema: vendorRecord(Analyzer),
        next: { cursor: 'nextToken', param: 'nextToken' },
      })
      const all = await Array.fromAsync(listed)
      const analyzers = all.flatMap(({ record }) => (record && external.includes(record.type) ? [record] : []))
      const isGood = analyzers.some(({ status }) => status === 'ACTIVE')
      const [unreadable] = all.flatMap((each) => each.unreadable ?? [])
      if (!isGood && unreadable !== undefined) {
        const message = `No analyzer that can be read is active, and one cannot be read: ${unreadable}.`
        ctx.cannotTell({ kind: 'schema_drift', message })
      }
      const gap = analyzers.length === 0 ? 'has no analyzer' : 'has no analyzer that is active'
      return {
        isGood,
        title: isGood ? `Access Analyzer watches ${region}` : `${region} ${gap}`,
        remedy: 'open IAM → Access Analyzer → Analyzer settings → Create analyzer. Choose "External access analysis".',
        evidence: { analyzers },
      }
    })
  },
})
