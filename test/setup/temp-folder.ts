import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A new folder. @param atEnd when it goes. @default with the test */
export function createTempFolder(atEnd: (end: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'checkwright-test-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
