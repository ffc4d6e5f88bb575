import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunResult } from '../define/index.ts'
import { renderJson } from '../report/json.ts'
import { fileFailure } from './read-input.ts'

/**
 * Writes `run.json` into a folder, which is made. A reader finds the old file or the whole new one, also after a power cut.
 * Only its owner may read it: evidence names people.
 * @returns its path
 * @throws CheckwrightError `CLI_FILE_FAILED`
 */
export async function writeRun(folder: string, run: RunResult): Promise<string> {
  const path = join(folder, 'run.json')
  const draft = join(folder, `.run-${randomUUID()}.json`)
  try {
    await mkdir(folder, { recursive: true })
    try {
      const file = await open(draft, 'wx', 0o600)
      try {
        await file.writeFile(renderJson(run))
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  } catch (error) {
    throw fileFailure(`The result cannot be written to "${path}"`, error, 'Name another folder by --out.')
  }
  return path
}
