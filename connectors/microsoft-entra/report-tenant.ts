import type { BaseContext } from 'checkwright'
import { reportSetting, type Setting } from '../_settings/report-setting.ts'

/** Reports one setting of the whole tenant. */
export function reportTenant(
  ctx: Pick<BaseContext, 'pass' | 'fail'> & { readonly credentials: { readonly tenant_id: string } },
  setting: Omit<Setting, 'resource'>,
): void {
  reportSetting(ctx, { resource: { type: 'tenant', id: ctx.credentials.tenant_id }, ...setting })
}
