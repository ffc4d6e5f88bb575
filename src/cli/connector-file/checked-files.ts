import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import type { CheckedFile } from '../../data/build-connector.ts'

interface KeptFile {
  /** The program that checked it. */
  readonly by: string
  readonly checked: CheckedFile
}

/** The name of a built file says what it and all that it loads hold. That of a source does not. */
const program = /-[\w-]{8}\.js$/.test(import.meta.url) ? import.meta.url : undefined

/**
 * Connectors as data that a command has checked are kept beside its compiled code (`compile-cache.ts`), so that the next one
 * neither parses nor checks the same bytes. That folder is the person's own: who can write there can run code as this person anyway.
 * @param path absolute
 * @returns undefined if these bytes were not checked by this program
 */
export function findCheckedFile(path: string, bytes: Uint8Array): CheckedFile | undefined {
  const place = choosePlace(path)
  if (place === undefined) return undefined
  try {
    const { by, checked }: KeptFile = JSON.parse(readFileSync(place, 'utf8'))
    return by === program && checked.sha256 === digest(bytes) ? checked : undefined
  } catch {
    return undefined
  }
}

/** In place of what was kept for the same path. A command without it is slower, and nothing else. */
export function keepCheckedFile(path: string, checked: CheckedFile): void {
  const place = choosePlace(path)
  if (place === undefined || program === undefined) return
  const kept: KeptFile = { by: program, checked }
  const whole = `${place}.${process.pid}`
  try {
    writeFileSync(whole, JSON.stringify(kept), { mode: 0o600 })
    renameSync(whole, place)
  } catch {
    // The disk may be full or read-only. The next command checks the file again.
  }
}

function choosePlace(path: string): string | undefined {
  const folder = program === undefined ? undefined : getCompileCacheDir()
  return folder === undefined ? undefined : join(folder, `connector-${digest(path)}.json`)
}

function digest(of: string | Uint8Array): string {
  return createHash('sha256').update(of).digest('hex')
}
