import { boundControls } from 'checkwright'
import { aws } from '../../connector.ts'
import { ask, createJsonCall } from '../../operations.ts'
import { everyRegion, judgeEachRegion } from '../../regions.ts'
import { RecorderStatuses, Recorders } from '../../responses.ts'

export const configRecorder = aws.check({
  id: 'config-recorder',
  title: 'AWS Config records every change in every region',
  description:
    'Checks in every region whether a recorder of AWS Config is on, records all kinds of resources, and did not fail at last. Its history shows afterwards who had what, and when it changed. Recorders that an AWS service keeps for itself do not count. Not judged: the rules of AWS Config.',
  severity: 'medium',
  controls: boundControls(['soc2:CC7.1', 'iso27001:A.5.9', 'iso27001:A.8.9', 'hipaa:164.312(b)'], everyRegion),
  scopes: [
    'config:DescribeConfigurationRecorders',
    'config:DescribeConfigurationRecorderStatus',
    'ec2:DescribeRegions',
  ],
  tags: ['logging', 'inventory'],
  async run(ctx) {
    await judgeEachRegion(ctx, async (region) => {
      const recorders = await ask(ctx, createJsonCall('config', region, 'DescribeConfigurationRecorders'), Recorders)
      const call = createJsonCall('config', region, 'DescribeConfigurationRecorderStatus')
      const statuses = await ask(ctx, call, RecorderStatuses)
      const judged = recorders
        .filter(({ service }) => service === undefined)
        .map(({ name, everything }) => {
          const message = `AWS Config does not tell the status of ${name}.`
          const status = ctx.known(
            statuses.find((each) => each.name === name),
            { kind: 'schema_drift', message },
          )
          const last = status.recording ? ctx.known(status.lastStatus, { kind: 'schema_drift', message }) : undefined
          const gaps = [
            ...(status.recording ? [] : ['is off']),
            ...(everything ? [] : ['leaves kinds of resources out']),
            ...(last?.toLowerCase() === 'failure' ? ['fails'] : []),
          ]
          return { name, gaps }
        })
      const [first] = judged
      const isGood = judged.some(({ gaps }) => gaps.length === 0)
      const gap = first === undefined ? `has no recorder` : `has a recorder that ${first.gaps.join(' and ')}`
      return {
        isGood,
        title: isGood ? `AWS Config records ${region}` : `${region} ${gap}`,
        remedy:
          'open AWS Config → Settings → Edit. Turn recording on for all resource types, and choose a role and a bucket that let it write.',
        evidence: { recorders: judged },
      }
    })
  },
})
