import type { BaseContext, VendorClient } from 'checkwright'
import type * as z from 'zod/mini'
import { reportSetting, type Setting } from '../_settings/report-setting.ts'
import { listChromeDevices } from './directory.ts'

interface AnyChromeDevice {
  readonly deviceId: string
  readonly model?: string | undefined
  readonly annotatedUser?: string | undefined
  readonly status: string
}

/** What to say of a device that has not told Google a member. */
interface Untold {
  /** What is not known, such as "how it starts". */
  readonly untold: string
}

// The domain no longer manages what is deprovisioned, and nobody can use what is disabled:
// https://developers.google.com/workspace/admin/directory/reference/rest/v1/customer.devices.chromeos/batchChangeStatus
// That page says nothing of INACTIVE. Such devices have never been judged here.
const unmanaged = ['INACTIVE', 'DEPROVISIONED', 'DISABLED']

/** Reports one setting of each managed ChromeOS device. Others are not judged, unless Google's word for them is a new one. */
export async function judgeChromeDevices<T extends AnyChromeDevice>(
  ctx: VendorClient & Pick<BaseContext, 'pass' | 'fail' | 'manual' | 'notApplicable'>,
  schema: z.ZodMiniType<T>,
  judge: (device: T, name: string) => Omit<Setting, 'resource'> | Untold,
): Promise<void> {
  for await (const device of listChromeDevices(ctx, schema)) {
    const { deviceId: id, model = 'Device', annotatedUser = 'nobody', status } = device
    const name = `${model} of ${annotatedUser}`
    const resource = { type: 'device', id, name }
    if (unmanaged.includes(status)) {
      ctx.notApplicable({ resource, title: `${name} is not managed (${status})`, evidence: { status } })
      continue
    }
    const judged: Omit<Setting, 'resource'> | Untold =
      status === 'ACTIVE' ? judge(device, name) : { untold: 'whether the domain manages it' }
    if (!('untold' in judged)) reportSetting(ctx, { resource, ...judged })
    else {
      ctx.manual({
        resource,
        title: `Google does not say ${judged.untold}: ${name}`,
        description:
          status === 'ACTIVE'
            ? 'A device that was not used for some time tells Google nothing. Look at the device.'
            : `Its status is ${status}. Look under Devices → Chrome → Devices in the Admin console whether somebody uses it.`,
        evidence: { status },
      })
    }
  }
}
