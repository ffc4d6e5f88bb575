import { serveTask } from '../../../sandbox/serve-task.ts'
import { markPdf } from './mark-pdf.ts'
import type { MarkTask } from './mark-task.ts'

serveTask(async function* ({ bytes, mark }: MarkTask): AsyncGenerator<Uint8Array> {
  yield await markPdf(bytes, mark)
})
