import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openStore } from '../../src/things/all-stores/open-store.ts'
import { emptyTables, testPostgres } from './postgres.ts'
import { dropAfterFailure } from './shared-database.ts'
import { tempRoot } from './temp-folder.ts'

/**
 * The store of a test that should hold on any: a PostgreSQL database in the vitest project `postgres`, which runs some
 * stories again, and in every project with CHECKWRIGHT_TEST_STORE=postgres. Emptied, it is the next test's, unless this one fails:
 * what ran into its time limit may still write, or hold locks.
 * @param otherwise `memory:`, or a file where the test opens it twice
 */
export async function testStore(otherwise: string): Promise<string> {
  if (process.env.CHECKWRIGHT_TEST_STORE !== 'postgres') {
    if (otherwise.startsWith(scheme)) await copyNewStore(otherwise.slice(scheme.length))
    return otherwise
  }
  const left = free.pop()
  if (left !== undefined) await emptyTables(left)
  const url = left ?? (await testPostgres())
  dropAfterFailure(url)
  onTestFinished(({ task }) => {
    if (task.result?.state !== 'fail') free.push(url)
  })
  return url
}

const free: string[] = []
const scheme = 'sqlite:'

let newStore: Promise<Uint8Array> | undefined

/** Writes a store that holds nothing yet, in a tenth of the time in which its tables are made. @returns its path, whose folder exists */
export async function copyNewStore(file: string): Promise<string> {
  newStore ??= makeNewStore()
  writeFileSync(file, await newStore, { mode: 0o600, flag: 'wx' })
  return file
}

async function makeNewStore(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tempRoot, 'checkwright-new-store-'))
  try {
    const file = join(folder, 'store.db')
    await (await openStore(`${scheme}${file}`)).close()
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
