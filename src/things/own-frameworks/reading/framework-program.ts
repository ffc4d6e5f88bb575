import type { FrameworkImport } from '../../../checks/controls/imports/import-framework.ts'
import { readFrameworkUpload } from '../../../checks/controls/imports/read-framework-upload.ts'
import { serveTask } from '../../../sandbox/serve-task.ts'
import type { FrameworkTask } from './framework-task.ts'

serveTask(async function* ({ file, beside, id }: FrameworkTask): AsyncGenerator<FrameworkImport> {
  yield await readFrameworkUpload(file, beside, id)
})
