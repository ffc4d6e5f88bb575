import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A description before and after. */
export interface DescriptionPair {
  readonly old: string
  readonly now: string
}

const endings = ['.json', '.json.gz', '.yaml', '.yml']

export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

/** The files of one name in two folders; undefined where one of them has none. */
export async function findInFolders(
  folders: DescriptionPair,
  names: readonly string[],
): Promise<DescriptionPair | undefined> {
  const [old, now] = await Promise.all([findFile(folders.old, names), findFile(folders.now, names)])
  return old !== undefined && now !== undefined ? { old, now } : undefined
}

async function findFile(folder: string, names: readonly string[]): Promise<string | undefined> {
  const files = new Set(await readdir(folder))
  const name = names.flatMap((each) => endings.map((ending) => each + ending)).find((each) => files.has(each))
  return name === undefined ? undefined : join(folder, name)
}
