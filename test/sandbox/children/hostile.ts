import { readFileSync, writeFileSync } from 'node:fs'
import { serveTask } from '../../../src/sandbox/serve-task.ts'

/** What a file may bring its reader to do, by name. */
const deeds: Readonly<Record<string, (text: string) => unknown>> = {
  // Each of these three aborts a process whose thread does it.
  'fills a map': () => {
    const map = new Map()
    for (let index = 0; ; index++) map.set(index, { index })
  },
  'splits a text': () => {
    const parts: unknown[] = []
    for (;;) parts.push('a,'.repeat(10_000_000).split(','))
  },
  'parses JSON': () => JSON.parse(`[${'[1],'.repeat(20_000_000)}1]`),
  'fills memory outside the heap': () => {
    const buffers: Buffer[] = []
    for (;;) buffers.push(Buffer.alloc(10_000_000, 1))
  },
  'never ends': () => {
    for (;;);
  },
  'ends the process': () => process.exit(0),
  'writes a file': (path) => writeFileSync(path, 'x'),
  'reads the environment': () => JSON.stringify(process.env),
  'reads a file': (path) => readFileSync(path, 'utf8'),
}

serveTask(async function* ({ deed, text }: { readonly deed: string; readonly text: string }) {
  yield deeds[deed]?.(text)
})
