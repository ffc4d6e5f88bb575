import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'

interface CachedResult<T> {
  /** The program that found it out. */
  readonly by: string
  /** Of the file's bytes, as hex. */
  readonly sha256: string
  readonly value: T
}

/** What can be kept of a connector as data: itself, without mistakes, and what `validate` says of its words. */
type What = 'connector' | 'words'

/** The name of a built file says what it and all that it loads hold. That of a source does not. */
const program = /-[\w-]{8}\.js$/.test(import.meta.url) ? import.meta.url : undefined

/**
 * What a command has found out about a connector as data is kept beside its compiled code (`compile-cache.ts`), so that the next one
 * neither parses nor checks the same bytes. That folder is the person's own: who can write there can run code as this person anyway.
 * @param path absolute
 * @returns undefined if this program did not find it out about these bytes
 */
export function findCached<T>(what: What, path: string, bytes: Uint8Array): T | undefined {
  const place = choosePlace(what, path)
  if (place === undefined) return undefined
  try {
    const { by, sha256, value }: CachedResult<T> = JSON.parse(readFileSync(place, 'utf8'))
    return by === program && sha256 === digest(bytes) ? value : undefined
  } catch {
    return undefined
  }
}

/** In place of what was kept for the same path. A command without it is slower, and nothing else. */
export function keepFound<T>(what: What, path: string, bytes: Uint8Array, value: T): void {
  const place = choosePlace(what, path)
  if (place === undefined || program === undefined) return
  const entry: CachedResult<T> = { by: program, sha256: digest(bytes), value }
  const whole = `${place}.${process.pid}`
  try {
    writeFileSync(whole, JSON.stringify(entry), { mode: 0o600 })
    renameSync(whole, place)
  } catch {
    // The disk may be full or read-only. The next command checks the file again.
  }
}

function choosePlace(what: What, path: string): string | undefined {
  const folder = program === undefined ? undefined : getCompileCacheDir()
  return folder === undefined ? undefined : join(folder, `${what}-${digest(path)}.json`)
}

function digest(of: string | Uint8Array): string {
  return createHash('sha256').update(of).digest('hex')
}
