import { boundControls } from '../../define/index.ts'
import type { CrossCheckContext, OwnedEntry } from '../define/cross-check.ts'
import { defineCrossCheck } from '../define/define-cross-check.ts'
import { judgeEmployment } from '../define/judge-employment.ts'
import { describeEnd, formatReadAt, namePerson, showOwner } from './account-rules.ts'
import { type ResourceVerdict, reportVerdict, undecide } from './report-verdict.ts'

const maxReturnDays = 30

/** Every device belongs to somebody who works here. */
export const devicesAndOwners = defineCrossCheck({
  id: 'devices-and-owners',
  title: 'Every device belongs to somebody who works here',
  description:
    'Compares the owners of devices with the directory. It fails for each device whose owner left, and did not return it in time. A device that belongs to nobody needs review.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.1', 'iso27001:A.5.9', 'iso27001:A.5.11', 'hipaa:164.310(d)(2)(iii)'], {
    return_days: { max: maxReturnDays },
  }),
  states: ['devices-have-owners'],
  tags: ['people', 'devices'],
  needs: { people: 'directory', devices: 'every' },
  variables: [
    {
      id: 'return_days',
      label: 'Days for returning a device after the last day',
      type: 'number',
      default: 14,
      min: 0,
      max: maxReturnDays,
    },
    {
      id: 'fail_without_owner',
      label: 'Fail devices of nobody we know',
      helpText: 'Otherwise such a device needs review.',
      type: 'boolean',
      default: false,
    },
  ],
  onEmpty: 'not_applicable',
  async run(ctx) {
    for await (const entry of ctx.devices()) {
      const { connection, record, owner } = entry
      const { id, name } = record
      const resource = {
        type: 'device',
        id: `${connection.id}/${id}`,
        name: name === undefined ? undefined : `${name} (${connection.name})`,
      }
      reportVerdict(ctx, resource, judgeDevice(entry, ctx), () => ({
        ownerEmail: record.ownerEmail,
        serialNumber: record.serialNumber,
        readAt: formatReadAt(connection),
        owner: showOwner(owner),
      }))
    }
  },
})

type DevicesContext = CrossCheckContext<{ readonly return_days: number; readonly fail_without_owner: boolean }>

function judgeDevice(
  { connection, record, owner }: OwnedEntry<'device'>,
  { variables }: DevicesContext,
): ResourceVerdict {
  const device = `${record.name ?? record.id} on ${connection.name}`
  if (owner.is === 'unknown') return undecide(owner.because)
  if (owner.is !== 'person') {
    const because = 'because' in owner ? owner.because : ''
    if (owner.is === 'nobody' && variables.fail_without_owner)
      return {
        status: 'fail',
        title: `${device} belongs to nobody`,
        remediation: `Find out who has the device, and enter them on ${connection.name}, or take the device out of use.`,
      }
    return {
      status: 'manual',
      title: `Whose is ${device}?`,
      description: `${because} Find out who has the device, and enter them on ${connection.name}.`,
    }
  }
  const { person, doubt } = owner
  // A device names its owner by an address alone, so that somebody else's may be meant, also where the person has left.
  if (doubt !== undefined) return undecide(doubt)
  const name = namePerson(person)
  const employment = judgeEmployment(person, connection.readAt.getTime(), variables.return_days)
  if (employment.is === 'unknown' || employment.is === 'leaving') return undecide(employment.because)
  if (employment.is !== 'left')
    return {
      status: 'pass',
      title: `${name}, who ${employment.is === 'working' ? 'works here' : 'begins later'}, has ${device}`,
    }
  return {
    status: 'fail',
    title: `${name} ${describeEnd(employment)}, and still has ${device}`,
    remediation: `Get the device back, or lock and wipe it. Then enter who has it on ${connection.name}.`,
  }
}
