import { CheckwrightError } from '../../../src/errors/index.ts'
import { serveTask } from '../../../src/sandbox/serve-task.ts'

serveTask(async function* ({ count }: { readonly count: number }) {
  if (count < 0) throw new CheckwrightError('Nothing can be counted.', { code: 'IMPORT_REFUSED' })
  for (let made = 1; made <= count; made++) yield { made, at: Date.now() }
})
