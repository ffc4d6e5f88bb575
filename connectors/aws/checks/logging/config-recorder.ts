import { boundControls, type VendorClient } from 'checkwright'
import { aws } from '../../connector.ts'
import { ask, createJsonCall } from '../../operations.ts'
import { eachRegion, everyRegion, type Place, readAccount, reportInRegion } from '../../regions.ts'
import { RecorderStatuses, Recorders } from '../../responses.ts'

export const configRecorder = aws.check({
  id: 'config-recorder',
  title: 'AWS Config records every change in every region',
  description:
    'Checks in every region whether a recorder of AWS Config is on, records all kinds of resources and each of their changes, and did not fail at last. Users, groups, roles and policies of IAM belong to no region, so a working recorder of one region has to record them; all others may leave them out. The history shows afterwards who had what, and when it changed. Recorders that an AWS service keeps for itself do not count. Not judged: the rules of AWS Config, kinds of resources that are recorded once a day as an exception, and whether the history reaches its bucket.',
  severity: 'medium',
  controls: boundControls(['soc2:CC7.1', 'iso27001:A.5.9', 'iso27001:A.8.9', 'hipaa:164.312(b)'], everyRegion),
  states: ['configuration-watched', 'activity-logged'],
  scopes: [
    'config:DescribeConfigurationRecorders',
    'config:DescribeConfigurationRecorderStatus',
    'ec2:DescribeRegions',
  ],
  tags: ['logging', 'inventory'],
  async run(ctx) {
    const account = await readAccount(ctx)
    const iamRecorders: string[] = []
    const doubts: string[] = []
    const toResource = (region: string) => ({ type: 'region', id: `${account}/${region}`, name: region })
    const look = async (region: string, place: Place) => {
      if (place.regionsLeftOut !== undefined)
        doubts.push('A region that the variable "regions" leaves out may record users, groups and roles.')
      const recorders = await readRecorders(ctx, region).catch((error: unknown) => {
        doubts.push(`The recorder of ${region}, which was not read, may record users, groups and roles.`)
        throw error
      })
      const [first] = recorders
      const isGood = recorders.some(({ gaps }) => gaps.length === 0)
      const gap = first === undefined ? 'has no recorder' : `has a recorder that ${first.gaps.join(' and ')}`
      reportInRegion(ctx, place, {
        resource: toResource(region),
        isGood,
        title: isGood ? `AWS Config records ${region}` : `${region} ${gap}`,
        remedy:
          'open AWS Config → Settings → Edit. Turn continuous recording on for all resource types, and choose a role and a bucket that let it write.',
        evidence: { recorders: recorders.map(({ name, gaps }) => ({ name, gaps })) },
      })
      for (const { name, recordsIam } of recorders.filter(({ works }) => works))
        if (recordsIam) iamRecorders.push(`${name} of ${region}`)
        else if (recordsIam === undefined)
          doubts.push(`AWS Config does not tell whether ${name} of ${region} records users, groups and roles.`)
    }
    await eachRegion(ctx, look, toResource)
    const resource = { type: 'account', id: account }
    const evidence = { recorders: iamRecorders }
    const [doubt] = doubts
    if (iamRecorders.length > 0) ctx.pass({ resource, title: 'AWS Config records users, roles and policies', evidence })
    else if (doubt !== undefined) ctx.undecided({ resource, because: doubt })
    else
      ctx.fail({
        resource,
        title: 'No region records users, groups, roles and policies',
        remediation:
          'Choose one region in the console, such as us-east-1, and open AWS Config → Settings → Edit. Include the globally recorded resource types of IAM.',
        evidence,
      })
  },
})

interface RegionalRecorder {
  readonly name: string
  readonly gaps: readonly string[]
  /** On, for each change, and without a failure. */
  readonly works: boolean
  /** Undefined where the answer does not tell. */
  readonly recordsIam: boolean | undefined
}

/**
 * Regions in which AWS Config came before February 2022; the others cannot record IAM:
 * https://docs.aws.amazon.com/config/latest/APIReference/API_ExclusionByResourceTypes.html
 */
const iamRegions: readonly string[] = [
  'us-east-1',
  'us-east-2',
  'us-west-1',
  'us-west-2',
  'af-south-1',
  'ap-east-1',
  'ap-northeast-1',
  'ap-northeast-2',
  'ap-northeast-3',
  'ap-south-1',
  'ap-southeast-1',
  'ap-southeast-2',
  'ca-central-1',
  'eu-central-1',
  'eu-north-1',
  'eu-south-1',
  'eu-west-1',
  'eu-west-2',
  'eu-west-3',
  'me-south-1',
  'sa-east-1',
]

/** The recorders of the account itself in a region, with what is missing of each. */
async function readRecorders(
  ctx: VendorClient & Parameters<typeof eachRegion>[0],
  region: string,
): Promise<readonly RegionalRecorder[]> {
  const recorders = await ask(ctx, createJsonCall('config', region, 'DescribeConfigurationRecorders'), Recorders)
  const statuses = await ask(
    ctx,
    createJsonCall('config', region, 'DescribeConfigurationRecorderStatus'),
    RecorderStatuses,
  )
  return recorders
    .filter(({ service }) => service === undefined)
    .map(({ name, everything, iam, daily }) => {
      const message = `AWS Config does not tell the status of ${name}.`
      const status = ctx.known(
        statuses.find((each) => each.name === name),
        { kind: 'schema_drift', message },
      )
      const last = status.recording ? ctx.known(status.lastStatus, { kind: 'schema_drift', message }) : undefined
      const faults = [
        ...(status.recording ? [] : ['is off']),
        ...(daily ? ['records once a day and not each change'] : []),
        ...(last?.toLowerCase() === 'failure' ? ['fails'] : []),
      ]
      return {
        name,
        gaps: [...faults, ...(everything ? [] : ['leaves kinds of resources out'])],
        works: faults.length === 0,
        recordsIam: iamRegions.includes(region) ? iam : false,
      }
    })
}
