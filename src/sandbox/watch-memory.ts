import { workerData } from 'node:worker_threads'

/** See `memoryWatcher`. Node.js limits the heap alone, and SQLite counts no memory there. */

const watchEveryMs = 20
const bytesMax = workerData as number

setInterval(() => {
  if (process.memoryUsage.rss() > bytesMax) process.kill(process.pid, 'SIGKILL')
}, watchEveryMs)
