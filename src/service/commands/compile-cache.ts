import { lstatSync, mkdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/**
 * Keeps compiled code for the next command, which then starts in about two thirds of the time. The folder is the person's own:
 * Node's default is a folder that everybody can write to, and whoever writes there could run code as this person.
 * `NODE_COMPILE_CACHE` names another folder, and `NODE_DISABLE_COMPILE_CACHE=1` turns it off.
 */
export function keepCompiledCode(env: NodeJS.ProcessEnv = process.env): void {
  // Node then has its folder already, or shall have none.
  if (env.NODE_COMPILE_CACHE !== undefined || env.NODE_DISABLE_COMPILE_CACHE !== undefined) return
  const folder = chooseCacheFolder(env)
  // A command without a cache is slower, and nothing else.
  if (folder !== undefined && makePrivateFolder(folder)) enableCompileCache(folder)
}

/** @returns undefined where this account has no folder of its own */
export function chooseCacheFolder(env: NodeJS.ProcessEnv): string | undefined {
  const own = process.platform === 'win32' ? env.LOCALAPPDATA : env.XDG_CACHE_HOME
  if (own !== undefined && isAbsolute(own)) return join(own, 'checkwright', 'compiled')
  // Accounts of services often have no home, or one that does not exist.
  const home = env.HOME ?? env.USERPROFILE ?? readHome()
  return home !== undefined && isAbsolute(home) ? join(home, '.cache', 'checkwright', 'compiled') : undefined
}

function readHome(): string | undefined {
  try {
    return homedir()
  } catch {
    return undefined
  }
}

/** Whether the folder is there and nobody else can write to it. */
export function makePrivateFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { mode, uid } = lstatSync(folder)
    return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0)
  } catch {
    return false
  }
}
