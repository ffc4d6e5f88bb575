import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import { createUsageError } from '../../errors/index.ts'

const pathCharactersMax = 500

/** The one folder whose files a model may name. */
export class WorkFolder {
  readonly root: string

  /** @throws CheckwrightError `CLI_USAGE` for a folder that is not there */
  constructor(folder: string) {
    if (!existsSync(folder)) throw createUsageError(`There is no folder "${folder}".`)
    this.root = realpathSync(folder)
  }

  /**
   * Where a file is, whether it exists or not. Links count by where they lead.
   * @throws CheckwrightError `CLI_USAGE` for a path that leaves the folder
   */
  locate(path: string): string {
    const isPlain =
      path !== '' &&
      path.length <= pathCharactersMax &&
      !/[\0\\]/.test(path) &&
      !/^[a-z][a-z0-9+.-]*:/i.test(path) &&
      !isAbsolute(path) &&
      !path.split('/').includes('..')
    if (!isPlain)
      throw createUsageError(
        'A path begins in the folder of the server, such as acme/acme.connector.yaml, without "..".',
      )
    const whole = resolve(this.root, path)
    this.demandInside(whole)
    return whole
  }

  /** @throws CheckwrightError `CLI_USAGE` for a file outside of the folder, also by a link */
  demandInside(path: string): void {
    let there = path
    // A link that leads nowhere exists for nobody, and a file is then written where it leads.
    while (!isThere(there) && dirname(there) !== there) there = dirname(there)
    const real = readRealPath(there)
    if (real !== undefined && (real === this.root || real.startsWith(this.root + sep))) return
    throw createUsageError(`${this.shorten(path)} leaves the folder of the server.`)
  }

  /** A path as a model names it. */
  relate(path: string): string {
    return relative(this.root, path).split(sep).join('/')
  }

  /** A text without the place of the folder. */
  shorten(text: string): string {
    return text.replaceAll(this.root + sep, '').replaceAll(this.root, '.')
  }
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

/** Undefined for a link that leads nowhere. */
function readRealPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
