import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { AtEnd } from './after-file.ts'
import { isSoak } from './short-form.ts'

/** A new folder. @param atEnd when it goes. @default with the test */
export function createTempFolder(atEnd: AtEnd = onTestFinished): string {
  const folder = mkdtempSync(join(tempRoot, 'checkwright-test-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Linux's folder in memory. */
const inMemory = '/dev/shm'
const leastBytes = 4e9

/**
 * Where tests have their folders. A store waits for the disk at each commit, which is three quarters of the time of some tests, so
 * they lie in memory where there is much of it. The soak writes to the disk.
 */
export const tempRoot = !isSoak && hasRoomInMemory() ? inMemory : tmpdir()

function hasRoomInMemory(): boolean {
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize > leastBytes
  } catch {
    // Another system, or a container that has none.
    return false
  }
}
