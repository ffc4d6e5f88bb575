import type { BaseContext } from 'checkwright'
import type * as z from 'zod/mini'
import { reportSetting, type Setting } from '../_settings/report-setting.ts'
import { demandSaid, listSqlInstancesAs, type ProjectClient, toInstanceResource } from './services.ts'

interface Instance<Settings> {
  readonly name: string
  readonly instanceType: string
  readonly databaseVersion: string
  readonly settings?: Settings | undefined
}

/**
 * Reports one setting of each instance of Cloud SQL that Google runs. A text of `judge` says why there is nothing to judge.
 */
export async function judgeSql<Settings>(
  ctx: ProjectClient & Pick<BaseContext, 'each' | 'pass' | 'fail' | 'notApplicable' | 'cannotTell'>,
  schema: z.ZodMiniType<Instance<Settings>>,
  judge: (instance: Instance<Settings>, settings: Settings) => Omit<Setting, 'resource'> | string,
): Promise<void> {
  await ctx.each(
    listSqlInstancesAs(ctx, schema),
    async (instance) => {
      const { name, instanceType } = instance
      const resource = toInstanceResource(ctx, instance)
      const setting =
        instanceType === 'ON_PREMISES_INSTANCE'
          ? `${name} runs elsewhere`
          : judge(instance, demandSaid(ctx, instance.settings, `settings of ${name}`))
      if (typeof setting === 'string') ctx.notApplicable({ resource, title: setting, evidence: { instanceType } })
      else reportSetting(ctx, { resource, ...setting })
    },
    { resource: (instance) => toInstanceResource(ctx, instance) },
  )
}
