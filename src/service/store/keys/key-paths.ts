import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'
import { StoreError } from '../../../errors/index.ts'
import type { StoreLocation } from '../places/store-url.ts'

export interface KeyFile {
  readonly path: string
  /** Whether somebody named it, or it is the usual path. */
  readonly named: boolean
}

/** `${XDG_CONFIG_HOME:-~/.config}/checkwright/keys`. A relative XDG_CONFIG_HOME is ignored, as its specification says. */
export function locateUsualKeyPath(env: NodeJS.ProcessEnv): string {
  const configHome = env.XDG_CONFIG_HOME
  const folder = configHome && isAbsolute(configHome) ? configHome : join(env.HOME || homedir(), '.config')
  return join(folder, 'checkwright', 'keys')
}

/**
 * A copy or backup of the store's folder must not contain the keys. The usual path is refused only in the store's own
 * folder; it may be below it, for a store in the home folder.
 *
 * @throws StoreError `KEYS_INVALID`
 */
export async function refuseBesideStore(file: KeyFile, store: StoreLocation): Promise<void> {
  if (store.kind !== 'sqlite') return
  const storeFolder = await resolveRealPath(dirname(store.file))
  const way = relative(storeFolder, await resolveRealPath(dirname(file.path)))
  const below = way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
  if (way !== '' && !(file.named && below)) return
  throw new StoreError(
    `The key file ${file.path} would be in the store's folder, so every copy of the store would contain it. Name another path in CHECKWRIGHT_KEY_FILE.`,
    { code: 'KEYS_INVALID' },
  )
}

/** Symbolic links resolved as far as the path exists. */
async function resolveRealPath(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(await resolveRealPath(parent), basename(path))
  }
}
