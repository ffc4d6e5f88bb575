import { everyFrameworkId } from './framework-names.ts'

/** The id of a framework, and that of a level. Levels follow the last dot; versions have dots too, and digits behind them. */
export function splitLevel(id: string): readonly [base: string, level?: string] {
  const [, base, level] = /^(.+)\.([a-z][a-z0-9-]*)$/.exec(id) ?? []
  return base !== undefined && level !== undefined ? [base, level] : [id]
}

/**
 * Ids by which a control is named: what is said of it in the framework is said of it in each of the framework's levels.
 * @param id of a framework, or of a level of one that comes with Checkwright
 */
export function listFrameworkIds(id: string): readonly string[] {
  const [base, level] = splitLevel(id)
  return level !== undefined && everyFrameworkId.includes(id) ? [base, id] : [id]
}

/** @param control such as `soc2:CC6.1` */
export function isOfFramework(control: string, framework: string): boolean {
  return listFrameworkIds(framework).some((id) => control.startsWith(`${id}:`))
}
