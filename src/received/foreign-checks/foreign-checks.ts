import { readFrameworkFile } from '../../checks/read-framework-file.ts'

/** What a check of another tool looks at. */
export interface ForeignCheck {
  /** By id. Where they pass, some of these statements hold, of what the tool looked at. */
  readonly statements: readonly string[]
  /** Where its description was read. */
  readonly source: string
}

/**
 * Which statements the checks of a tool look at, who read that from what, and when. It changes no state: it is what an administrator begins
 * a reliance from.
 */
export interface ForeignChecks {
  readonly tool: string
  /** As NIST IR 8477 names it: how much of a statement a check looks at. */
  readonly relation: string
  readonly source: string
  readonly reader: string
  /** Day of the reading. */
  readonly read: string
  /** By the id that the tool gives them. */
  readonly checks: { readonly [id: string]: ForeignCheck }
}

const files: Readonly<Record<string, string>> = {
  prowler: 'foreign-checks/prowler.json',
  powerpipe: 'foreign-checks/powerpipe.json',
}

/** The checks of a tool, by its name in files; undefined for a tool that nobody has read. */
export async function loadForeignChecks(tool: string): Promise<ForeignChecks | undefined> {
  const name = tool.trim().toLowerCase()
  const file = Object.hasOwn(files, name) ? files[name] : undefined
  return file === undefined ? undefined : JSON.parse(await readFrameworkFile(file))
}
