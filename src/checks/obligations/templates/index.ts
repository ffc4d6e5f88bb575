import type { Framework } from '../../controls/frameworks/framework.ts'
import type { TaskTemplate } from '../template.ts'
import { access } from './access.ts'
import { deriveGroupTemplates } from './derive-group-templates.ts'
import { governance } from './governance.ts'
import { operations } from './operations.ts'
import { people } from './people.ts'
import { suppliersAndData } from './suppliers-and-data.ts'

/** What auditors of SOC 2 and ISO 27001 expect, in our own words. */
export const taskTemplates: readonly TaskTemplate[] = [
  ...governance,
  ...people,
  ...access,
  ...operations,
  ...suppliersAndData,
]

/** Those with a control of a framework; where there are none, those that follow from its groups. */
export function listTemplatesOf(framework: Framework): readonly TaskTemplate[] {
  const own = taskTemplates.filter(({ controls }) => controls.some((control) => control.startsWith(`${framework.id}:`)))
  return own.length > 0 ? own : deriveGroupTemplates(framework)
}
