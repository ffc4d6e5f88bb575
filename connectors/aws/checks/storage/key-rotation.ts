import { boundControls, formatDays } from 'checkwright'
import { aws } from '../../connector.ts'
import { ask, createJsonCall } from '../../operations.ts'
import { eachRegion, everyRegion } from '../../regions.ts'
import { Key, KeyRotation, ListedKey } from '../../responses.ts'

export const keyRotation = aws.check({
  id: 'key-rotation',
  title: "The account's encryption keys are rotated",
  description:
    'Checks for every symmetric KMS key of the account whether AWS rotates it automatically, and how often. AWS rotates its own keys. It cannot rotate asymmetric, imported and external ones, and disabled ones encrypt nothing.',
  severity: 'medium',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.8.24', 'hipaa:164.312(a)(2)(iv)'], {
    ...everyRegion,
    max_rotation_days: { max: 365 },
  }),
  states: [{ 'encryption-keys-renewed': { within: 'max_rotation_days' } }],
  scopes: ['kms:ListKeys', 'kms:DescribeKey', 'kms:GetKeyRotationStatus', 'ec2:DescribeRegions'],
  tags: ['encryption', 'rotation'],
  onEmpty: 'not_applicable',
  variables: [
    {
      id: 'max_rotation_days',
      label: 'Longest time between rotations, days',
      type: 'number',
      default: 365,
      min: 90,
      max: 2560,
    },
  ],
  fix: {
    command:
      'aws kms enable-key-rotation --region {evidence.rotatedIn} --key-id {evidence.rotatedWith} --rotation-period-in-days {variables.max_rotation_days}',
    source: 'https://docs.aws.amazon.com/cli/latest/reference/kms/enable-key-rotation.html',
  },
  async run(ctx) {
    const { max_rotation_days: days } = ctx.variables
    await eachRegion(ctx, async (region, place) => {
      const { url, ...call } = createJsonCall('kms', region, 'ListKeys', { Limit: 1000 })
      const keys = ctx.paginate(url, {
        ...call,
        items: 'Keys',
        schema: ListedKey,
        next: { cursor: 'NextMarker', param: 'Marker' },
      })
      await ctx.each(
        keys,
        async ({ id }) => {
          const key = await ask(ctx, createJsonCall('kms', region, 'DescribeKey', { KeyId: id }), Key)
          if (key.manager !== 'CUSTOMER') return
          const resource = { type: 'key', id: key.arn, name: `${id} (${region})` }
          const { state, spec, origin, primary } = key
          if (state !== 'Enabled' || spec !== 'SYMMETRIC_DEFAULT' || origin !== 'AWS_KMS') {
            const why = state !== 'Enabled' ? `is ${state}` : 'cannot be rotated by AWS'
            ctx.notApplicable({ resource, title: `${id} ${why}`, evidence: { ...place, state, spec, origin } })
            return
          }
          const { enabled, periodDays } = await ask(
            ctx,
            createJsonCall('kms', region, 'GetKeyRotationStatus', { KeyId: id }),
            KeyRotation,
          )
          const message = `The answer of AWS does not show how often ${id} is rotated.`
          const everyDays = enabled ? ctx.known(periodDays, { kind: 'schema_drift', message }) : undefined
          // Only the primary key of several regions can be set up, for all of them:
          // https://docs.aws.amazon.com/kms/latest/APIReference/API_EnableKeyRotation.html
          const { Region: rotatedIn, Arn: rotatedWith } = primary ?? { Region: region, Arn: key.arn }
          const evidence = { ...place, rotation: enabled, periodDays: everyDays, rotatedIn, rotatedWith }
          if (everyDays !== undefined && everyDays <= days)
            ctx.pass({ resource, title: `${id} is rotated every ${formatDays(everyDays)}`, evidence })
          else {
            ctx.fail({
              resource,
              title:
                everyDays === undefined
                  ? `${id} is not rotated`
                  : `${id} is rotated every ${formatDays(everyDays)}, ${days} allowed`,
              remediation: `Choose the region ${rotatedIn} in the console, and open KMS → Customer managed keys → ${id} → Key material and rotations → Automatic key rotation → Edit. Enable it, and set the rotation period to ${formatDays(days)} or less.`,
              evidence,
            })
          }
        },
        { resource: ({ id, arn }) => ({ type: 'key', id: arn, name: `${id} (${region})` }) },
      )
    })
  },
})
