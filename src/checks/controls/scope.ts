import { listFrameworkIds } from './frameworks/split-level.ts'

/** Categories that an organization may leave out of a framework by choice. */
export type OptionalCategory =
  | 'soc2:availability'
  | 'soc2:confidentiality'
  | 'soc2:processing-integrity'
  | 'soc2:privacy'

/** Names by id: groups of SOC 2 that a report need not cover. The common criteria always count (AICPA TSP 100, "Trust Services Categories"). */
export const categoryNames: Readonly<Record<OptionalCategory, string>> = {
  'soc2:availability': 'Availability',
  'soc2:confidentiality': 'Confidentiality',
  'soc2:processing-integrity': 'Processing integrity',
  'soc2:privacy': 'Privacy',
}

export const optionalCategories = Object.keys(categoryNames) as OptionalCategory[]

/** Why a control is out of the scope of a framework. Its state is judged and shown all the same; sums do not count it. */
export interface ScopeExclusion {
  /** The category that was left out by choice. Without it and `group`, the control alone is not applicable. */
  readonly category?: OptionalCategory | undefined
  /** The same for a group of a framework of the organization's own, by its heading. */
  readonly group?: string | undefined
  readonly reason: string
  /** Who said so. */
  readonly by?: string | undefined
  /** Who else approved it. Categories need no approval. */
  readonly approvedBy?: string | undefined
  /** Last day on which it holds, in UTC. Categories have none. */
  readonly expires?: string | undefined
}

/** What an organization left out of frameworks, as it was in force at a moment. */
export interface FrameworkScope {
  readonly categories: readonly (ScopeExclusion & { readonly category: OptionalCategory })[]
  /** Of frameworks of the organization's own. */
  readonly groups: readonly (ScopeExclusion & { readonly framework: string; readonly group: string })[]
  readonly controls: readonly (ScopeExclusion & {
    /** `soc2:CC6.4`. Levels of the framework leave it out, too. */
    readonly control: string
  })[]
}

export const wholeScope: FrameworkScope = { categories: [], groups: [], controls: [] }

/** Why a control is left out; undefined: it counts. That it is not applicable says more than the choice of its category. */
export function findLeftOut(
  { categories, groups, controls }: FrameworkScope,
  framework: string,
  { id, group }: { readonly id: string; readonly group?: string | undefined },
): ScopeExclusion | undefined {
  const names = listFrameworkIds(framework).map((name) => `${name}:${id}`)
  const alone = controls.find(({ control }) => names.includes(control))
  if (alone) {
    const { control: _, ...leftOut } = alone
    return leftOut
  }
  const category = categories.find((each) => isInCategory(each.category, framework, group))
  if (category) return category
  const whole = groups.find((each) => each.framework === framework && each.group === group)
  if (whole === undefined) return undefined
  const { framework: _, ...leftOut } = whole
  return leftOut
}

function isInCategory(category: OptionalCategory, framework: string, group = ''): boolean {
  const { [category]: name } = categoryNames
  return category.startsWith(`${framework}:`) && (group === name || group.startsWith(`${name}: `))
}
