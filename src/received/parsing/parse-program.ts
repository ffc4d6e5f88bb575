import { createReadStream } from 'node:fs'
import { serveTask } from '../../sandbox/serve-task.ts'
import { parseFile } from './parse-file.ts'
import type { ParseMessage, ParseTask } from './parse-task.ts'

serveTask(async function* ({ path, format }: ParseTask): AsyncGenerator<ParseMessage> {
  const batches = parseFile(() => createReadStream(path, { highWaterMark: 256 * 1024 }), format)
  for (;;) {
    const next = await batches.next()
    if (next.done) return yield { kind: 'file', file: next.value }
    yield { kind: 'items', items: next.value }
  }
})
