import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CheckwrightError } from '../../errors/index.ts'

/** A package that a folder is in. */
export interface EnclosingPackage {
  /** Path of its package.json. */
  readonly file: string
  /** The missing dependencies of a connector and its test. */
  readonly missing: readonly string[]
}

/**
 * The package that a folder is in, or would be in.
 * @throws CheckwrightError `CLI_FILE_FAILED` for a package.json that cannot be read
 */
export async function findEnclosingPackage(folder: string): Promise<EnclosingPackage | undefined> {
  const file = join(folder, 'package.json')
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw createManifestUnreadableError(file, error)
  })
  if (text === undefined) return dirname(folder) === folder ? undefined : findEnclosingPackage(dirname(folder))
  return { file, missing: listMissingSettings(file, text) }
}

function listMissingSettings(file: string, text: string): readonly string[] {
  try {
    const manifest: Readonly<Record<string, unknown>> = Object(JSON.parse(text))
    const groups = ['dependencies', 'devDependencies', 'peerDependencies'].map((group) => Object(manifest[group]))
    const isThere = (name: string) => manifest.name === name || groups.some((group) => Object.hasOwn(group, name))
    return ['checkwright', 'vitest'].filter((name) => !isThere(name))
  } catch (error) {
    throw createManifestUnreadableError(file, error)
  }
}

function createManifestUnreadableError(file: string, cause: unknown): CheckwrightError {
  return new CheckwrightError(`${file} is not valid JSON. Correct it, or choose another folder by --dir.`, {
    code: 'CLI_FILE_FAILED',
    cause,
  })
}
