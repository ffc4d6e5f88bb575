import type { ControlCheck, ControlOutcome, FrameworkOutcome } from '../../../checks/controls/evaluate-controls.ts'
import type { TimeSpan } from '../../../checks/runs/run-store.ts'
import { judgeConnections } from '../../controls/reading/judge-connections.ts'
import { listCovering } from '../../controls/reading/list-covering.ts'
import { loadFrameworkOf } from '../../own-frameworks/reading/load-own-frameworks.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** What a control lacks. */
export interface MissingProof {
  /** In the framework's numbering: `CC6.1`. */
  readonly id: string
  readonly title: string
  readonly group?: string | undefined
  /**
   * - `check`: no connector here has a check for it, and no obligation names it.
   * - `connection`: connectors here have one, and none of them is connected.
   * - `fresh_evidence`: a check was not run or is too old, or an obligation is not met.
   */
  readonly lacks: 'check' | 'connection' | 'fresh_evidence'
  /** Names of the connectors that would have a check. */
  readonly connectors: readonly string[]
  /** Checks and obligations without fresh evidence. */
  readonly checks: readonly ControlCheck[]
  /** Templates of obligations that name it, and that the organization has not added. */
  readonly templates: readonly { readonly id: string; readonly title: string }[]
}

export interface MissingOfFramework extends Pick<FrameworkOutcome, 'id' | 'title' | 'version'> {
  /** How many of its controls are in scope. */
  readonly total: number
  readonly missing: readonly MissingProof[]
}

/** What is missing before frameworks can be shown, control by control. */
export async function listMissing(
  runtime: Runtime,
  organizationId: string,
  of: {
    readonly frameworks: readonly string[]
    readonly within?: TimeSpan | undefined
    /** Whether the reader may know connections by their names. @default false */
    readonly isNamed?: boolean | undefined
  },
): Promise<readonly MissingOfFramework[]> {
  const loaded = await Promise.all(
    of.frameworks.map((id) => loadFrameworkOf(runtime, { organizationId, within: of.within, id })),
  )
  const sources = loaded.filter((framework) => framework !== undefined)
  const [{ frameworks }, added, templates] = await Promise.all([
    judgeConnections(runtime, organizationId, { ...of, frameworks: sources }),
    runtime.tasks.addedTemplates({ organizationId, within: of.within }),
    runtime.tasks.templates(),
  ])
  const offered = templates.filter(({ id }) => !added.has(id))
  const covering = listCovering([...runtime.connectors, runtime.crossCheckConnector], sources)
  return frameworks.map(({ id, title, version, controls: all }) => {
    const controls = all.filter(({ leftOut }) => leftOut === undefined)
    return {
      id,
      title,
      version,
      total: controls.length,
      missing: controls.flatMap((control): MissingProof[] => {
        const name = `${id}:${control.id}`
        const connectors = covering.get(name) ?? []
        const found = findMissing(control, connectors)
        if (found === undefined) return []
        const named = offered.filter((template) => template.controls.includes(name))
        return [
          {
            id: control.id,
            title: control.title,
            group: control.group,
            ...found,
            connectors,
            templates: named.map((template) => ({ id: template.id, title: template.title })),
          },
        ]
      }),
    }
  })
}

function findMissing(
  { checks }: ControlOutcome,
  connectors: readonly string[],
): Pick<MissingProof, 'lacks' | 'checks'> | undefined {
  if (checks.length === 0) return { lacks: connectors.length === 0 ? 'check' : 'connection', checks: [] }
  const lacking = checks.filter(({ lacksEvidence }) => lacksEvidence)
  const isDue = lacking.filter(({ state }) => state !== 'not_applicable')
  if (isDue.length > 0) return { lacks: 'fresh_evidence', checks: isDue }
  // What nobody owes yet is missing where there is nothing else.
  return lacking.length === checks.length ? { lacks: 'fresh_evidence', checks: lacking } : undefined
}
