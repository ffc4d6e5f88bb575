import { locateProgram } from './locate-program.ts'

/** The program of a thread that ends its process when all of its memory passes a limit. Its `workerData` is the limit in bytes. */
export const memoryWatcher = locateProgram('watch-memory', import.meta.url)
