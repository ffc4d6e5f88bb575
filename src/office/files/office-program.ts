import { serveTask } from '../../sandbox/serve-task.ts'
import { readOfficeFile, writeOfficeFile } from './office-file.ts'
import type { OfficeAnswer, OfficeTask } from './office-task.ts'

serveTask(async function* ({ file, texts }: OfficeTask): AsyncGenerator<OfficeAnswer> {
  yield texts ? await writeOfficeFile(file, texts) : await readOfficeFile(file)
})
