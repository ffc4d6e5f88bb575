import type { Thing } from '../../service/fields/define-thing.ts'
import { auditPeriod } from '../audit-periods/thing.ts'

/** Every thing that `defineThing` declares. Its table, service, routes, pages, command and link in the navigation follow from this list. */
export const declaredThings: readonly Thing[] = [auditPeriod]

/** Those with a link in the menu. */
export function listMenuThings(): readonly Thing[] {
  return declaredThings.filter(({ place }) => place === 'menu')
}

/** Those with a page among the settings. */
export function listSettingsThings(): readonly Thing[] {
  return declaredThings.filter(({ place }) => place === 'settings')
}
