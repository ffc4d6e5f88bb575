import { readFrameworkFile } from '../../read-framework-file.ts'
import { loadStatements } from '../statements/statement.ts'
import { readStatementMapping, type StatementMapping } from '../statements/statement-mapping.ts'
import type { Framework } from './framework.ts'
import type { FrameworkSurroundings } from './parse-framework.ts'
import { splitLevel } from './split-level.ts'

/** The frameworks whose controls checks name. They load on demand. */
export const shippedFrameworks = {
  soc2: async () => (await import('./soc2.ts')).soc2,
  iso27001: async () => (await import('./iso27001.ts')).iso27001,
  hipaa: async () => (await import('./hipaa.ts')).hipaa,
  gdpr: async () => (await import('./gdpr.ts')).gdpr,
} as const satisfies Readonly<Record<string, () => Promise<Framework>>>

/** Ids of these. They are judged where nobody says which. */
export const frameworkIds: readonly string[] = Object.keys(shippedFrameworks)

/** A framework as lists show it. */
export interface FrameworkSummary {
  readonly id: string
  readonly name: string
  readonly title: string
  readonly version: string
  /** How many controls it has. */
  readonly controls: number
  /** How many of these ask for statements. */
  readonly mapped: number
  /** Levels that can be judged by themselves: `moderate`. */
  readonly levels?: readonly string[] | undefined
  /** Short names of the levels, by id: `NIST 800-53 Moderate`. */
  readonly levelNames?: Readonly<Record<string, string>> | undefined
}

/** All frameworks that come with Checkwright, without their controls. */
export async function listShippedFrameworks(): Promise<readonly FrameworkSummary[]> {
  return JSON.parse(await readFrameworkFile('index.json')).frameworks
}

/**
 * A framework that comes with Checkwright, with the mapping of its controls to statements; undefined for an unknown id.
 * @param id of the framework, or of one of its levels: `nist-800-53-r5.moderate`
 */
export async function loadFramework(id: string): Promise<Framework | undefined> {
  const [base, level] = splitLevel(id)
  const known = (await listShippedFrameworks()).find((framework) => framework.id === base)
  if (!known) return undefined
  const framework = await loadWhole(known)
  return framework && level !== undefined ? takeLevel(framework, known, level) : framework
}

/** What a framework file may name: all frameworks that come with Checkwright, and the statements of checks. */
export async function loadSurroundings(): Promise<FrameworkSurroundings> {
  const loaded = await Promise.all((await listShippedFrameworks()).map(loadWhole))
  return { shipped: loaded.filter((framework) => framework !== undefined), statements: await loadStatements() }
}

/** Controls of other frameworks that a publisher says have something to do with one. They never count. */
export interface RelatedControls {
  readonly framework: string
  readonly title: string
  readonly controls: readonly string[]
}

/** What publishers say of a control of a framework, in both directions. */
export async function listRelated(framework: string, control: string): Promise<readonly RelatedControls[]> {
  const { related }: { readonly related: readonly string[] } = JSON.parse(await readFrameworkFile('index.json'))
  const found = related.filter((name) => name.split('--').includes(framework))
  const lists = await Promise.all(
    found.map(async (name): Promise<RelatedControls> => {
      const { from, to, title, controls }: RelatedFile = JSON.parse(await readFrameworkFile(`related/${name}.json`))
      const others =
        from === framework
          ? (controls[control] ?? [])
          : Object.entries(controls).flatMap(([id, list]) => (list.includes(control) ? [id] : []))
      return { framework: from === framework ? to : from, title, controls: others }
    }),
  )
  return lists.filter(({ controls }) => controls.length > 0)
}

interface RelatedFile {
  readonly from: string
  readonly to: string
  readonly title: string
  readonly controls: { readonly [control: string]: readonly string[] }
}

async function loadWhole(known: FrameworkSummary): Promise<Framework | undefined> {
  const { id } = known
  const loaders: Readonly<Record<string, () => Promise<Framework>>> = shippedFrameworks
  const framework = Object.hasOwn(loaders, id) ? await loaders[id]?.() : await readFramework(id)
  return framework && { ...framework, name: known.name, statements: await loadMapping(known) }
}

async function readFramework(id: string): Promise<Framework> {
  const { format: _, titles: _titles, ...framework } = JSON.parse(await readFrameworkFile(`${id}.json`))
  return framework
}

/** The mappings that come with Checkwright, of all frameworks that have one. */
export async function listShippedMappings(): Promise<readonly StatementMapping[]> {
  const loaded = await Promise.all((await listShippedFrameworks()).map(loadMapping))
  return loaded.filter((mapping) => mapping !== undefined)
}

async function loadMapping({ id, mapped }: FrameworkSummary): Promise<StatementMapping | undefined> {
  if (mapped === 0) return undefined
  return readStatementMapping(await readFrameworkFile(`mappings/${id}.json`), await loadStatements())
}

/** Only the controls of a level, under the id of the level. */
function takeLevel(framework: Framework, { id, levelNames }: FrameworkSummary, level: string): Framework | undefined {
  const controls = framework.controls.filter(({ baselines }) => baselines?.includes(level))
  if (controls.length === 0) return undefined
  return {
    ...framework,
    id: `${id}.${level}`,
    name: levelNames?.[level],
    title: `${framework.title}: ${level}`,
    controls,
  }
}
