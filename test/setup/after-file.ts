import { afterAll } from 'vitest'

/** Does something later: `onTestFinished` with the test, `afterFile` with the tests of its file. */
export type AtEnd = (end: () => void | Promise<void>) => void

const ends: (() => unknown)[] = []
const own = { Request: globalThis.Request, Response: globalThis.Response }

/**
 * Does something when the tests of this file have ended, also if called in a test. A helper cannot call `afterAll` as it
 * is loaded: files share their modules, so that only the first of them would load it.
 */
export function afterFile(end: () => unknown): void {
  ends.push(end)
}

/** The runner calls it once for each file. */
export function registerAfterFile(): void {
  afterAll(async () => {
    for (const end of ends.splice(0).reverse()) await end()
    // The server of some tests puts its own classes in their place, and the next file would compare with these.
    for (const [name, value] of Object.entries(own)) Object.defineProperty(globalThis, name, { value })
  })
}
